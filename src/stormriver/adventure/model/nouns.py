"""The English names of things, places and numbers of a table: `an Axe`, `Followers`, `on a Woods space`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from stormriver.adventure.model.columns import CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.types import THIS, WHO_ENGLISH, YOU
from stormriver.kernel.table import once_a_table
from stormriver.language.english import an, counted, listed, plural

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

COLUMN_ENGLISH = {
    LIFE: "life", FATE: "fate", GOLD: "gold", STRENGTH: "Strength", CRAFT: "Craft", EXPERIENCE: "experience point",
}  # fmt: skip

CLASSES = {
    "belonging": ("Object or Follower", "Objects or Followers"),
    "character": ("character", "characters"),
    "creature": ("creature", "creatures"),
    "object": ("Object", "Objects"),
    "unfriendly": ("unfriendly individual", "unfriendly individuals"),
    "visited": ("Stranger or Place", "Strangers or Places"),
}
"""Classes and tags that the rules themselves speak of: one of them and many of them."""

CAUSES = {"battle": "in battle", "psychic": "in psychic combat"}
"""What a life may be lost to besides cards and spaces."""

PURPOSES = {"attack": "for your attack", "movement": "for movement", "pray": "in prayer"}
"""What a die may be rolled for; whatever is not here is taken for the name of a card or space."""


EXPANDED = {"belonging": ("object", "follower"), "visited": ("stranger", "place")}
"""Classes that are better listed by their kinds."""


class Nouns:
    """The nouns of one table: English for the ids of cards, spaces, Regions, kinds, classes and tags."""

    def __init__(self, table: AdventureTable) -> None:
        self.table = table
        self.cards = {card.id: card for card in table.definitions}
        self.copies: dict[str, int] = {}
        for card in table.cards:
            self.copies[card.id] = self.copies.get(card.id, 0) + 1
        self.spaces: dict[str, list[Any]] = {}
        for space in table.spaces:
            for name in {space.id, space.kind}:
                self.spaces.setdefault(name, []).append(space)
        self.space_names = [self._space_name(number) for number in range(len(table.spaces))]
        self.classes = {name for kind in table.kinds.values() for name in kind.is_}
        self.made = {mark.id: mark.name for mark in table.marks if mark.makes}
        self.tags = {item.text() for item in table.ruleset.entries["tags"].items()}

    @property
    def incantations(self) -> list[str]:
        """Return the names of the Spells that are cast without a card."""
        return sorted({word.name for word in self.table.words if word.word == "incant"})

    def noun(self, name: str) -> str:
        """Return the singular noun of a name, without an article."""
        if name in CLASSES:
            return CLASSES[name][0]
        if name in self.table.kinds:
            return self.table.kinds[name].name.rsplit(" - ", 1)[-1]
        if name in self.cards:
            return str(self.cards[name].name)
        if name in self.spaces:
            called = {str(space.name) for space in self.spaces[name]}
            return called.pop() if len(called) == 1 else name.replace("_", " ")
        if name in self.table.regions:
            return self.table.regions[name].name
        if name in self.made:
            return str(self.made[name])
        return name.replace("_", " ").title()

    def is_sort(self, name: str) -> bool:
        """Tell whether there may be many things of this name: a kind, a class or a tag, not one card or space."""
        if name in self.made:
            return True
        if name in self.tags and (name in self.cards or name in self.spaces):
            return self.copies.get(name, 0) > 1
        return name in self.table.kinds or name in self.classes or name in CLASSES or name in self.tags

    def a(self, name: str) -> str:
        """Return one of a sort, or the single thing of this name: `a Follower`, `the Maiden`, `the Castle`."""
        if self.is_sort(name) or self.copies.get(name, 0) > 1:
            return an(self.noun(name))
        return self.the(name)

    def the(self, name: str) -> str:
        """Return the name with its definite article, which Spells and `Solomon's Crown` do without."""
        noun = self.noun(name)
        if name in self.cards and not self.is_sort(name) and (self.cards[name].kind == "spell" or "'s " in noun):
            return noun
        return f"the {noun}"

    def card(self, number: int) -> str:
        """Return the name of a card with its definite article: `the Bear`, `Healing`."""
        card = self.table.cards[number]
        return str(card.name) if card.kind == "spell" or "'s " in card.name else f"the {card.name}"

    def ordered(self, things: frozenset[str]) -> list[str]:
        """Return names in the order of their nouns, wide classes replaced by the kinds they are made of."""
        names: set[str] = set()
        for name in things:
            names.update(EXPANDED.get(name, (name,)) if self.classes.issuperset({name}) else (name,))
        return sorted(names, key=self.noun)

    def one(self, things: frozenset[str], last: str = "or") -> str:
        """Return one of several things: `an Object or the Maiden`; `anything` if there is no limit."""
        return listed(map(self.a, self.ordered(things)), last) or "anything"

    def those(self, things: frozenset[str], last: str = "or") -> str:
        """Return things with the definite article: `the Crags or the Forest`."""
        return listed(map(self.the, self.ordered(things)), last) or "anything"

    def many(self, things: frozenset[str], anything: str = "anything", last: str = "or") -> str:
        """Return all things of these names: `Weapons or Armour`; `anything` if there is no limit."""
        return listed(map(self._all, self.ordered(things)), last) or anything

    def _all(self, name: str) -> str:
        if name in CLASSES:
            return CLASSES[name][1]
        if self.is_sort(name) or self.copies.get(name, 0) > 1:
            return plural(self.noun(name))
        return self.the(name)

    def bare(self, things: frozenset[str], anything: str = "card") -> str:
        """Return things without articles, for counting them: `Follower`, `Sword or Axe`."""
        return listed(map(self.noun, self.ordered(things))) or anything

    def place(self, things: frozenset[str]) -> str:
        """Return where one is: `in the Inner Region`, `on a Woods space`, `at the Castle or the Chapel`."""
        regions = sorted(self.the(name) for name in things if name in self.table.regions)
        sorts = sorted(self.noun(name) for name in things if len(self.spaces.get(name, ())) > 1)
        single = sorted(self.the(name) for name in things if len(self.spaces.get(name, ())) == 1)
        return listed(
            [f"in {listed(regions)}"] * bool(regions)
            + [f"on {an(listed(sorts))} space"] * bool(sorts)
            + [f"at {listed(single)}"] * bool(single)
        )

    def space(self, number: int) -> str:
        """Return the name of a space with its article, or with its number if others are called so too: `Fields 3`."""
        return self.space_names[number]

    def _space_name(self, number: int) -> str:
        name = self.table.spaces[number].name
        alike = [other for other, space in enumerate(self.table.spaces) if space.name == name]
        return f"the {name}" if len(alike) == 1 else f"{name} {alike.index(number) + 1}"

    def cause(self, things: frozenset[str]) -> str:
        """Return what a life is lost to: `in battle`, `to Spells`, `to the Desert`."""
        fights = sorted(CAUSES[name] for name in things if name in CAUSES)
        others = sorted(self._all(name) for name in things if name not in CAUSES)
        return listed(fights + [f"to {listed(others)}"] * bool(others))

    def purpose(self, name: str) -> str:
        """Return what a die is rolled for: `in prayer`, `at the Cave`."""
        return PURPOSES.get(name, f"at {self.the(name)}")


@once_a_table
def nouns(table: AdventureTable) -> Nouns:
    """Return the nouns of a table; they are cached."""
    return Nouns(table)


def filled(template: str, things: str) -> str:
    """Return a template with `things` in place of its braces; without any, with what stands in the braces."""
    parts = re.split(r"[{}]", template)  # every second one stood in braces
    return "".join((things or part) if at % 2 else part for at, part in enumerate(parts))


def modified(template: str, amount: str, from_nothing: bool, at_most: bool = False) -> str:
    """Return the English of a change of a number by a hook, from the text of that number.

    `Strength` is a plain noun, added to; `you may carry {Object}` says where the amount and its noun stand.

    Args:
        template: the text of the number, as its preset gives it.
        amount: what is added, or the ceiling.
        from_nothing: whether the number is 0 without hooks, so that one does not say `more`.
        at_most: whether `amount` is a ceiling.
    """
    found = re.search(r"\{([^}]*)\}", template)
    if found is None:
        return f"your {template} is at most {amount}" if at_most else f"add {amount} to your {template}"
    more = "" if from_nothing or at_most else " more"
    noun = found.group(1)
    said = f"{amount}{more} {noun if amount == '1' or not noun else plural(noun)}".strip()
    return template[: found.start()] + ("at most " if at_most else "") + said + template[found.end() :]


def amounts_english(what: dict[int, Any]) -> str:
    """Return amounts in words: `2 lives and 1 gold`."""
    return listed([_amount(column, value.english()) for column, value in what.items()], "and")


def _amount(column: int, many: str) -> str:
    """Return an amount in words; all that one has of Strength and Craft besides the printed value is counters."""
    if many == "all" and column in (STRENGTH, CRAFT):
        return f"all {COLUMN_ENGLISH[column]} counters"
    return counted(many, COLUMN_ENGLISH[column])


def subject(who: int, verb_you: str, verb_they: str) -> str:
    """Return the subject and verb of a sentence; of `you` only the verb."""
    return verb_you if who == YOU else f"{WHO_ENGLISH[who]} {verb_they}"


def the_card_english(cards: frozenset[str]) -> str:
    """Return `this` or `that` with its noun."""
    return "this card" if cards == THIS else "that card"
