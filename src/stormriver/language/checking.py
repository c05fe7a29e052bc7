"""Checking, once everything is read, that each word is given what it needs where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple, Protocol

from stormriver.kernel.errors import BadContent
from stormriver.language.grammar import Fixed, Word, fields, key_of
from stormriver.language.needs import DOER, FIELD_NEEDS, FieldNeed, Need
from stormriver.language.origins import rulebook_of

EVERYWHERE = frozenset({DOER})
"""What is given wherever nothing else is said."""
HOLD_NO_WORDS = frozenset({
    "int", "str", "bool", "tuple[str, ...]", "tuple[int, ...]", "tuple[Node, ...]", "Things", "Who", "Moments",
    "MarkRef", "SpaceRef", "DeckRef", "DeckRefs", "CardRef", "OptionRef", "NumberRef", "Purpose", "Column", "Alignment",
    "Copies",
})  # fmt: skip
"""Types of fields that are passed over, because they are many and no words stand in them."""


class Clause(Protocol):
    """What is no word, but has words in it."""

    parts: ClassVar[tuple[str, ...]]

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives to the words in a field."""

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides from the words in a field."""


class Plan(NamedTuple):
    """How the words of a class are checked.

    Attributes:
        needs: what each of them needs.
        inner: the fields in which words may stand.
        ruled: the fields whose values may need something, with their keys and what tells it.
        flawed, leading, choosy: whether the class tells of flaws, of what it leads to, of needs by its fields.
    """

    needs: frozenset[Need]
    inner: tuple[str, ...]
    ruled: tuple[tuple[str, str, FieldNeed], ...]
    flawed: bool
    leading: bool
    choosy: bool


_plans: dict[type[Word], Plan] = {}


def plan_of(cls: type[Word]) -> Plan:
    """Return how the words of a class are checked; it is looked up once."""
    if cls not in _plans:
        _plans[cls] = _plan(cls)
    return _plans[cls]


def _plan(cls: type[Word]) -> Plan:
    kinds = fields(cls)
    rulebook = rulebook_of(cls)
    told = [(name, FIELD_NEEDS.get((rulebook, kind))) for name, kind in kinds.items()]
    return Plan(
        cls.needs if cls.unattended or not cls.family else cls.needs | EVERYWHERE,
        tuple(name for name, kind in kinds.items() if kind not in HOLD_NO_WORDS),
        tuple((name, key_of(name), rule) for name, rule in told if rule is not None),
        cls.flaw is not Word.flaw,
        cls.elsewhere is not Word.elsewhere,
        cls.needed is not Word.needed,
    )


class Checker:
    """Checks the words of one definition after the other; BadContent at the first that lacks something."""

    def __init__(self) -> None:
        self.carrier = Word()  # the definition whose words are checked
        self.around: list[Word] = []  # the words in which the one that is checked stands, outermost first
        self.circle = 0  # the first of them from which no dice lie in between
        self.leading: list[Word] = []  # the words that have led elsewhere

    def check(self, carriers: Iterable[Word]) -> None:
        """Check all words of some definitions."""
        for carrier in carriers:
            self.carrier = carrier
            self._word(carrier, EVERYWHERE)

    def _word(self, word: Word, given: frozenset[Need]) -> None:
        plan = plan_of(type(word))
        if not plan.needs <= given:
            self._fail(word, _lacking(word, _first(plan.needs - given)))
        if plan.choosy or plan.ruled:
            self._needs_by_fields(word, plan, given)
        if plan.flawed and (flaw := word.flaw()):
            self._fail(word, flaw)
        if not plan.inner and not plan.leading:
            return
        before = self.circle
        self.around.append(word)
        if word.chancy:
            self.circle = len(self.around)
        for field in plan.inner:
            value = getattr(word, field)
            if value:
                self._inside(value, word, field, given)
        if plan.leading:
            self._elsewhere(word, given)
        self.circle = before
        self.around.pop()

    def _inside(self, value: Any, word: Word | Clause, field: str, given: frozenset[Need]) -> None:
        """Check the words in a field."""
        inside: frozenset[Need] | None = None
        for part in _parts(value):
            if inside is None:
                inside = given - word.hidden_in(field) | word.provided_in(field)
            if isinstance(part, Word):
                self._word(part, inside)
            else:
                for name in part.parts:
                    self._inside(getattr(part, name), part, name, inside)

    def _needs_by_fields(self, word: Word, plan: Plan, given: frozenset[Need]) -> None:
        for need in word.needed():
            if need not in given:
                self._fail(word, _lacking(word, need))
        for field, key, rule in plan.ruled:
            found = rule(getattr(word, field))
            if found is not None and found[0] not in given:
                shown = f"{{{key}: {found[1]}}}" if key == word.word else f"`{key}: {found[1]}`"
                self._fail(word, _lacking(word, found[0], f" with {shown}"))

    def _elsewhere(self, word: Word, given: frozenset[Need]) -> None:
        """Check what a word leads to; what leads back to itself without dice in between would never end."""
        there = word.elsewhere(self.carrier)
        if there is None:
            return
        if any(there is one for one in self.around[self.circle :]):
            self._fail(word, f"{word.word!r} leads back to itself, and no dice lie in between, so it would never end")
        if any(there is one for one in self.around):
            return
        self.leading.append(word)
        self._word(there, given - word.hidden_in("") | word.provided_in(""))
        self.leading.pop()

    def _fail(self, word: Word, message: str) -> None:
        """Fail at a word, or at the one that has led to it."""
        at = self.leading[0] if self.leading else word
        if at is not word:
            message = f"{at.word!r} leads to where {message}"
        if at.stands is None:
            raise BadContent(message)
        at.stands.fail(message)


def _first(needs: Iterable[Need]) -> Need:
    """Return which of several needs is told of, always the same one."""
    return min(needs, key=lambda need: need.noun)


def _lacking(word: Word, need: Need, how: str = "") -> str:
    return f"{word.word!r}{how} needs {need.noun}, which is not given here; {need.remedy}"


def _parts(value: Any) -> Iterator[Word | Clause]:
    """Yield the words, records and clauses that directly make up the value of a field."""
    if isinstance(value, Word):
        if value.stands is not None and type(value) is not Fixed:
            yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
    elif hasattr(value, "parts"):
        yield value
