"""Which automaton should hold a lexicon at run time?

Run `python -m benchmarks.automata WORDS.txt`: one word a line, UTF-8, in any order. Every
candidate that is installed is built from these words and measured beside a plain frozenset, in
turns within one run (`benchmarks.timing`).
"""
