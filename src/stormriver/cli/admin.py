"""`stormriver admin`: what operators do at a server, on its own machine; it may be running, or stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stormriver.cli.game_setup import AsJson, print_json
from stormriver.cli.listing import show_list
from stormriver.cli.reader_language import READER
from stormriver.cli.serve import server_installed
from stormriver.cli.wording import tell, words
from stormriver.language.message import MessageError
from stormriver.server.settings import settings_of

if TYPE_CHECKING:
    from msgspec import Struct

    from stormriver.server.moderation.facts import ActWanted
    from stormriver.server.store import Store

WAIT_SECONDS = 20.0
"""How long a server that runs may take to do what is asked of it here."""

Database = Annotated[
    str | None, typer.Option("--database", help="The database of the server; STORMRIVER_DATABASE if not said.")
]
Why = Annotated[str, typer.Option("--why", help="Why; it is noted with what is done.")]
Search = Annotated[str, typer.Argument(help="Letters of a name, or a number; all if not said.")]
Person = Annotated[str, typer.Argument(help="The name of an account, or the number of a person.")]
Table = Annotated[str, typer.Argument(help="The id of a table.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    admin = typer.Typer(help="Look after a server: operators, people, tables, reports.", rich_markup_mode=None)
    for command in (people, tables, reports, acts, load):
        admin.command(command.__name__)(command)
    for name, (kind, said) in DEEDS.items():
        admin.command(name, help=said)(kind(name.replace("-", "_")))
    app.add_typer(admin, name="admin")


# looking


def people(
    search: Search = "",
    operators: Annotated[bool, typer.Option("--operators", help="Only those who are operators.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List people: their number, name, account, and what they may do or not."""
    from stormriver.server.moderation import queries

    with _opened(database) as store:
        found = [one for one in queries.people(store, search) if one.operator or not operators]
    _show(found, as_json, ("id", "name", "account", "used", "tables", "operator", "muted", "banned"))


def tables(search: Search = "", database: Database = None, as_json: AsJson = False) -> None:
    """List tables: their id, name, state and who sits there."""
    from stormriver.server.moderation import queries

    with _opened(database) as store:
        found = queries.tables(store, search, language=READER.language)
    _show(found, as_json, ("id", "name", "game", "state", "turn", "updated", "people"))


