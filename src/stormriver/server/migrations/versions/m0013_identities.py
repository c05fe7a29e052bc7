"""Identities of an OpenID provider, and when it has last made sure that a login session is its person's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add `confirmed` to `sessions`, and make `identities` and `openid_logins`."""
    op.add_column("sessions", sa.Column("confirmed", sa.Double))
    op.create_table(
        "identities",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("issuer", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double, nullable=False),
    )
    op.create_index("identities_by_subject", "identities", ["issuer", "subject"], unique=True)
    op.create_index("identities_by_person", "identities", ["person"])
    op.create_table(
        "openid_logins",
        sa.Column("state_hash", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("verifier", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("openid_logins_by_person", "openid_logins", ["person"])
    op.create_index("openid_logins_by_time", "openid_logins", ["created"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("openid_logins")
    op.drop_table("identities")
    op.drop_column("sessions", "confirmed")
