"""Balance: what the cards of a pack do to games, from many games that computer players play with it.

How often a card is met, kept and deadly is counted. What keeping it does to winning, and meeting it to the length of a
game, is estimated for all cards at once from one sample. That tells what goes together, and not yet why: who keeps much
has lived long. For a single card the same seeds are played with and without it, which does tell why.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from stormriver import lab
from stormriver.adventure.model import events as adventure
from stormriver.kernel import events
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.facade import Game
from stormriver.kernel.state import NONE
from stormriver.lab.intervals import mean_interval
from stormriver.lab.regression import Case, Effect, effects
from stormriver.lab.runner import Results
from stormriver.lab.simulation import GameRow
from stormriver.lab.statistics import STANDARD, Figure, Question
from stormriver.language.former import LANGUAGE_TODAY
from stormriver.language.source import end_with_hint
from stormriver.wargame.model import events as wargame
from stormriver.workshop.bench import OnBench, within_reach
from stormriver.workshop.coverage import cards_of

CARDS = "cards"
"""The name of the question."""
MEETING = frozenset(
    kind.name for kind in (adventure.CARD_DRAWN, adventure.CARD_MET, adventure.ENEMY_MET, adventure.CARD_TAKEN,
                           adventure.SPELL_CAST, wargame.CHIT_DRAWN)
)  # fmt: skip
"""The events in which a card comes before somebody."""
HAVING = frozenset({"play", "hand"})
"""The zones of a seat, by the beginnings of their names, in which cards are had."""
KILLED = adventure.CHARACTER_KILLED.name
FEWEST = 5
"""How often a card must have been there, and not, before an effect is told."""


@dataclass(frozen=True)
class CardFigures:
    """What is known of one card.

    Attributes:
        met: how often it was met in a game; `games` in how many games at all.
        kept: in how many games somebody had it.
        kills: how many characters died of it.
        winning: what having it adds to the share of games won; None if that cannot be told.
        length: how many rounds longer games are in which it is met; None if that cannot be told.
    """

    name: str
    met: float
    games: int
    kept: int
    kills: int
    winning: Effect | None
    length: Effect | None


@dataclass(frozen=True)
class Balance:
    """What many games have shown.

    Attributes:
        results: the games, with what is asked of every experiment: wins by character, length.
        cards: the cards of the pack, the most met first.
        without: how the games of each seed differ with a named card from those without it; none if none was named.
    """

    results: Results
    cards: list[CardFigures]
    without: list[Figure]


def observe(game: Game[Any]) -> dict[str, Any]:
    """Return how often each card was met, who had it and who died of it, from the log of a game."""
    table = game.engine.table
    met: set[tuple[int, int]] = set()  # turns and cards: what is met twice in a turn is met once
    kills: Counter[str] = Counter()
    kept: dict[str, set[int]] = {}
    last: dict[int, int] = {}  # by seat the card it has met in this turn
    turn = 0
    for event in game.log:
        if event.kind == events.TURN:
            turn += 1
            last.clear()
        elif event.kind == events.CARD:
            zone = table.zones[event.data[1]]
            if zone.owner >= 0 and zone.name.partition(".")[0] in HAVING:
                kept.setdefault(table.cards[event.data[0]].id, set()).add(zone.owner)
        elif event.kind in MEETING and event.data[0] != NONE:  # what a space has one fight is no card
            met.add((turn, event.data[0]))
            last[event.seat] = event.data[0]
        elif event.kind == KILLED and event.seat in last:
            kills[table.cards[last[event.seat]].id] += 1
    times = Counter(table.cards[card].id for _, card in met)
    return {"met": times, "kept": {name: sorted(seats) for name, seats in kept.items()}, "kills": kills}


QUESTION = Question(CARDS, lambda experiment, rows: None, observe)
"""What is noted of each game beside the usual; it is answered here, as only this knows the pack."""


def balance(
    pack: OnBench,
    experiment: lab.Experiment,
    card: str = "",
    workers: int = 1,
    each: Callable[[int, int], None] = lambda done, wanted: None,
) -> Balance:
    """Play many games with a pack, and return what they show of its cards.

    Args:
        pack: a pack that can be loaded.
        experiment: who plays, how many games and from which seed; its set-up is that of the pack.
        card: the id of a card without which the same seeds are to be played too.
        workers: how many processes play.
        each: is called with the number of seeds done and wanted.

    Raises:
        StormriverError: if it cannot be played, or there is no such card.
    """
    asked = replace(experiment, preset=pack.preset, packs=pack.packs, options=dict(pack.options))
    with within_reach(pack):
        names = [one.name for one in cards_of(pack, pack.table()).values()]
        if card and card not in names:
            raise StormriverError("The pack has no card {name!r}{hint}", name=card, hint=end_with_hint(card, names))
        results = lab.run(asked, questions=(*STANDARD, QUESTION), workers=workers, each=each)
        figures = _figures(names, results.rows)
        return Balance(results, figures, _without(pack, asked, card, results, workers, each) if card else [])


def _figures(names: Sequence[str], rows: Sequence[GameRow]) -> list[CardFigures]:
    own = frozenset(names)
    noted = [(row, row.observed[CARDS]) for row in rows]
    played = [
        Case(
            row.seed,
            {name for name, owners in seen["kept"].items() if name in own and at in owners},
            seat in row.winners,
        )
        for row, seen in noted
        for at, seat in enumerate(row.seats)
    ]
    lasted = [Case(row.seed, own & seen["met"].keys(), row.rounds) for row, seen in noted]
    winning = {effect.name: effect for effect in effects(played, FEWEST)}
    length = {effect.name: effect for effect in effects(lasted, FEWEST)}
    found = [
        CardFigures(
            name,
            fmean(seen["met"].get(name, 0) for _, seen in noted),
            sum(name in seen["met"] for _, seen in noted),
            sum(name in seen["kept"] for _, seen in noted),
            sum(seen["kills"].get(name, 0) for _, seen in noted),
            winning.get(name),
            length.get(name),
        )
        for name in names
    ]
    return sorted(found, key=lambda one: -one.met)


def _without(
    pack: OnBench, asked: lab.Experiment, card: str, results: Results, workers: int, each: Callable[[int, int], None]
) -> list[Figure]:
    """Return how the games of each seed differ with a card from those without it."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above, "without")
        folder.mkdir()
        said = f"language: {LANGUAGE_TODAY}\nid: without_{card}\nwithout: [{card}]\n"
        (folder / "pack.yaml").write_text(said, encoding="utf-8")
        (folder / "nothing.yaml").write_text("marks: []\n", encoding="utf-8")
        other = lab.run(replace(asked, packs=(*asked.packs, str(folder))), questions=(), workers=workers, each=each)
    pairs = list(zip(results.rows, other.rows, strict=True))
    measures: dict[str, Callable[[GameRow], float]] = {
        "rounds": lambda row: row.rounds,
        "decisions": lambda row: row.decisions,
        "games that end": lambda row: float(row.finished),
    }
    found = []
    for name, measure in measures.items():
        more = [measure(there) - measure(gone) for there, gone in pairs]
        found.append(Figure(name, fmean(more), *mean_interval(more), len(more)))
    return found
