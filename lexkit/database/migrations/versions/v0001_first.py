"""Proposals with the rulesets they concern, their history, and words signed off."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

#: Tables whose rows are never altered, and those whose rows are never deleted.
_WRITTEN_ONCE = ("event", "signoff", "kind")
_KEPT = (*_WRITTEN_ONCE, "proposal", "concern")

#: What of a proposal is as it was proposed.
_FIXED = (
    "number", "action", "word", "proposer", "at", "reason", "reference", "tags", "dispute",
    "origin",
)  # fmt: skip


def upgrade() -> None:
    _tables()
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_triggers()
    else:
        _postgresql_triggers()


def _tables() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "proposal",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("proposer", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("dispute", sa.Text),
        sa.Column("origin", sa.Text),
        sa.Column("state", sa.Text, nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ruled", sa.Integer),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "concern",
        sa.Column("number", sa.Integer, sa.ForeignKey("proposal.number"), primary_key=True),
        sa.Column("ruleset", sa.Text, primary_key=True),
        sa.Column("letters", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False, index=True),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("rule", sa.Text),
        sa.Column("lexicon", sa.Text, nullable=False),
        sa.Column("grounds", sa.JSON, nullable=False),
        sa.Column("holds", sa.Boolean, nullable=False),
    )
    op.create_index(
        "concern_held",
        "concern",
        ["ruleset", "key"],
        unique=True,
        sqlite_where=sa.text("holds"),
        postgresql_where=sa.text("holds"),
    )
    op.create_table(
        "kind",
        sa.Column("number", sa.Integer, sa.ForeignKey("proposal.number"), primary_key=True),
        sa.Column("tag", sa.Text, primary_key=True, index=True),
    )
    op.create_table(
        "event",
        sa.Column("number", sa.Integer, sa.ForeignKey("proposal.number"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_table(
        "signoff",
        sa.Column("ruleset", sa.Text, primary_key=True),
        sa.Column("letters", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("signed", sa.Boolean, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("lexicon", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )


def _sqlite_triggers() -> None:
    for table in _KEPT:
        op.execute(
            f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table}"
            f" BEGIN SELECT RAISE(ABORT, 'nothing is deleted from {table}'); END"
        )
    for table in _WRITTEN_ONCE:
        op.execute(
            f"CREATE TRIGGER {table}_once BEFORE UPDATE ON {table}"
            f" BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
    # INSERT OR REPLACE would pass by the triggers on deletion.
    op.execute(
        "CREATE TRIGGER event_new BEFORE INSERT ON event WHEN EXISTS"
        " (SELECT 1 FROM event WHERE number = NEW.number AND seq = NEW.seq)"
        " BEGIN SELECT RAISE(ABORT, 'UNIQUE: event is append-only'); END"
    )
    fixed = " OR ".join(f'OLD."{name}" IS NOT NEW."{name}"' for name in _FIXED)
    op.execute(
        f"CREATE TRIGGER proposal_changes BEFORE UPDATE ON proposal WHEN {fixed}"
        " OR NEW.version <> OLD.version + 1 OR NOT EXISTS (SELECT 1 FROM event WHERE"
        " number = NEW.number AND seq = NEW.version AND state = NEW.state)"
        " BEGIN SELECT RAISE(ABORT, 'a proposal changes by an event only'); END"
    )


def _postgresql_triggers() -> None:
    op.execute(
        "CREATE FUNCTION lexkit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION '% refused: % is append-only', TG_OP, TG_TABLE_NAME; END $$"
    )
    for table in _KEPT:
        change = "DELETE OR UPDATE" if table in _WRITTEN_ONCE else "DELETE"
        op.execute(
            f"CREATE TRIGGER {table}_kept BEFORE {change} ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION lexkit_refuse()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION lexkit_refuse()"
        )
    old, new = (", ".join(f'{row}."{name}"' for name in _FIXED) for row in ("OLD", "NEW"))
    op.execute(
        "CREATE FUNCTION lexkit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF ROW({old}) IS DISTINCT FROM ROW({new}) OR NEW.version <> OLD.version + 1"
        " OR NOT EXISTS (SELECT 1 FROM event WHERE"
        " number = NEW.number AND seq = NEW.version AND state = NEW.state)"
        " THEN RAISE EXCEPTION 'a proposal changes by an event only'; END IF; RETURN NEW; END $$"
    )
    op.execute(
        "CREATE TRIGGER proposal_changes BEFORE UPDATE ON proposal"
        " FOR EACH ROW EXECUTE FUNCTION lexkit_change()"
    )
