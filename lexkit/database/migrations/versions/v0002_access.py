"""Tokens of programs, and how often clients may ask."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "token",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("expires", moment),
        sa.Column("revoked", moment),
    )
    op.create_index(
        "token_name",
        "token",
        ["name"],
        unique=True,
        sqlite_where=sa.text("revoked IS NULL"),
        postgresql_where=sa.text("revoked IS NULL"),
    )
    op.create_table(
        "allowance",
        sa.Column("client", sa.Text, primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False, index=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
