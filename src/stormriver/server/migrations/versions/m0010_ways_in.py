"""Login sessions that their person can tell apart, recovery codes, passkeys."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

SESSIONS = sa.table("sessions", sa.column("token_hash", sa.Text), sa.column("id", sa.Text))


def upgrade() -> None:
    """Add `id` and `browser` to `sessions`, and make `recovery_codes`, `passkeys` and `challenges`."""
    op.add_column("sessions", sa.Column("id", sa.Text, nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("browser", sa.Text, nullable=False, server_default=""))
    connection = op.get_bind()
    for token_hash in connection.scalars(sa.select(SESSIONS.c.token_hash)).all():
        mine = sa.update(SESSIONS).where(SESSIONS.c.token_hash == token_hash)
        connection.execute(mine.values(id=secrets.token_urlsafe(9)))
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("recovery_codes_by_person", "recovery_codes", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.Text, nullable=False, unique=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("challenges_by_person", "challenges", ["person"])
    op.create_index("challenges_by_time", "challenges", ["created"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("challenges")
    op.drop_table("passkeys")
    op.drop_table("recovery_codes")
    op.drop_column("sessions", "browser")
    op.drop_column("sessions", "id")
