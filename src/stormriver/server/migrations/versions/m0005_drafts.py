"""Packs that people write in the workshop."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make `drafts`."""
    op.create_table(
        "drafts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("pack", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
    )
    op.create_index("drafts_by_person", "drafts", ["person"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("drafts")
