"""A game in words, as the terminal says it: the screen of a seat, what it has been told, and the question.

from stormriver import text
print(text.screen(game, "ann", width=100))
print(text.question(game))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stormriver.cli.registry import pages_of
from stormriver.cli.screen import ask, compact
from stormriver.cli.screen.lines import Lines
from stormriver.kernel.events import ANSWERED
from stormriver.kernel.facade import Game, engine_of
from stormriver.kernel.game import Game as Engine
from stormriver.presentation.event_feed import Turn, turns
from stormriver.presentation.plain import harmless
from stormriver.presentation.registry import presentation_of

WIDTH, HEIGHT = 100, 40
"""How many columns and lines there are by default."""

AnyGame = Game[Any] | Engine[Any]


def screen(game: AnyGame, seat: int | str, width: int = WIDTH, height: int = HEIGHT, language: str = "en") -> str:
    """Return what a seat sees at the terminal: the board, the seats, the news, and its question if it is asked.

    Args:
        game: any game; a copy, which keeps no log, has no news.
        seat: its name or its number.
        width: columns there are; below 80 there is less to be seen.
        height: lines there are.
        language: the code of the reader's language, such as `de`.
    """
    view = _seen(game, seat, language)
    past = compact.Past(_turns(game, view, _last_answer(game, view.seat)))
    if view.ask is None or view.ask.seat != view.seat:
        return _plain(compact.watched(view, past, width, height))
    return _plain(
        compact.screen(view, past, width, height + 1)[:-1]
    )  # the last line tells the commands of the terminal


def told(game: AnyGame, seat: int | str, since: int = 0, language: str = "en") -> list[str]:
    """Return what a seat is told of what has happened, a sentence each.

    Args:
        game: a game with a log.
        seat: its name or its number; -1 for an onlooker.
        since: the number of the first event, from 0: what `len(game.log)` was before.
        language: the code of the reader's language.
    """
    view = _seen(game, seat, language)
    found = (one for turn in _turns(game, view, since) for one in turn.lines)
    return [harmless(one.text) for one in found if not pages_of(view).repeats(view, one)]


def question(game: AnyGame, width: int = WIDTH, language: str = "en") -> str:
    """Return the pending question with its numbered options, as whoever is asked reads it.

    Args:
        game: any game.
        width: columns to fold to.
        language: the code of the reader's language.

    Raises:
        BadAnswer: if the game is over.
    """
    asked = Game[Any](engine_of(game)).ask
    view = _seen(game, asked.seat, language)
    return _plain([*ask.question(view, width), *ask.options(view, width, len(asked.keys) * width)])


def _seen(game: AnyGame, seat: int | str, language: str) -> Any:
    view = engine_of(game).view(seat)
    view.language = language
    return view


def _last_answer(game: AnyGame, seat: int) -> int:
    """Return the number of the event with which a seat last answered, 0 if it never has."""
    log = engine_of(game).log or []
    return max((at for at, event in enumerate(log) if event.kind == ANSWERED and event.seat == seat), default=0)


def _turns(game: AnyGame, view: Any, since: int) -> Sequence[Turn]:
    """Return what a viewer is told from an event on, by turns."""
    played = engine_of(game)
    shown = presentation_of(played.table)
    trail = shown.trail(played.table)
    return turns(shown.told(played.table, played.log or [], since, view.seat, trail, view.language), trail)


def _plain(lines: Lines) -> str:
    """Return lines without their colours."""
    return "\n".join(harmless(line.plain).rstrip() for line in lines)


__all__ = ["question", "screen", "told"]
