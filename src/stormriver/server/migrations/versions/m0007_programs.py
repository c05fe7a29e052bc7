"""API tokens, by which programs are known, and webhooks, by which they are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make `api_tokens`, `webhooks` and `notices`."""
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
    )
    op.create_index("api_tokens_by_person", "api_tokens", ["person"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("webhooks_by_person", "webhooks", ["person"])
    op.create_table(
        "notices",
        sa.Column("webhook", sa.Text, sa.ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mark", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.Double),
    )
    op.create_index("notices_by_time", "notices", ["due"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("notices")
    op.drop_table("webhooks")
    op.drop_table("api_tokens")
