"""The worker process in which computer players think: questions come on the standard input, replies go to the output.

Each is a message of JSON (the sets in a state are longer than 64 bits) with its length before it; `bot_pool.py` starts
such processes and talks to them.
"""

from __future__ import annotations

import contextlib
import os
from collections import OrderedDict
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

from stormriver import players
from stormriver.presentation.facts import Advice
from stormriver.presentation.registry import presentation_of
from stormriver.server.seat_snapshot import SeatSnapshot, view_from
from stormriver.server.worker_process import received, send, streams

NICER = 5
"""By how much the system prefers the server to a process in which computer players think."""
PLAYERS = 512
"""How many players are cached with what they remember."""


class Question(Struct, array_like=True):
    """What a computer player is asked: a key to answer with, or advice for a person.

    Attributes:
        table: the id of the table; a player caches what saves work there.
        level: which computer player.
        seed: what the player's own chance comes from.
        language: the one in which advice is given.
    """

    want: Literal["key", "advice"]
    table: str
    level: str
    seed: int
    snapshot: SeatSnapshot
    language: str = "en"


class BotReply(Struct, array_like=True):
    """What came of a question: a key or advice; `error` if the player failed."""

    key: str = ""
    advice: tuple[Advice, ...] = ()
    error: str = ""


encode_question = msgspec.json.Encoder().encode
decode_question = msgspec.json.Decoder(Question).decode
encode_reply = msgspec.json.Encoder().encode
decode_reply = msgspec.json.Decoder(BotReply).decode


class BotWorker:
    """Computer players by table and seat."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, int, str], players.Player] = OrderedDict()

    def think(self, question: Question) -> BotReply:
        """Return what a player makes of a question; a fault of the player is told, not raised."""
        try:
            view = view_from(question.snapshot)
            assert view.ask is not None
            if question.want == "advice":
                view.language = question.language
                advice = presentation_of(view.game.table).advice
                return BotReply(advice=advice(view, view.ask, question.level))
            return BotReply(key=str(self._player(question)(view, view.ask)))
        except Exception as error:  # a player is anybody's code
            return BotReply(error=f"{type(error).__name__}: {error}")

    def _player(self, question: Question) -> players.Player:
        place = (question.table, question.snapshot.seat, question.level)
        if place not in self._players:
            self._players[place] = players.make(question.level, question.seed + question.snapshot.seat)
            if len(self._players) > PLAYERS:
                self._players.popitem(last=False)
        self._players.move_to_end(place)
        return self._players[place]


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Report that the worker is ready, then answer questions until there are no more."""
    worker = BotWorker()
    send(target, encode_reply(BotReply()))
    while message := received(source):
        send(target, encode_reply(worker.think(decode_question(message))))


def main() -> None:
    """Run the worker until the server is gone; on a busy machine the server comes first."""
    with contextlib.suppress(AttributeError, OSError):  # not every system knows that
        os.nice(NICER)
    serve(*streams())


if __name__ == "__main__":
    main()
