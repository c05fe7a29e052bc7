"""Coverage: which lines of a pack's cards its scenarios and examples have reached, and which they never have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from stormriver.kernel.compiled import COMPILED
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.game import Game
from stormriver.language.grammar import Condition, Effect, Value, Word
from stormriver.language.source import Where
from stormriver.scenario.files import Scenario
from stormriver.scenario.run import Outcome, Run
from stormriver.workshop.bench import OnBench, within_reach
from stormriver.workshop.pack_check import outcome_of, read_trial, trials

WORKS: tuple[tuple[type[Word], str], ...] = ((Effect, "do"), (Condition, "test"), (Value, "of"))
"""By family of words, the method by which one of them does its work."""


@dataclass
class Card:
    """How far the scenarios have gone through one card, or anything else with an id.

    Attributes:
        name: its id.
        stands: where it begins.
        words: all words of it, by where they stand, and what each is called.
        reached: where those stand that have done their work.
        played: whether it has lain anywhere but in its deck.
    """

    name: str
    stands: Where
    words: dict[Where, str] = field(default_factory=dict)
    reached: set[Where] = field(default_factory=set)
    played: bool = False

    @property
    def missed(self) -> list[tuple[Where, str]]:
        """The words that have never done their work, in the order of the file; all if it was never played."""
        return sorted((where, word) for where, word in self.words.items() if where not in self.reached)

    @property
    def whole(self) -> bool:
        """Whether all of it was reached; what says nothing but numbers, once it was played."""
        return not self.missed and (self.played or bool(self.words))


@dataclass(frozen=True)
class Coverage:
    """What trying out a pack has shown.

    Attributes:
        cards: all cards and spaces of the pack, in the order of its files.
        outcomes: how each scenario and example ended.
    """

    cards: list[Card]
    outcomes: list[Outcome]

    @property
    def share(self) -> float:
        """The share of words that were reached; of a thing without words, whether it was played."""
        total = sum(len(card.words) or 1 for card in self.cards)
        reached = sum(len(card.reached) if card.words else card.played for card in self.cards)
        return reached / total if total else 1.0


def try_out(pack: OnBench) -> Coverage:
    """Run all scenarios and examples of a pack, and note what they reach.

    Raises:
        BadContent: for what is wrong in the pack.
        StormriverError: by a compiled engine, which cannot be watched.
    """
    if COMPILED:
        raise StormriverError(
            "The compiled engine tells nothing of single words; set STORMRIVER_PURE=1 and try it again."
        )
    with within_reach(pack):
        table = pack.table()
        cards = cards_of(pack, table)
        return Coverage(list(cards.values()), [_try(pack, trial, cards) for trial in trials(pack, table)])


def cards_of(pack: OnBench, table: Any) -> dict[str, Card]:
    """Return the cards and spaces of a table that stand in a pack, by their ids, with nothing reached yet."""
    things = (thing for thing in (*table.definitions, *table.spaces) if thing.stands is not None)
    found = {thing.id: Card(thing.id, thing.stands) for thing in things if pack.holds(thing.stands.file)}
    for word in _own_words(pack, table):
        owner = found.get(word.address.partition("/")[0])
        if owner is not None and word.stands is not None:
            owner.words[word.stands] = word.word or word.family
    return dict(sorted(found.items(), key=lambda item: item[1].stands[:2]))


def _own_words(pack: OnBench, table: Any) -> Iterator[Word]:
    """Yield the words of a table that stand in a pack and do something by themselves; a list is but its parts."""
    for word in table.words:
        if word.stands is not None and word.word and pack.holds(word.stands.file):
            yield word


def _try(pack: OnBench, trial: Any, cards: dict[str, Card]) -> Outcome:
    """Run a scenario or example, note on the cards what it reaches, and return how it ended."""
    try:
        scenario = read_trial(trial)
        with _watched(_own_words(pack, scenario.table), lambda word: _note(cards, word)):
            one = Run(scenario)
            outcome = one.outcome()
    except BadContent:
        return outcome_of(trial)
    for name in _played(scenario, one.game):
        if name in cards:
            cards[name].played = True
    return outcome


def _note(cards: dict[str, Card], word: Word) -> None:
    owner = cards.get(word.address.partition("/")[0])
    if owner is not None and word.stands in owner.words:
        owner.reached.add(word.stands)


def _played(scenario: Scenario, game: Game) -> Iterator[str]:
    """Yield the ids of what a scenario names, or has moved out of its deck."""
    yield from scenario.named
    table: Any = game.table
    for event in game.log or ():
        for what, number in zip(table.rulebook.shapes.get(event.kind, ()), event.data, strict=False):
            if what == "cards" and number >= 0:
                yield table.cards[number].id
            elif what == "spaces" and number >= 0:
                yield table.spaces[number].id


@contextmanager
def _watched(words: Iterable[Word], note: Callable[[Word], None]) -> Iterator[None]:
    """Call a function before each word does its work, for as long as this lasts."""
    watched = [(word, name) for word in words for family, name in WORKS if isinstance(word, family)]
    for word, name in watched:
        _watch(word, name, note)
    try:
        yield
    finally:
        for word, name in watched:
            delattr(word, name)


def _watch(word: Word, name: str, note: Callable[[Word], None]) -> None:
    work = getattr(word, name)

    def noted(*arguments: Any) -> Any:
        note(word)
        return work(*arguments)

    setattr(word, name, noted)
