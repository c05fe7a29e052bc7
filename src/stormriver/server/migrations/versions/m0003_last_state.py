"""The last state of a game is kept, so that it can go on under the rules of a later version."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add `save` to tables; it is filled with the next change of each game."""
    op.add_column("tables", sa.Column("save", sa.Text))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tables", "save")
