"""Where each person keeps a table: in their list, in their archive, or not at all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make `filed`; a table of which it says nothing stands in the list."""
    op.create_table(
        "filed",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("place", sa.Text, nullable=False),
    )
    op.create_index("filed_by_person", "filed", ["person"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("filed")
