"""The versions of the store's tables, as Alembic keeps them: a file in `versions/` each."""
