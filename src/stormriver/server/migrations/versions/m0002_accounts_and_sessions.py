"""Accounts are found by any letters, and sessions know when they were last used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from stormriver.server.account_names import account_key

revision = "0002"
down_revision = "0001"

people = sa.table(
    "people", sa.column("id", sa.Integer), sa.column("account", sa.Text), sa.column("account_key", sa.Text)
)
sessions = sa.table("sessions", sa.column("used", sa.Double), sa.column("created", sa.Double))


def upgrade() -> None:
    """Add `account_key` to people and `used` to sessions, and fill both."""
    op.add_column("people", sa.Column("account_key", sa.Text))
    _fill_keys(op.get_bind())
    op.create_index("people_by_account", "people", ["account_key"], unique=True)
    op.add_column("sessions", sa.Column("used", sa.Double, nullable=False, server_default="0"))
    op.execute(sessions.update().values(used=sessions.c.created))
    op.create_index("sessions_by_use", "sessions", ["used"])


def _fill_keys(connection: sa.Connection) -> None:
    """Give every account its key; where two would have the same, the one that could be logged in to keeps its name.

    That is the one with no capitals but those of ASCII. The others get a number behind their name.
    """
    rows = connection.execute(sa.select(people.c.id, people.c.account).where(people.c.account.is_not(None))).all()
    taken: set[str] = set()
    for person, account in sorted(rows, key=lambda row: (_could_not_log_in(row.account), row.id)):
        name, number = account, 1
        while account_key(name) in taken:
            number += 1
            name = f"{account} {number}"
        taken.add(account_key(name))
        values = {"account": name, "account_key": account_key(name)}
        connection.execute(people.update().where(people.c.id == person).values(**values))


def _could_not_log_in(account: str) -> bool:
    """Tell whether an older server on SQLite, whose `lower` knows ASCII alone, never found an account again."""
    return account.encode().lower() != account.lower().encode()


def downgrade() -> None:
    """Drop both."""
    op.drop_index("sessions_by_use", "sessions")
    op.drop_column("sessions", "used")
    op.drop_index("people_by_account", "people")
    op.drop_column("people", "account_key")
