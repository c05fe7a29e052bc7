"""Roles, reports, and the acts of operators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make `standings`, `reports` and `acts`; everybody may do what they could before."""
    op.create_table(
        "standings",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("operator", sa.Boolean, nullable=False),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("banned", sa.Boolean, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("by", sa.Integer, sa.ForeignKey("people.id")),
        sa.Column("about", sa.Integer, sa.ForeignKey("people.id")),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("quoted", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("done", sa.Double),
    )
    op.create_index("reports_by_state", "reports", ["done", "at"])
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("operator", sa.Integer, sa.ForeignKey("people.id")),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id")),
        sa.Column("whom", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("report", sa.Integer),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("done", sa.Double),
        sa.Column("refused", sa.Text, nullable=False),
    )
    op.create_index("acts_by_time", "acts", ["at"])
    op.create_index("acts_to_do", "acts", ["done"])


def downgrade() -> None:
    """Drop them."""
    for table in ("acts", "reports", "standings"):
        op.drop_table(table)
