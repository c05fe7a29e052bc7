"""Write a sample game for those who work on the page: the book, a table's facts, and the updates of one seat.

python tools/sample_game.py              web/fixtures/book.json, info.json and updates.json
python tools/sample_game.py --seed 7     another game
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import msgspec

from stormriver import players
from stormriver.api import begin_game
from stormriver.kernel.game import Game
from stormriver.presentation.adventure.book import book_of
from stormriver.presentation.adventure.build_view import view_of
from stormriver.presentation.adventure.event_feed import Trail, told
from stormriver.presentation.adventure.facts import Book, View
from stormriver.server.messages import Taking, Update
from stormriver.server.requests import Pace, SeatInfo, TableInfo

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures"
SEED = 8
SEATS = ("ann", "ben", "cleo", "dan")
LENGTH = 60
"""How many updates are written,"""
STRETCH = 12
"""in stretches of so many one after another."""
WHIMS = 0.3
"""How often the first seat does something by chance, so that more is to be seen."""
ANSWERS = 2500
"""After how many answers a game is given up."""


def updates(seed: int) -> list[Update]:
    """Return an update of the first seat for each of its asks with a choice, and for each turn of the others."""
    game = new_game(seed)
    decide = [players.make("steady", seed + seat) for seat in range(len(SEATS))]
    curious, rng = players.make("random", seed), random.Random(seed)
    trail, found, since, turn = Trail(game.table), list[Update](), 0, -1
    for version in range(ANSWERS):
        ask = game.ask
        if ask is None or (ask.seat == 0 and len(ask.codes) > 1) or game.state.turn != turn:
            found.append(update(game, trail, version, since))
            since, turn = len(game.log or []), game.state.turn
        if ask is None:
            break
        player = curious if ask.seat == 0 and rng.random() < WHIMS else decide[ask.seat]
        game.answer(player(game.view(ask.seat), ask))
    return found


def update(game: Game, trail: Trail, version: int, since: int) -> Update:
    """Return what the first seat is sent: all since an event, and where the game stands."""
    free = game.can_undo_freely
    return Update(
        version=version,
        view=view_of(game, 0),
        told=list(told(game.table, game.log or [], since, 0, trail)),
        taking=Taking(1, free, "" if free else "a die or a hidden card has come out") if game.history else Taking(),
    )


def chosen(made: list[Update]) -> list[Update]:
    """Return some stretches of a game, in order, that together show as much as they can."""
    stretches = [made[at : at + STRETCH] for at in range(0, len(made), STRETCH)]
    found, seen = list[int](), set[object]()
    for _ in range(LENGTH // STRETCH):
        best = max(range(len(stretches)), key=lambda at: len(sights(stretches[at]) - seen))
        found.append(best)
        seen |= sights(stretches[best])
    return [one for at in sorted(set(found)) for one in stretches[at]]


def sights(part: list[Update]) -> set[object]:
    """Return what there is to be seen in some updates: kinds of asks and events, odds, Spells, heaps of cards."""
    asked = [one.view.ask for one in part if one.view.ask is not None and one.view.ask.options]
    seen: set[object] = {("ask", ask.kind) for ask in asked}
    seen |= {("odds", bool(option.odds), bool(option.chances)) for ask in asked for option in ask.options}
    seen |= {("verb", option.key.partition(":")[0]) for ask in asked for option in ask.options}
    seen |= {("told", told.kind) for one in part for told in one.told}
    views = [one.view for one in part if isinstance(one.view, View)]
    seen |= {("heap", len(lying.cards)) for view in views for lying in view.spaces.values()}
    return seen | {("spells", len(view.seats[0].spells)) for view in views}


def info() -> TableInfo:
    """Return the facts of the table beside its game."""
    seats = [SeatInfo(0, "ann", "person", here=True, mine=True)]
    seats += [SeatInfo(number, name, "computer", "steady") for number, name in enumerate(SEATS) if number]
    return TableInfo(
        id="sample",
        name="",
        preset="revised4",
        packs=[],
        options=list(book().options),
        state="playing",
        seats=seats,
        pace=Pace("live", 120),
        undo="free",
        commitment="0" * 64,
    )


def new_game(seed: int) -> Game:
    """Return a new game of the sample's table."""
    return begin_game(seats=SEATS, seed=seed, options={"characters_to_choose": 3})


def book() -> Book:
    """Return the book of the sample's table."""
    return book_of(new_game(0).table)


def main() -> None:
    """Write the three files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=SEED, help="of the game")
    made = updates(parser.parse_args().seed)
    part = chosen(made)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in (("book", book()), ("info", info())):
        (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
    (FOLDER / "updates.json").write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, part)) + b"\n]\n")
    print(f"{len(part)} of {len(made)} updates, {len(sights(part))} of {len(sights(made))} things to be seen.")


if __name__ == "__main__":
    main()
