"""Accounts of people, and who is signed in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "account",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("password_set", moment, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("disabled", moment),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, sa.ForeignKey("account.name"), nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("seen", moment, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER account_kept BEFORE DELETE ON account"
            " BEGIN SELECT RAISE(ABORT, 'nothing is deleted from account'); END"
        )
        return
    op.execute(
        "CREATE TRIGGER account_kept BEFORE DELETE ON account"
        " FOR EACH ROW EXECUTE FUNCTION lexkit_refuse()"
    )
    op.execute(
        "CREATE TRIGGER account_whole BEFORE TRUNCATE ON account"
        " FOR EACH STATEMENT EXECUTE FUNCTION lexkit_refuse()"
    )
