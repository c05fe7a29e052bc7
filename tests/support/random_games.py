"""Random games for the tests: every preset, pack and option, every number of seats, each game from its own number.

Adventure games and wargames have numbers of their own, so that each keeps its games whatever is added to the other.

A game's number settles everything about it, and what a check tries depends on the game, the check and the decision
alone: a failure comes again whatever else is looked at, and is told by the number and the decision it happened at.
"""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

import pytest

from stormriver.adventure.model.table import AdventureTable
from stormriver.api import begin_game, table_for
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import OWN
from stormriver.language.ruleset import OptionSpec, Ruleset, layers, packs_for, presets
from support.advanced import advance, encounter
from support.tables import table_of

GAMES = 360
"""Among how many adventure games the tests choose."""
WARGAMES = 60
"""Among how many wargames they choose."""
TIMES = 2
"""In how many of the chosen games each number of seats, each pack and each value of an option is met, or more."""
FIRST_WARGAME = 1_000_000
"""The number of the first wargame."""

Check = Callable[[Game, random.Random], None]
"""Looks at a game that waits for an answer, leaves it as it was, and raises Broken if a promise is broken."""

Options = tuple[tuple[str, object], ...]


class Broken(AssertionError):
    """A promise of the engine that does not hold, with what was expected and what was found."""


@dataclass(frozen=True)
class SetUp:
    """One random game: its number and all that follows from it.

    Attributes:
        number: the number of the game, also its seed.
        preset: the id of the rulebook.
        packs: the packs added to it.
        seats: how many seats (2 to 6).
        options: the options that differ from the preset's.
        skip_forced: whether asks with a single option are answered at once.
        unchecked: how many decisions are played before the first one that is looked at, if the game lasts as long.
        advanced: whether everybody is then given what long games give (see `advanced.py`).
        checked: how many decisions are looked at, at most.
    """

    number: int
    preset: str
    packs: tuple[str, ...]
    seats: int
    options: Options
    skip_forced: bool
    unchecked: int
    advanced: bool
    checked: int

    def new_game(self, log: bool = True) -> Game:
        """Return the game at its first ask."""
        return begin_game(
            self.preset,
            self.seats,
            self.number,
            dict(self.options),
            self.packs,
            log=log,
            skip_forced=self.skip_forced,
        )

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options) or "plain"
        rulebook = "+".join((self.preset, *self.packs))
        return f"{self.number}-{rulebook}-{self.seats}seats-{options}-{'skip' if self.skip_forced else 'all'}"


def values(spec: OptionSpec) -> list[object]:
    """Return values of an option other than its default: the other words, the other truth, small numbers."""
    if isinstance(spec.default, bool):
        return [not spec.default]
    if spec.words:
        return [word for word in spec.words if word != spec.default]
    numbers = dict.fromkeys((spec.least, min(spec.least + 2, spec.most)))
    return [number for number in numbers if number != spec.default]


@cache
def variants(preset: str, packs: tuple[str, ...] = ()) -> tuple[Options, ...]:
    """Return sets of options for a preset with packs: none, each alone, all truths at once, and some by chance.

    Those of the packs come first, as few games have them.
    """
    known, usual = Ruleset(preset, {}, packs).options, Ruleset(preset, {}, ()).options
    ordered = sorted(known.items(), key=lambda item: item[0] in usual)
    alone: list[Options] = [((name, value),) for name, spec in ordered for value in values(spec)]
    truths = tuple((name, not spec.default) for name, spec in known.items() if isinstance(spec.default, bool))
    mixed: list[Options] = []
    for seed in range(6):
        rng = random.Random(seed)
        chosen = [spec for spec in known.values() if rng.random() < 0.3]
        mixed.append(tuple((spec.name, rng.choice(values(spec))) for spec in chosen))
    return ((), *alone, truths, *mixed)


@cache
def presets_of(rulebook: str) -> tuple[str, ...]:
    """Return the presets of a rulebook."""
    return tuple(presets(rulebook))


@cache
def packs_known(preset: str) -> tuple[str, ...]:
    """Return the packs that there are for a preset."""
    return tuple(packs_for(preset))


