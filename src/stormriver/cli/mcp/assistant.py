"""The tools of an assistant: to play a seat, to look up rules and cards, and to say what may be done in a position."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any, Protocol

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from stormriver import __version__
from stormriver.api import begin_game, usual_seats
from stormriver.api import seat_names as usual_names
from stormriver.cli import cards, rules
from stormriver.cli.game_setup import table_of
from stormriver.cli.mcp.local_seat import LocalSeat
from stormriver.cli.mcp.situation import plain, question
from stormriver.cli.mcp.table_seat import Remote, TableSeat
from stormriver.cli.reader_language import READER
from stormriver.cli.registry import shelf_of
from stormriver.cli.session import PERSON, LocalSession
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.language.message import sentence_of
from stormriver.server.analysis_board import look_at
from stormriver.server.analysis_facts import Analysed, AnalysisWanted
from stormriver.server.requests import Joined, Joining, SeatWanted, TableLine, TableMade, TableWanted

ABOUT = " ".join(
    (
        "Stormriver plays board games of the Talisman family by their rules. You play one seat: begin a game or join a",
        "table, then read the question and answer it with the `key` of one of its options, until the game is over.",
        "Nothing else is possible at the table, so there is no need to know the rules by heart; `find_rules` takes the",
        "id that a question names, or words, and `find_cards` says what a card does. You are told what your seat may",
        "know and nothing more. `check_position` says what the rules allow in a position that somebody describes.",
    )
)
"""What an assistant is told of the tools before it uses any."""
MOST_FOUND = 12
"""How many rules or cards are told at once."""
MOST_SECONDS = 60.0
OTHERS = "steady"
Tool = Callable[..., Awaitable[Any]]


class Seat(Protocol):
    """A seat that is played, wherever its game is."""

    async def look(self, seconds: float = 0) -> dict[str, Any]:
        """Return what has happened since the last look, and the question if the seat is asked."""

    async def whole(self) -> Any:
        """Return the whole view of the seat: everybody's public things, and its own hidden ones."""

    async def answer(self, key: str) -> dict[str, Any]:
        """Answer the question of the seat by the key of an option."""

    async def close(self) -> None:
        """Leave the seat, and close what is open for it."""