def reports(
    done: Annotated[bool, typer.Option("--done", help="Those that are done, instead of those that are open.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List reports: what was reported, at which table, and why."""
    from stormriver.server.moderation import queries

    with _opened(database) as store:
        found = queries.reports(store, done)
    _show(found, as_json, ("id", "at", "kind", "table", "about", "name", "quoted", "reason"))


def acts(database: Database = None, as_json: AsJson = False) -> None:
    """List what operators have done: who, what, to whom, when and why."""
    from stormriver.server.moderation import queries

    with _opened(database) as store:
        found = queries.acts(store)
    _show(found, as_json, ("id", "at", "operator", "what", "whom", "table", "why", "refused"))


def load(database: Database = None, as_json: AsJson = False) -> None:
    """Say how much the database holds; how busy a server is stands at its page /admin, and at /metrics."""
    from stormriver.server.moderation import queries
    from stormriver.server.moderation.load import kept

    with _opened(database) as store:
        census = queries.census(store)
    if as_json:
        print_json({name: getattr(census, name) for name in census.__struct_fields__})
    else:
        typer.echo("\n".join(kept(census, READER.language)))


def _show(found: Iterable[Struct], as_json: bool, fields: tuple[str, ...]) -> None:
    """Print rows as a list of some of their fields, or whole as JSON."""
    import msgspec

    if as_json:
        print_json([msgspec.to_builtins(one) for one in found])
    else:
        rows = [[_cell(getattr(one, field)) for field in fields] for one in found]
        show_list([words(READER, f"admin_{field}") for field in fields], rows)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return words(READER, "admin_yes") if value else ""
    if isinstance(value, list):
        return ", ".join(f"{name} ({number})" for number, name in value)
    return "" if value is None else str(value)


# doing


def _of_person(what: str) -> Callable[..., None]:
    def command(person: Person, why: Why = "", database: Database = None) -> None:
        _do(database, what, person=_number(database, person), why=why)

    return command


def _of_person_at_table(what: str) -> Callable[..., None]:
    def command(person: Person, table: Table, why: Why = "", database: Database = None) -> None:
        _do(database, what, person=_number(database, person), table=table, why=why)

    return command


def _of_table(what: str) -> Callable[..., None]:
    def command(table: Table, why: Why = "", database: Database = None) -> None:
        _do(database, what, table=table, why=why)

    return command


def _of_report(what: str) -> Callable[..., None]:
    def command(
        report: Annotated[int, typer.Argument(help="The number of a report.")],
        why: Why = "",
        database: Database = None,
    ) -> None:
        _do(database, what, report=report, why=why)

    return command


def _number(database: str | None, person: str) -> int:
    """Return the number of a person who is named at the command line."""
    from stormriver.server.moderation import queries

    with _opened(database) as store:
        return queries.number_of(store, person)


DEEDS: Mapping[str, tuple[Callable[[str], Callable[..., None]], str]] = {
    "grant": (_of_person, "Make somebody an operator."),
    "revoke": (_of_person, "Let somebody be an operator no more."),
    "mute": (_of_person, "Let somebody say nothing at any table."),
    "unmute": (_of_person, "Let somebody speak again."),
    "kick": (_of_person_at_table, "Show somebody out of a table for good; a computer plays their game on."),
    "ban": (_of_person, "Let somebody sit or look on at no table; computers play their games on."),
    "unban": (_of_person, "Let somebody come again."),
    "delete-person": (_of_person, "Delete somebody, with all that is kept of them; computers play their games on."),
    "end-table": (_of_table, "End a game; it can still be looked at."),
    "delete-table": (_of_table, "Delete a table with its game."),
    "close-report": (_of_report, "Be done with a report."),
}
"""What is done: what makes the command of it, by what it is done to, and what the help says of it."""


def _do(database: str | None, what: Any, **more: Any) -> None:
    """Have something done: by the server if one runs on the database, else here."""
    from stormriver.server.database_lock import DatabaseInUse
    from stormriver.server.moderation.facts import ActWanted

    wanted = ActWanted(what, **more)
    try:
        store = _opened_alone(database)
    except DatabaseInUse:
        with _opened(database) as shared:
            _leave_to_server(shared, wanted)
    else:
        asyncio.run(_do_here(store, wanted))
    typer.echo(tell(READER, "admin_done"))


def _leave_to_server(store: Store, wanted: ActWanted) -> None:
    """Note what is wanted, and wait until the server that has the tables has done it."""
    from stormriver.server.moderation import queries

    whom = queries.who(store, wanted.person) if wanted.person else ""
    number = queries.add_act(store, wanted, None, whom, done=False)
    end = time.monotonic() + WAIT_SECONDS
    while not (act := queries.act(store, number)).done:
        if time.monotonic() > end:
            raise MessageError("server.moderation.not_yet")
        time.sleep(0.1)
    if act.refused:
        raise MessageError("server.moderation.refused", reason=act.refused)


async def _do_here(store: Store, wanted: ActWanted) -> None:
    """Do what is wanted with the tables of a server that is stopped."""
    from stormriver.server.database import Database as Asked
    from stormriver.server.lobby import Lobby
    from stormriver.server.moderation.moderation import Moderation
    from stormriver.server.table_policy import TablePolicy

    asked = Asked(store)
    lobby = Lobby(asked, TablePolicy(thinkers=0))
    await lobby.start()
    try:
        await Moderation(lobby).act(None, wanted)
    finally:
        await lobby.close()
        asked.close()


def _opened(database: str | None) -> closing[Store]:
    """Return the database of a server, to be closed in the end."""
    with server_installed():
        from stormriver.server.store import Store
    return closing(Store(settings_of({"database": database}).database))


def _opened_alone(database: str | None) -> Store:
    """Return the database of a server that is stopped; DatabaseInUse if it runs."""
    from stormriver.server.app import opened
    from stormriver.server.cluster import leases
    from stormriver.server.database_lock import DatabaseInUse

    settings = settings_of({"database": database})
    store = opened(settings)
    if settings.shared and leases.alive(store):
        store.close()
        raise DatabaseInUse("server.database.in_use", database=store.engine.url.database or "")
    return store
