"""Lexicons over HTTP: it looks up and never judges; nothing is kept but in the database.

A request comes in through `front`, which sees to what all have in common; Litestar finds its
handler. `app` puts the parts together, `run` starts them in processes of Granian.
"""
