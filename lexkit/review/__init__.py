"""Proposals: what players ask for, and what maintainers decide.

`store` keeps them, in a database that many processes share; `intake` judges them as they come in;
`dossier` gathers what a maintainer needs to know of one. What is decided goes from here into the
curated sources; nothing here changes a lexicon.
"""
