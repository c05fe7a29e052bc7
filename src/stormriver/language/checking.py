"""Checking, once everything is read, that each word is given what it needs where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, Protocol

from stormriver.kernel.errors import BadContent
from stormriver.kernel.spelling import nearest
from stormriver.kernel.translatable import Translatable, translatable
from stormriver.language.decoders import Named, Numbered
from stormriver.language.grammar import Names, Word, fields, key_of
from stormriver.language.needs import DOER, FIELD_NEEDS, FieldNeed, Need
from stormriver.language.origins import rulebook_of
from stormriver.language.registry import DECODERS
from stormriver.language.source import Node, each, fail_at, raise_all

EVERYWHERE = frozenset({DOER})
"""What is given wherever nothing else is said."""
PLAIN_FIELDS = frozenset({
    "int", "SignedInt", "str", "bool", "tuple[str, ...]", "tuple[int, ...]", "tuple[Node, ...]",
})  # fmt: skip
"""The types of fields in which no words stand, beside those that name something."""
PLAIN = frozenset({int, str, bool, frozenset, type(None)})
"""The types of values that are no words and have none in them."""


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
        inner: the fields in which words may stand, with what is there if they are left out.
        ruled: the fields whose values may need something, with their keys and what tells it.
        flawed, leading, choosy: whether the class tells of flaws, of what it leads to, of needs by its fields.
    """

    needs: frozenset[Need]
    inner: tuple[tuple[str, object], ...]
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
        tuple((name, getattr(cls, name, None)) for name, kind in kinds.items() if _may_hold_words(kind, rulebook)),
        tuple((name, key_of(name) if at else cls.word, rule) for at, (name, rule) in enumerate(told) if rule),
        cls.flaw is not Word.flaw,
        cls.elsewhere is not Word.elsewhere,
        cls.needed is not Word.needed,
    )


def _may_hold_words(kind: str, rulebook: str) -> bool:
    return kind not in PLAIN_FIELDS and not isinstance(DECODERS.get((rulebook, kind)), (Named, Numbered))


class Checker:
    """Checks the words of one definition after the other.

    Args:
        given: what is given wherever nothing else is said.
    """

    def __init__(self, *given: Need) -> None:
        self.given = EVERYWHERE.union(given)
        self.carrier = Word()  # the definition whose words are checked
        self.around: list[Word] = []  # the words in which the one that is checked stands, outermost first
        self.circle = 0  # the first of them from which no dice lie in between
        self.leading: list[Word] = []  # the words that have led elsewhere
        self.faults: list[BadContent] = []

    def check(self, carriers: Iterable[Word]) -> None:
        """Check all words of some definitions; BadContent with all that lack something."""
        for carrier in carriers:
            self.carrier = carrier
            self._word(carrier, self.given)
        raise_all(self.faults)

    def _word(self, word: Word, given: frozenset[Need]) -> None:
        plan, sound = plan_of(type(word)), len(self.faults)
        self._demand(word, plan.needs, given)
        if plan.choosy:
            self._demand(word, word.needed(), given)
        if plan.ruled:
            self._needs_of_fields(word, plan, given)
        if plan.flawed and (flaw := word.flaw()):
            self._fail(word, translatable(flaw))
        if len(self.faults) > sound:
            return  # what is inside speaks of what is not there
        if not plan.inner and not plan.leading:
            return
        before = self.circle
        self.around.append(word)
        if word.chancy:
            self.circle = len(self.around)
        for field, left_out in plan.inner:
            value = getattr(word, field)
            if value is not left_out and type(value) not in PLAIN:
                self._inside(value, word, field, given)
        if plan.leading:
            self._elsewhere(word, given)
        self.circle = before
        self.around.pop()

    def _inside(self, value: Any, word: Word | Clause, field: str, given: frozenset[Need]) -> None:
        """Check the words in a field."""
        inside = given | word.provided_in(field)
        hidden = word.hidden_in(field)
        if hidden:
            inside = given - hidden | word.provided_in(field)
        self._parts(value, inside)

    def _parts(self, value: Any, given: frozenset[Need]) -> None:
        """Check the words, records and clauses that make up the value of a field."""
        if isinstance(value, Word):
            if value.stands is not None:
                self._word(value, given)
        elif isinstance(value, (tuple, list)):
            for item in value:
                self._parts(item, given)
        elif isinstance(value, dict):
            for item in value.values():
                self._parts(item, given)
        elif hasattr(value, "parts"):
            for name in value.parts:
                self._inside(getattr(value, name), value, name, given)

    def _demand(self, word: Word, needs: frozenset[Need], given: frozenset[Need]) -> None:
        if not needs <= given:
            self._fail(word, _lacking(word, min(needs - given, key=lambda need: need.noun)))

    def _needs_of_fields(self, word: Word, plan: Plan, given: frozenset[Need]) -> None:
        for field, key, rule in plan.ruled:
            found = rule(getattr(word, field))
            if found is not None and found[0] not in given:
                self._fail(word, _lacking(word, found[0], f"{key}: {found[1]}"))

    def _elsewhere(self, word: Word, given: frozenset[Need]) -> None:
        """Check what a word leads to; what leads back to itself without dice in between would never end."""
        there = word.elsewhere(self.carrier)
        if there is None:
            return
        if any(there is one for one in self.around[self.circle :]):
            endless = "{word!r} leads back to itself, and no dice lie in between, so it would never end"
            self._fail(word, Translatable(endless, word=word.word))
        if any(there is one for one in self.around):
            return
        self.leading.append(word)
        self._word(there, given - word.hidden_in("") | word.provided_in(""))
        self.leading.pop()

    def _fail(self, word: Word, problem: Translatable) -> None:
        """Note a fault at a word, or at the one that has led to it."""
        at = self.leading[0] if self.leading else word
        if at is not word:
            problem = Translatable("{word!r} leads to where {problem}", word=at.word, problem=problem)
        if at.stands is None:
            raise BadContent(problem)
        try:
            fail_at(at.stands, problem)
        except BadContent as fault:
            self.faults.append(fault)


def demand_use(names: Names, what: str, given: Iterable[Node], known: set[str], remedy: Translatable) -> None:
    """Refuse the first of some names that are given to things, but that no word asks for: it is misspelt.

    Args:
        names: the names of the loader, all of whose files have been read.
        what: what to call them in the message, e.g. `tag`.
        given: the names, where they stand.
        known: those that need not be asked for.
        remedy: what would do, as the end of a sentence.
    """
    used = known | names.asked.get("thing", set())

    def demand(node: Node) -> None:
        if node.text() not in used:
            near = nearest(node.text(), used)
            meant = Translatable("did you mean {near!r}? Else {remedy}", near=near, remedy=remedy) if near else remedy
            node.fail(
                "nothing asks for the {what} {name!r}; {meant}", what=Translatable(what), name=node.text(), meant=meant
            )

    each(given, demand)


def _lacking(word: Word, need: Need, field: str = "") -> Translatable:
    lacks = {"word": word.word, "need": Translatable(need.noun), "remedy": Translatable(need.remedy)}
    if field:
        return Translatable(
            "{word!r} with `{field}` needs {need}, which is not given here; {remedy}", field=field, **lacks
        )
    return Translatable("{word!r} needs {need}, which is not given here; {remedy}", **lacks)
