"""Journals of finished games are kept in one row each, compressed."""

from __future__ import annotations

import json
import lzma

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ARCHIVES = sa.table("archives", sa.column("table", sa.Text), sa.column("lines", sa.LargeBinary))
JOURNAL = sa.table("journal", *(sa.column(name) for name in ("table", "number", "at", "kind", "entry")))


def upgrade() -> None:
    """Make `archives`; they are filled a few at a time while the server runs."""
    op.create_table(
        "archives",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("lines", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Put the lines back into `journal`, and drop it."""
    connection = op.get_bind()
    for table, lines in connection.execute(sa.select(ARCHIVES.c.table, ARCHIVES.c.lines)).all():
        for number, at, entry in json.loads(lzma.decompress(lines)):
            written = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
            row = {"table": table, "number": number, "at": at, "kind": entry["kind"], "entry": written}
            connection.execute(sa.insert(JOURNAL).values(row))
    op.drop_table("archives")
