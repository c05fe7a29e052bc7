"""Standing orders: questions that a seat need not be asked again, because it always answers them alike.

An order says: when only these things are on offer at this kind of ask, decline them. As soon as something
else is on offer too, the question is put again. So no order can let a new chance go by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, listed, phrase


@dataclass(frozen=True)
class Matter:
    """What a standing order can settle of an ask.

    Attributes:
        kind: the id of the kind of ask, which asks that are alike share.
        words: the kind in words, for people.
        things: the keys on offer, `leaving` apart.
        leaving: the key that declines all of them.
        worth_telling: whether a person should be told that this was declined.
    """

    kind: str
    words: str
    things: frozenset[str]
    leaving: str
    worth_telling: bool = True

    @property
    def id(self) -> str:
        """The id by which a client orders this matter."""
        return self.kind


class Orders:
    """The standing orders of one seat: for each kind of ask the keys it never wants."""

    def __init__(self, given: Mapping[str, Iterable[str]]) -> None:
        self.given: dict[str, set[str]] = {kind: set(things) for kind, things in given.items()}

    def add(self, matter: Matter) -> Matter:
        """Never ask about this matter again; return the part of it that had not been ordered before."""
        known = self.given.setdefault(matter.kind, set())
        new = matter.things - known
        known |= new
        return replace(matter, things=new)

    def withdraw(self, matter: Matter) -> None:
        """Ask about a matter again."""
        left = self.given.get(matter.kind, set()) - matter.things
        if left:
            self.given[matter.kind] = left
        else:
            self.given.pop(matter.kind, None)

    def answer(self, matter: Matter) -> str | None:
        """Return the key to answer with, or None if the seat must be asked."""
        if matter.things <= self.given.get(matter.kind, set()):
            return matter.leaving
        return None

    def rest(self, matter: Matter) -> Matter:
        """Return a matter without what is declined of it."""
        return replace(matter, things=matter.things - self.given.get(matter.kind, set()))

    def remove(self, number: int) -> bool:
        """Forget the order with a number, counted from 1; False if there is none."""
        kinds = list(self.given)
        if not 1 <= number <= len(kinds):
            return False
        del self.given[kinds[number - 1]]
        return True

    def values(self) -> dict[str, list[str]]:
        """Return the orders as plain data, fit for JSON."""
        return {kind: sorted(things) for kind, things in self.given.items()}


def declined(verb: str, what: Part | None = None) -> Part:
    """Return what an order declines, as one does it: `cast Healing`; verbs with no phrase of their own choose it.

    Args:
        verb: the verb of the option's key.
        what: what stands behind it in the key; None if nothing does.
    """
    known = rendering.language(rendering.MODEL).catalogue.sections["phrases"]
    keys = [f"never_{verb}_one"] if what is not None else []
    if what is None or isinstance(what, Text):  # such as a number
        keys.insert(0, f"never_{verb}")
    key = next(filter(known.__contains__, keys), "never_one")
    return phrase(key, what=what or Text(verb.replace("_", " ")))


def order_line(kind: Part, things: Iterable[Part], language: str) -> str:
    """Return a standing order in a line of a language.

    Args:
        kind: the kind of ask in words.
        things: what is declined, see `declined`.
        language: the code of the language.
    """
    return rendering.language(language).say(phrase("order_line", when=kind, things=listed(list(things), "or")))


def named(kind: str, words: str) -> str:
    """Return the name of a kind of ask in a save: the program's and the people's in one."""
    return f"{kind}|{words}"


def as_saved(kind: str) -> Part:
    """Return a kind of ask as people read it, by its name in a save: in the English words that stand there."""
    name, _, words = kind.partition("|")
    return Text(words or name)
