"""Kills a server under play, again and again, and looks whether an answer was lost or a table got stuck.

    python tests/server/kill.py --kills 200 [--database postgresql+psycopg://name:word@localhost/tables]

People play at a few tables through real sockets. A lost answer is an update that somebody was sent, but that the
journal, after the kill, knows nothing of or tells otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from remote import Remote, Server
from websockets.exceptions import WebSocketException

from stormriver.presentation.adventure.build_view import view_of
from stormriver.server.store import Store
from stormriver.server.table_rows import session_of

TABLES = 3
SECONDS = 60.0
AGAIN_SECONDS = 0.25
"""How long a page waits before it connects anew."""


class Lost(AssertionError):
    """An answer was lost, or a table got stuck."""


async def kills(count: int, seed: int, database: str = "") -> int:
    """Kill a server so many times, and return how many answers people gave; Lost if one was lost.

    Args:
        count: how many times.
        seed: settles when.
        database: its URL; an SQLite file of its own if there is none.
    """
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), thinkers=1, **({"database": database} if database else {}))
        server.start()
        try:
            return await _kill_again_and_again(server, count, rng)
        finally:
            server.kill()


async def _kill_again_and_again(server: Server, count: int, rng: random.Random) -> int:
    pages = [page_of(server) for _ in range(TABLES)]
    given = 0
    for number in range(count):
        before = [page.update.get("version", 0) for page, _ in pages]
        given += await _play_until_killed(server, [page for page, _ in pages], rng.uniform(0.05, 1.2))
        store = Store(server.settings["database"])
        for page, table in pages:
            if page.update:
                demand_kept(store, table, page.update, f"kill {number}")
        store.close()
        server.start()
        for (page, table), version in zip(pages, before, strict=True):
            await demand_going_on(page, table, version, number)
        pages = [page_of(server) if page.update["view"]["over"] else (page, table) for page, table in pages]
    return given


def page_of(server: Server) -> tuple[Remote, str]:
    """Return a page at a new table against computers, and the table's id."""
    browser = server.browser()
    seats = [{"who": "me"}, {"who": "computer"}, {"who": "computer"}]
    made = browser.post("/api/tables", json={"seats": seats, "name": "Ann"})
    made.raise_for_status()
    table: str = made.json()["table"]
    return Remote(server, table, browser.cookies), table


async def _play_until_killed(server: Server, pages: list[Remote], seconds: float) -> int:
    """Let people play for a while, then kill the server under them; return how many answers were given."""
    given = [asyncio.create_task(play(page)) for page in pages]
    await asyncio.sleep(seconds)
    server.kill()
    return sum(await asyncio.gather(*given))


async def play(page: Remote) -> int:
    """Answer whatever is asked until the line breaks."""
    given = 0
    try:
        await page.hello()
        while True:
            message = await page.hear()
            if message["type"] == "update" and page.ask:
                await page.say(type="answer", version=page.update["version"], key=page.choice())
                given += 1
    except Exception:  # the server is gone, which is what this is about
        return given
    finally:
        await page.close()


def demand_kept(store: Store, table: str, update: dict[str, Any], fault: str) -> None:
    """Demand that after a fault the journal leads to the very view that was sent in an update."""
    session, version = session_of(store.table(table)), update["version"]
    if session.stopped or session.version < version:
        raise Lost(f"{fault}: change {version} was shown, kept are {session.version}. {session.stopped}")
    game = session.game_after(version - 1)
    if msgspec.json.decode(msgspec.json.encode(view_of(game, 0))) != update["view"]:
        raise Lost(f"{fault}: after change {version} the journal tells of another game than was shown")


async def demand_going_on(page: Remote, table: str, version: int, number: int) -> None:
    """Demand that after the restart the person is asked, or the game is over."""
    try:
        async with asyncio.timeout(SECONDS):
            while not await _goes_on(page, page.update.get("version", 0)):
                await asyncio.sleep(AGAIN_SECONDS)
    except TimeoutError:
        raise Lost(f"kill {number}: table {table} is stuck after change {version}") from None
    finally:
        await page.close()


async def _goes_on(page: Remote, version: int) -> bool:
    """Connect, as a page does whose socket was closed; returns False if it is closed again before all is well."""
    try:
        await page.hello()
        while True:
            await page.hear()
            if page.update.get("version", -1) >= version and (page.ask or page.update["view"]["over"]):
                return True
    except (OSError, WebSocketException):
        return False


def main() -> None:
    """Kill as often as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="its URL (an SQLite file of its own)")
    given = parser.parse_args()
    answers = asyncio.run(kills(given.kills, given.seed, given.database))
    print(f"{given.kills} kills, {answers} answers of people, none lost, no table stuck.")


if __name__ == "__main__":
    main()
