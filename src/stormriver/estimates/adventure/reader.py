"""The reader: goes through the words of an effect and says what they are expected to change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from stormriver.adventure.analysis.goal_keys import keys_of
from stormriver.adventure.analysis.under_way import asked_about, supposed_stake, word_asking
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import masks
from stormriver.estimates.adventure.changes import Changes, Worth, add, for_rivals, going_on
from stormriver.kernel.frames import Context
from stormriver.kernel.game import UNSEEN
from stormriver.kernel.marks import NEVER
from stormriver.kernel.state import NONE, Mark
from stormriver.language.grammar import Effect
from stormriver.language.usage import parts_of

Reading = Callable[["Reader", Any, Context], Changes]
R = TypeVar("R", bound=Reading)
A = TypeVar("A")

READINGS: Final[dict[type[Effect], Reading]] = {}
"""The registry of readings, by the class of the word."""

LEAST_CHANCE: Final = 0.001
"""Outcomes less likely than this are left out."""


def reads(word: type[Effect]) -> Callable[[R], R]:
    """Decorator: registers a function as the reading of a word."""

    def register(reading: R) -> R:
        READINGS[word] = reading
        return reading

    return register


class Reader:
    """Estimates effects, cards, spaces and options for one seat.

    Attributes:
        game: the masked, silent game of a view. A reading may suppose something in its state for a moment
            (another space, a mark), and always takes it back; nothing else in it changes as long as it is read.
        seat: the seat that it reads for.
        worth: the valuation of that seat; of several choices it is expected to take the best.
        draw: returns what drawing one card is expected to change, if that was worked out already.
        memo: a cache of readings: those that stay the same for one reader, and those that hang on what is supposed.
    """

    def __init__(self, game: AdventureGame, seat: int, worth: Worth, draw: Callable[[], Changes] | None = None) -> None:
        self.game = game
        self.table = game.table
        self.state = game.state
        self.seat = seat
        self.worth = worth
        self.draw = draw
        self.memo: dict[object, Changes] = {}
        self._keys = keys_of(game.table)
        self.defeated = False  # whether a lost battle is supposed, in which Armour may save the life
        self.holding: frozenset[int] = frozenset()  # the cards that are being read; none is read within itself
        self._leading: list[Effect] = []  # the words that lead on to other cards, which are being read
        self._sequences = 0
        self._marks: list[Mark] = []  # those that are supposed
        self._stakes: tuple[int, ...] = ()
        for number, mask in enumerate(game.hook_mask):
            if mask == UNSEEN:
                game.hook_mask[number], _ = masks(game, number)

    @property
    def row(self) -> vec[i64]:
        """The row of the seat."""
        return self.state.seats[self.seat]

    @property
    def context(self) -> Context:
        """What the ask is about."""
        return asked_about(self.game)

    @property
    def word(self) -> Effect | None:
        """The word that poses the ask; None if a step of the rules does."""
        return word_asking(self.game)

    def effect(self, effect: Effect, context: Context) -> Changes:
        """Return what an effect is expected to change, for the seats and cards of `context`.

        A word without a reading of its own is read as the mean of its parts.
        """
        reading = READINGS.get(type(effect))
        if reading is not None:
            return reading(self, effect, context)
        return self.mean([self.effect(part, context) for part in parts_of(effect)])

    def best(self, choices: Iterable[Changes]) -> Changes:
        """Return the choice that is worth most to the seat; no change at all if there is none."""
        return max(choices, key=self.worth, default={})

    def mean(self, choices: Sequence[Changes]) -> Changes:
        """Return the mean of choices, for what others choose."""
        total: Changes = {}
        for choice in choices:
            add(total, choice, 1 / len(choices))
        return total

    def choice(self, seat: int, choices: Sequence[Changes]) -> Changes:
        """Return the expected changes of a choice: the best for the reader's own seat, the mean for another one."""
        return self.best(choices) if seat == self.seat else self.mean(choices)

    def of(self, seat: int, changes: Changes) -> Changes:
        """Return the changes of a seat as this reader names them: those of other seats as changes of rivals."""
        return changes if seat == self.seat else for_rivals(changes)

    def chain(self, parts: Iterable[Callable[[], Changes]]) -> Changes:
        """Return the changes of things one after the other; the chance that the encounter ends weakens what follows."""
        total: Changes = {}
        chance = 1.0
        for part in parts:
            changes = part()
            if changes:
                add(total, changes, chance)
                chance *= going_on(changes)
                if chance < LEAST_CHANCE:
                    break
        return total

    def once(self, key: object, reading: Callable[[], Changes]) -> Changes:
        """Return the cached reading under a key, computing it the first time. Callers change nothing in it.

        Within itself a reading is no change at all: what a draw brings may be another draw.
        """
        found = self.memo.get(key)
        if found is None:
            self.memo[key] = {}
            found = self.memo[key] = reading()
        return found

    def leading_on(self, word: Effect, reading: Callable[[], Changes]) -> Changes:
        """Return a reading of the cards that a word leads on to; none if they have led back to it."""
        if word in self._leading:
            return {}
        self._leading.append(word)
        try:
            return reading()
        finally:
            self._leading.pop()

    def as_supposed(self, reading: Callable[[Reader, int], Changes], card: int) -> Changes:
        """Return the reading of a card, computed once for what is supposed. Callers change nothing in it."""
        return self.once((reading, card, self._supposition()), lambda: reading(self, card))

    # supposing

    def _supposition(self) -> tuple[object, ...]:
        """Return all that is supposed at this moment: two readings with the same are equal."""
        return (self.row[SPACE], self.defeated, self.holding, tuple(self._marks), self._stakes)

    def at(self, space: int, reading: Callable[[], A]) -> A:
        """Return what a reading says where the character is supposed to stand on a space."""
        row, masks = self.row, self.game.hook_mask
        mask = masks[self.seat]
        self.state.put(self.seat, SPACE, space)
        masks[self.seat] = mask | self.table.borne[self.table.space_source + space]
        try:
            return reading()
        finally:
            self.state.seats[self.seat], masks[self.seat] = row, mask

    def within(self, card: int, reading: Callable[[], Changes]) -> Changes:
        """Return what a reading says that is part of reading a card."""
        before, self.holding = self.holding, self.holding | {card}
        try:
            return reading()
        finally:
            self.holding = before

    @contextmanager
    def staked(self, word: Effect, context: Context, gold: int) -> Iterator[None]:
        """Suppose that so much gold has been staked on what a word does."""
        before, self._stakes = self._stakes, (*self._stakes, gold)
        try:
            with supposed_stake(self.game, word, context, gold):
                yield
        finally:
            self._stakes = before

    def in_defeat(self, reading: Callable[[], Changes]) -> Changes:
        """Return what a reading says where a life is supposed to be about to be lost in battle."""
        before, self.defeated = self.defeated, True
        try:
            return reading()
        finally:
            self.defeated = before

    @contextmanager
    def sequence(self) -> Iterator[None]:
        """Make the marks that a sequence of effects puts on count for the rest of the sequence."""
        count, masks = len(self._marks), self.game.hook_mask[:]
        self._sequences += 1
        try:
            yield
        finally:
            self._sequences -= 1
            self.game.hook_mask[:] = masks
            while len(self._marks) > count:
                self.state.marks = self.state.marks.minus(self._marks.pop())

    def suppose_mark(self, kind: int, seat: int, amount: int) -> None:
        """Within a sequence, suppose a mark on a seat."""
        if self._sequences:
            mark = Mark(kind, seat, amount, NEVER, seat, 1)
            self.state.marks = self.state.marks.plus(mark)
            self.game.hook_mask[seat] |= self.table.borne[self.table.mark_source + kind]
            self._marks.append(mark)

    # the goal

    def is_key(self, names: frozenset[str]) -> bool:
        """Tell whether a card with these names is one without which the goal cannot be entered."""
        return not names.isdisjoint(self._keys)

    def card_names(self, card: int) -> frozenset[str]:
        """Return the names of a card; an unknown one has none."""
        return self.table.cards[card].names if card >= 0 else frozenset()


def about(context: Context, seat: int = NONE, roll: int = NONE) -> Context:
    """Return a copy of a context with another seat or another roll."""
    new = context if seat == NONE else context.of(seat)
    return new if roll == NONE else new.rolled(roll, new.natural)
