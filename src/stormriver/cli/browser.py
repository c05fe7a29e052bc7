"""The game in the browser: a local server, its data where the system keeps a user's data."""

from __future__ import annotations

import os
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Sequence
from contextvars import copy_context
from pathlib import Path

import typer

from stormriver.cli.reader_language import READER
from stormriver.cli.serve import listening, run, server_for, server_installed
from stormriver.cli.user_data import own_data
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.language.packs import installed_folder
from stormriver.server.settings import Settings

HOST = "127.0.0.1"
PORT = 8317
"""The port that is tried first: what a browser remembers, such as its settings, belongs to an address and its port."""
TABLES = "tables.db"
WORKSHOP = "workshop"
"""The folder of the packs that are written at the page, as tables play with them."""
NOTE = "address.txt"
"""The file with the address of the server that has the tables open; two at once would get in each other's way."""


def play_in_browser(port: int | None, opens: bool, packs: Sequence[str] = ()) -> None:
    """Run a server for this machine until it is broken off, and show its page.

    Args:
        port: the port to listen at; None for one that is free.
        opens: whether the browser is opened.
        packs: packs of cards to offer beside ours, by their paths or those of folders of packs.

    Raises:
        StormriverError: if the page has not been built, the port is taken, or a pack cannot be played.
    """
    with server_installed():
        from stormriver.server.built_page import NOT_BUILT, is_built
        from stormriver.server.logs import log_as_json

    if not is_built():
        raise StormriverError(NOT_BUILT)
    note = own_data() / NOTE
    running = already_running(note)
    if running:
        if packs:
            raise StormriverError(tell(READER, "open_without_packs", address=running))
        _tell(running, opens)
        return
    shelf = installed_folder()
    packs = [*packs, str(shelf)] if shelf.is_dir() and any(shelf.iterdir()) else packs
    settings = Settings(
        database=database(own_data() / TABLES),
        packs=os.pathsep.join(packs),
        uploads=str(own_data() / WORKSHOP),
        edit_packs=True,
    )
    listener = listening(HOST, *([PORT, 0] if port is None else [port]))
    address = f"http://{HOST}:{listener.getsockname()[1]}/"
    note.write_text(address, encoding="utf-8")
    log_as_json("warning")
    server = server_for(settings)
    spoken = copy_context()  # a thread would speak English
    threading.Thread(target=spoken.run, args=(_show, server, address, opens), daemon=True).start()
    with listener:
        run(server, listener)
    note.unlink(missing_ok=True)


def already_running(note: Path) -> str:
    """Return the address of the server that has the tables open, empty if there is none."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        address = note.read_text(encoding="utf-8")
        with direct.open(f"{address}healthz", timeout=2) as answer:
            return address if answer.status == 200 else ""
    except (OSError, ValueError):  # no note, or one that was left behind
        return ""


def database(path: Path) -> str:
    """Return the URL of an SQLite file."""
    return f"sqlite:///{path.as_posix()}"


def _show(server: object, address: str, opens: bool) -> None:
    """Say where the page is, and open the browser, as soon as the server answers."""
    while not getattr(server, "started", False):
        time.sleep(0.02)
    _tell(address, opens)
    typer.echo(tell(READER, "ctrl_c_ends_it"))


def _tell(address: str, opens: bool) -> None:
    opened = opens and webbrowser.open(address)
    typer.echo(f"{tell(READER, 'table_is_open' if opened else 'open_the_table')} {address}")
