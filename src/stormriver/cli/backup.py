"""`stormriver backup`, `restore`, `migrate`: the database of a server in a file, put back, and brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stormriver.cli.admin import Database
from stormriver.cli.reader_language import READER
from stormriver.cli.serve import server_installed
from stormriver.cli.wording import tell
from stormriver.server.settings import settings_of

File = Annotated[Path, typer.Argument(help="The file of the backup.", metavar="FILE")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (backup, restore, migrate):
        app.command(command.__name__)(command)


def backup(file: File, database: Database = None) -> None:
    """Write all that a server keeps into a file; it may be running."""
    with server_installed():
        from stormriver.server.backup import write_backup

    _count(write_backup(_url(database), file))
    typer.echo(tell(READER, "backup_written", file=file))


def restore(file: File, database: Database = None) -> None:
    """Put a backup into an empty database, of SQLite or Postgres, whichever it was written from."""
    with server_installed():
        from stormriver.server.backup import restore_backup

    _count(restore_backup(_url(database), file))
    typer.echo(tell(READER, "backup_restored", file=file))


def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    database: Database = None,
) -> None:
    """Bring the database of a server that is stopped up to date; it does so itself when it is started."""
    with server_installed():
        from stormriver.server.app import opened
        from stormriver.server.backup import to_migrate

    now, steps = to_migrate(_url(database))
    if not steps:
        typer.echo(tell(READER, "migrate_nothing", revision=now))
        return
    for revision, does in steps:
        typer.echo(f"{revision}  {does}")
    if not dry_run:
        opened(settings_of({"database": database})).close()
        typer.echo(tell(READER, "migrate_done"))


def _url(database: str | None) -> str:
    return settings_of({"database": database}).database


def _count(rows: dict[str, int]) -> None:
    """Say how many rows each table has."""
    for table, number in rows.items():
        typer.echo(f"{number:10}  {table}")