class Assistant:
    """The tools of an assistant, with the seat that they play, on this machine or at a server."""

    def __init__(self, rate: str, remote: Remote | None = None) -> None:
        """Begin without a seat.

        Args:
            rate: how often tools may be called, such as `120/minute`.
            remote: the server whose tables are played at; None for games on this machine.
        """
        self.seat: Seat | None = None
        self.remote = remote
        self._limit = parse(rate)
        self._calls = MovingWindowRateLimiter(MemoryStorage())

    def server(self) -> MCPServer[Any]:
        """Return the server of the protocol, with the tools that make sense here."""
        found: MCPServer[Any] = MCPServer("stormriver", instructions=ABOUT, version=__version__, log_level="WARNING")
        playing: list[Tool] = [self.look, self.look_at_everything, self.answer]
        begin: list[Tool] = (
            [self.new_game] if self.remote is None else [self.new_table, self.join_table, self.my_tables]
        )
        for tool in [*begin, *playing, self.find_rules, self.find_cards, self.check_position]:
            found.add_tool(self._limited(tool))
        return found

    def _limited(self, tool: Tool) -> Tool:
        """Return a tool that may be called so often and no more, and says in a sentence what is wrong."""

        @wraps(tool)
        async def called(*given: Any, **named: Any) -> Any:
            if not self._calls.hit(self._limit, "tools"):
                seconds = self._limit.get_expiry()
                raise ToolError(tell(READER, "mcp_too_often", amount=self._limit.amount, seconds=seconds))
            try:
                return await tool(*given, **named)
            except StormriverError as error:
                raise ToolError(sentence_of(error, READER.language)) from None

        return called

    # a seat

    async def new_game(
        self, preset: str = "revised4", opponents: int | None = None, options: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Begin a game against computer players on this machine, and take its first seat; one under way is given up.

        Args:
            preset: the rulebook, such as `revised4`, `third` or `wargame`.
            opponents: how many computer players; as many as is usual if not said.
            options: options of the rulebook that differ from the usual ones, such as {"last_round": 20}.
        """
        seats = usual_seats(preset, []) if opponents is None else opponents + 1
        seed = secrets.randbits(32)
        game = begin_game(preset, list(usual_names(seats)), seed=seed, options=options or {})
        return await self._take(LocalSeat(LocalSession(game, [PERSON] + [OTHERS] * (seats - 1), seed)))

    async def new_table(
        self,
        name: str,
        preset: str = "revised4",
        computers: int = 1,
        open_seats: int = 0,
        options: dict[str, bool | int | str] | None = None,
    ) -> dict[str, Any]:
        """Make a table at the server, and take its first seat. It begins once nobody is missing any more.

        Args:
            name: what you are called there.
            preset: the rulebook, such as `revised4`, `third` or `wargame`.
            computers: how many computer players sit there.
            open_seats: how many people are waited for; give them the links in the answer.
            options: options of the rulebook that differ from the usual ones, such as {"last_round": 20}.
        """
        others = [SeatWanted("computer") for _ in range(computers)] + [SeatWanted("open") for _ in range(open_seats)]
        wanted = TableWanted(preset=preset, seats=[SeatWanted("me", name), *others], options=options or {})
        made = await self._server.post("/tables", wanted, TableMade)
        links = [f"{self._server.address}{link}" for link in made.seat_links.values()]
        return {"links": links, **await self._take(TableSeat(self._server, made.table))}

    async def join_table(self, link: str, name: str = "") -> dict[str, Any]:
        """Take a seat at a table of the server, or come back to one.

        Args:
            link: the link to an open seat that somebody gave you, or the id of a table that you sit at.
            name: what you are called there; needed with a link.
        """
        invited = re.search(r"/join/([\w-]+)$", link)
        table = link if invited is None else ""
        if invited is not None:
            table = (await self._server.post(f"/join/{invited[1]}", Joining(name), Joined)).table
        return await self._take(TableSeat(self._server, table))

    async def my_tables(self) -> list[dict[str, Any]]:
        """Tell which tables of the server are yours, the last one first, and where you are asked something."""
        lines = await self._server.get("/me/tables", list[TableLine])
        return [
            {
                "table": line.id,
                "game": line.game,
                "state": line.state,
                "seats": [seat.name or seat.who for seat in line.seats],
                "you_are_asked": line.asked >= 0 and line.seats[line.asked].mine,
            }
            for line in lines
            if not line.archived
        ]

    async def look(self, wait_seconds: float = 0) -> dict[str, Any]:
        """Tell what has happened since the last time, and what your seat is asked, if it is asked anything.

        Args:
            wait_seconds: how long to wait for that, at most 60, while others play.
        """
        return await self._seat.look(min(max(wait_seconds, 0), MOST_SECONDS))

    async def look_at_everything(self) -> dict[str, Any]:
        """Tell all that your seat sees: the board, every seat as far as it is open, piles, what is under way."""
        found: dict[str, Any] = await self._seat.whole()
        return found

    async def answer(self, key: str) -> dict[str, Any]:
        """Answer the question that your seat is asked, and tell what came of it and what is asked next.

        Args:
            key: that of one of the options.
        """
        return await self._seat.answer(key)

    # rules

    async def find_rules(self, words: str, preset: str = "revised4") -> list[dict[str, Any]]:
        """Tell the rules and rulings that are meant: by an id, the beginning of one, or words.

        Args:
            words: such as `fate.reroll`, `battle` or `lose a life`.
            preset: the rulebook.
        """
        found = rules.find(table_of(preset, {}, []), words)
        told = [{"id": one.id, "title": one.title, "text": one.text, "page": one.page} for one in found]
        return _first([plain(one) for one in told])

    async def find_cards(
        self, words: str, preset: str = "revised4", packs: list[str] | None = None
    ) -> list[dict[str, Any]]:
        """Tell what cards do in which all the words stand: in their name, kind or text, or the id of one.

        Args:
            words: such as `dragon`, or `follower gold`.
            preset: the rulebook.
            packs: packs of cards played with, such as ["city"].
        """
        table = table_of(preset, {}, packs or [])
        facts = partial(shelf_of(table).facts, table, language=READER.language)
        found = [plain(facts(card)) for card in cards.find(table, words)]
        return _first([one for one in found if one["id"] == words] or found)

    async def check_position(self, scenario: str, answer: str = "", dice: list[int] | None = None) -> dict[str, Any]:
        """Say what the rules allow in a position: what is asked, what may be answered, and why other things may not.

        With `answer`, say what comes of it, or why it is not possible.

        Args:
            scenario: the position in YAML. For instance:
                title: A fight
                game: {preset: revised4}
                players:
                  - {seat: ann, character: dwarf, at: cursed_glade, fate: 1, cards: [sword]}
                  - {seat: ben, character: wizard}
                spaces: {cursed_glade: [dragon]}
                turn: ann
                dice: [2, 4]
                answers: [roll]
                open: true
                Names are ids of cards, characters and spaces; what is left out is as at the beginning of a game. `dice`
                and `answers` lead from the start of that turn to the moment in question.
            answer: the key of an option, to see what comes of it.
            dice: what the dice show then; thrown if not said.
        """
        here = look_at(AnalysisWanted(text=scenario), READER.language).facts
        if not answer or here.view is None:
            return _position(here)
        try:
            then = look_at(AnalysisWanted(scenario, key=answer, dice=dice or [], since=here.events), READER.language)
        except StormriverError as refused:
            return {"impossible": sentence_of(refused, READER.language), **_position(here)}
        return _position(then.facts)

    # what they share

    @property
    def _server(self) -> Remote:
        assert self.remote is not None  # else its tools are not there
        return self.remote

    @property
    def _seat(self) -> Seat:
        if self.seat is None:
            raise StormriverError(tell(READER, "mcp_no_seat"))
        return self.seat

    async def _take(self, seat: Seat) -> dict[str, Any]:
        """Take a seat in place of the one there was, and look from there."""
        seen = await seat.look(1)
        if self.seat is not None:
            await self.seat.close()
        self.seat = seat
        return seen


def _position(found: Analysed) -> dict[str, Any]:
    """Return where a scenario stands, which is open to whoever asks."""
    view = found.view
    told = {
        "wrong": found.error,
        "line": found.line,
        "happened": [one.text for one in found.told if one.text],
        "asked": "" if view is None or view.ask is None else view.seats[view.ask.seat].name,
        "question": None if view is None or view.ask is None else question(view.ask),
    }
    return {name: value for name, value in told.items() if value}


def _first(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return as many as are told at once, and how many more there are."""
    return found[:MOST_FOUND] + ([{"more": len(found) - MOST_FOUND}] if len(found) > MOST_FOUND else [])
