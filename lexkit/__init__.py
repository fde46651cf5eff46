"""lexkit: build the lexicons of word games from word lists, with the reason for every verdict."""

__version__ = "0.1.0"
