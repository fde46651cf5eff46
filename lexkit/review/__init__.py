"""Proposals: what players ask for, and what maintainers decide.

`store` keeps them, in a database that many processes share; `intake` judges them as they come in;
`dossier` gathers what a maintainer needs to know of one. What is decided goes from here into the
curated sources; nothing here changes a lexicon.

    store = Store.open(workspace.database)
    intake.propose(store, [lexicon], Request("Tischfee", Action.ADD, by="anna", reason="…"))
    for proposal in store.queue():
        store.decide(proposal.number, Ruling(True, by="max", reason="…"), seen=proposal.version)
    accepted = store.queue(Wanted(states=(State.ACCEPTED,)))   # each with its ruling.line
    store.mark_merged([p.number for p in accepted], by="max", lexicons={"game": version})

What can be mended is raised as a `LexkitError`: `MovedError` (somebody else was faster),
`UnknownError` (no such number), `UnavailableError` (the database is locked, full or away).
"""
