"""The database of proposals and of who may do what: SQLite in a file, or PostgreSQL."""