def packs_of(number: int, preset: str) -> tuple[str, ...]:
    """Return the packs of a game: none in half of the games, in the others one after the other."""
    known = packs_known(preset)
    return (known[number // 14 % len(known)],) if known and number // 7 % 2 else ()


_turns: list[int] = []
_seen: Counter[tuple[str, tuple[str, ...]]] = Counter()


def turn_of(number: int) -> int:
    """Return how many adventure games before that of a number have its preset and packs."""
    known = presets_of("adventure")
    for other in range(len(_turns), number + 1):
        preset = known[other % len(known)]
        world = preset, packs_of(other, preset)
        _turns.append(_seen[world])
        _seen[world] += 1
    return _turns[number]


def set_up(number: int) -> SetUp:
    """Return the game of a number (0 or more): presets, packs, options, seats and forced asks take turns."""
    return _wargame(number) if number >= FIRST_WARGAME else _adventure(number)


def _wargame(number: int) -> SetUp:
    known = presets_of("wargame")
    preset = known[number % len(known)]
    options = variants(preset)
    chosen = options[number // len(known) % len(options)]
    return SetUp(
        number=number,
        preset=preset,
        packs=(),
        seats=2,
        options=chosen,
        skip_forced=number // 3 % 2 == 0,
        unchecked=0 if chosen else (0, 60, 200, 400, 600)[number // 2 % 5],
        advanced=False,
        checked=60 + number * 7 % 31,
    )


def _adventure(number: int) -> SetUp:
    known_presets = presets_of("adventure")
    preset = known_presets[number % len(known_presets)]
    packs = packs_of(number, preset)
    known = variants(preset, packs)
    return SetUp(
        number=number,
        preset=preset,
        packs=packs,
        seats=2 + number // 2 % 5,
        options=known[turn_of(number) % len(known)],
        skip_forced=number // 3 % 2 == 0,
        unchecked=4000 if number % 30 == 29 else 1500 if number % 10 == 5 else 0,
        advanced=number % 5 in (1, 3),
        checked=70 + number * 7 % 31,
    )


def set_ups(count: int = GAMES) -> list[SetUp]:
    """Return the first `count` adventure games."""
    return [set_up(number) for number in range(count)]


def wargames(count: int = WARGAMES) -> list[SetUp]:
    """Return the first `count` wargames."""
    return [set_up(FIRST_WARGAME + number) for number in range(count)]


def traits(game: SetUp) -> set[tuple[object, ...]]:
    """Return what a game is there to show, each with its preset: seats, forced asks, packs, options, how long it is."""
    found: list[tuple[object, ...]] = [
        ("seats", game.seats, game.skip_forced),
        ("packs", game.packs),
        ("played", game.unchecked, game.advanced),
        *(("option", *option) for option in game.options or [("none", True)]),
    ]
    return {(game.preset, *trait) for trait in found}


def covering(games: Iterable[SetUp], times: int) -> list[SetUp]:
    """Return few of some games that show each trait of them as often as wanted, or as often as it is there.

    The game that shows most of what is still wanted is taken next, of several the one with the lowest number.
    """
    shown = {game: traits(game) for game in games}
    wanted = Counter(
        {trait: min(times, count) for trait, count in Counter(chain.from_iterable(shown.values())).items()}
    )
    chosen = []
    while +wanted:
        best = max(shown, key=lambda game: (sum(wanted[trait] > 0 for trait in shown[game]), -game.number))
        chosen.append(best)
        wanted.subtract(shown.pop(best))
    return sorted(chosen, key=lambda game: game.number)


def parameters(chosen: list[SetUp], games: list[SetUp]) -> list[object]:
    """Return games for `pytest.mark.parametrize`; those that are not chosen are marked long.

    Of those that are chosen all are marked slow but those without options of their own.
    """
    return [
        pytest.param(game, marks=_marks(game) if game in chosen else pytest.mark.long, id=str(game)) for game in games
    ]


def _marks(game: SetUp) -> pytest.MarkDecorator | tuple[()]:
    return pytest.mark.slow if game.options or game.packs or game.unchecked or game.advanced else ()


class Watch:
    """Looks at a random game while it is played; what a watch has nothing to do with it leaves as it is here.

    Each hook raises Broken, or anything else, if a promise is broken.
    """

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return type(self).__name__

    def begin(self, play: Play) -> None:
        """Look at the game before its first decision."""

    def decision(self, play: Play) -> None:
        """Look at the game at a decision, and leave it as it was."""

    def end(self, play: Play) -> None:
        """Look at the game after the last answer."""


class Every(Watch):
    """Carries out a check at one in so many decisions, beginning at another one in each game."""

    def __init__(self, check: Check, count: int = 1) -> None:
        self.check, self.count = check, count

    @property
    def name(self) -> str:
        return named(self.check)

    def decision(self, play: Play) -> None:
        if (play.set_up.number + len(play.answers)) % self.count == 0:
            self.check(play.game, play.chance(self.name))


class AtEnd(Watch):
    """Carries out a check of the game as a whole when it has been played."""

    def __init__(self, check: Callable[[Play], None]) -> None:
        self.check = check

    @property
    def name(self) -> str:
        return named(self.check)

    def end(self, play: Play) -> None:
        self.check(play)


def named(check: object) -> str:
    """Return what a check is called in reports."""
    return str(getattr(check, "__name__", type(check).__name__))


class Play:
    """A random game under way.

    Attributes:
        set_up: which game it is.
        game: the game itself.
        answers: the options chosen so far, by their place among those on offer.
        began: at which decision everybody was given what long games give; -1 if never.
    """

    def __init__(self, set_up: SetUp, log: bool = True) -> None:
        self.set_up = set_up
        self._log = log
        self._begin()

    def _begin(self) -> None:
        self.game = self.set_up.new_game(self._log)
        self.answers: list[int] = []
        self.began = -1
        self._chooser = random.Random(self.set_up.number)

    def chance(self, name: str) -> random.Random:
        """Return chance for a check at the decision under way: the same whatever else was looked at before."""
        return random.Random(f"{name} at decision {len(self.answers)} of game {self.set_up.number}")

    def decisions(self) -> Iterator[int]:
        """Play the game, stopping at each decision to be looked at; yield its number.

        Of a game that is over before the first of them the last ones are looked at: it is played anew up to there.
        """
        set_up = self.set_up
        self._go_on_to(set_up.unchecked)
        if self.game.ask is None:
            first = len(self.answers) - set_up.checked
            self._begin()
            self._go_on_to(first)
        if set_up.advanced:
            while self.game.ask is not None and self.game.ask.kind != "roll":
                self._go_on()
            self._advance()
        last = len(self.answers) + set_up.checked
        while self.game.ask is not None and len(self.answers) < last:
            yield len(self.answers)
            self._go_on()

    def _go_on_to(self, decision: int) -> None:
        while self.game.ask is not None and len(self.answers) < decision:
            self._go_on()

    def _go_on(self) -> None:
        ask = self.game.ask
        assert ask is not None
        index = self._chooser.randrange(len(ask.codes))
        try:
            self.game.play(index)
        except Exception as error:
            raise Broken(self.report(f"the answer {ask.keys[index]!r}", error)) from error
        self.answers.append(index)

    def _advance(self) -> None:
        if self.game.ask is not None:
            self.began = len(self.answers)
            advance(self.game, random.Random(self.set_up.number))

    def again(self, log: bool = True) -> Play:
        """Return this game played anew with the same answers; Broken if they do not lead the same way."""
        other = Play(self.set_up, log)
        for decision, index in enumerate(self.answers):
            if decision == self.began:
                other._advance()
            if other.game.ask is None or index >= len(other.game.ask.codes):
                raise Broken(f"played again, the game {self.set_up} goes another way at decision {decision}")
            other.game.play(index)
        return other

    def run(self, *checks: Check | Watch) -> int:
        """Play the game under watch, checks at each decision, and return at how many; Broken if a promise is."""
        watches = [check if isinstance(check, Watch) else Every(check) for check in checks]
        looked_at = 0
        for watch in watches:
            self._look(watch, watch.begin)
        for _ in self.decisions():
            looked_at += 1
            for watch in watches:
                self._look(watch, watch.decision)
        for watch in watches:
            self._look(watch, watch.end)
        return looked_at

    def _look(self, watch: Watch, hook: Callable[[Play], None]) -> None:
        try:
            hook(self)
        except Exception as error:
            raise Broken(self.report(watch.name, error)) from error

    def report(self, name: str, error: Exception) -> str:
        """Return what failed and how to see it again."""
        return (
            f"{name} at decision {len(self.answers)} of game {self.set_up} (see it again: python tests/soak.py"
            f" --only {self.set_up.number}): {type(error).__name__}: {error}; {self.game.ask!r}"
        )


class Tour:
    """A short game in which a character meets one card or visits one space, wherever random play would lead.

    Attributes:
        name: the preset with its packs, the card or space, and the number of the game.
        game: the game, at the first ask of the encounter.
        rng: chance for the answers and for the checks.
    """

    def __init__(self, preset: str, number: int, stop: tuple[str, int], packs: tuple[str, ...] = ()) -> None:
        kind, thing = stop
        self.game = game = begin_game(
            preset, 2 + number % 5, number, packs=packs, log=False, skip_forced=number % 2 == 0
        )
        self.rng = random.Random(number)
        self._until_move()
        advance(game, self.rng)
        self._until_move()
        table = table_of(game)
        space = thing if kind == "space" else self.rng.choice(table.open_spaces)
        card = thing if kind == "card" and table.zones[game.state.place[thing]].visible != OWN else NONE
        self.name = f"the {kind} {_name(table, kind, thing)} met in game {number} of {'+'.join((preset, *packs))}"
        if game.ask is not None:
            encounter(game, space, card, self.rng)

    def _until_move(self) -> None:
        while self.game.ask is not None and (
            self.game.ask.kind != "roll" or self.game.ask.seat != self.game.state.active
        ):
            self._go_on()

    def _go_on(self) -> None:
        assert self.game.ask is not None
        self.game.play(self.rng.randrange(len(self.game.ask.codes)))

    def decisions(self, most: int = 6) -> Iterator[Game]:
        """Play on, stopping at each of the next decisions."""
        for _ in range(most):
            if self.game.ask is None:
                return
            yield self.game
            self._go_on()

    def check(self, *checks: Check) -> None:
        """Carry out checks at the decision under way."""
        for check in checks:
            try:
                check(self.game, self.rng)
            except Exception as error:
                raise Broken(f"{self.name}: {check.__name__}: {error}; {self.game.ask!r}") from error


World = tuple[str, tuple[str, ...]]
"""A preset and the packs added to it."""


def worlds() -> list[World]:
    """Return the presets of adventure games by themselves, and each pack on the first preset that it is for."""
    found: dict[str, World] = {}
    for preset in sorted(presets("adventure"), key=lambda name: len(layers(name))):
        for pack in packs_for(preset):
            found.setdefault(pack, (preset, (pack,)))
    return [*((preset, ()) for preset in presets("adventure")), *found.values()]


def stops(preset: str, packs: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    """Return what tours lead to: one of each card that spaces draw, by its number, and each space.

    With packs it is all that they bring, and one in four of the rest, which is met without them as well.
    """
    table = table_for(preset, packs=packs)
    assert isinstance(table, AdventureTable)
    drawn = set(table.drawn_at)
    cards = {table.definition_of[card]: card for card, back in enumerate(table.backs) if back in drawn}
    found = [*(("card", card) for card in cards.values()), *(("space", space) for space in range(len(table.spaces)))]
    if not packs:
        return found
    known = names_of(preset)
    old = [(kind, thing) for kind, thing in found if _name(table, kind, thing) in known]
    return [stop for stop in found if stop not in old] + old[::4]


def _name(table: AdventureTable, kind: str, thing: int) -> str:
    return table.cards[thing].id if kind == "card" else table.spaces[thing].id


def names_of(preset: str) -> frozenset[str]:
    """Return the ids of the cards and spaces of a preset without packs."""
    table = table_for(preset)
    assert isinstance(table, AdventureTable)
    return frozenset((*(card.id for card in table.cards), *(space.id for space in table.spaces)))


# comparing


SLOTS = tuple(name for name, value in vars(State).items() if inspect.isdatadescriptor(value))
"""What a state holds. A compiled class does not list its slots."""


def slots(state: State) -> dict[str, object]:
    """Return everything in a state by slot, copied, so that two states can be compared."""
    found: dict[str, object] = {}
    for name in SLOTS:
        value = getattr(state, name)
        found[name] = list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
    found["place"] = list(state.place)
    found["frames"] = [(frame.procedure, frame.place, frame.values()) for frame in state.frames]
    return found


def demand_equal(found: dict[str, object], wanted: dict[str, object], what: str, left_out: Iterable[str] = ()) -> None:
    """Raise Broken naming the first slot in which two states differ, but for those left out."""
    for name, value in wanted.items():
        if name not in left_out and found[name] != value:
            raise Broken(f"{what}: {name} is {_difference(found[name], value)}")


def _difference(found: object, wanted: object) -> str:
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        at = next(i for i in range(len(found)) if found[i] != wanted[i])
        return f"[{at}] {found[at]!r} instead of {wanted[at]!r}"
    return f"{found!r} instead of {wanted!r}"


def demand_alike(found: State, wanted: State, what: str) -> None:
    """Raise Broken naming the first slot in which two states differ; quick if they do not."""
    if any(getattr(found, name) != getattr(wanted, name) for name in SLOTS):
        demand_equal(slots(found), slots(wanted), what)
