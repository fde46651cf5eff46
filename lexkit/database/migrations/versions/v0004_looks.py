"""What maintainers have had looked at: previews of merges, gates of releases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "look",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("seen", moment),
        sa.Column("at", moment),
        sa.Column("seconds", sa.Integer),
        sa.Column("found", sa.Text),
        sa.Column("problem", sa.Text),
    )
