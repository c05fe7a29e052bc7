"""What words of the adventure games name in their clauses: seats, things, places, amounts, dice, times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from stormriver.adventure.model.columns import CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.types import EVERYTHING, THIS, WHO, YOU, Who
from stormriver.kernel.table import once_a_table
from stormriver.language import clauses
from stormriver.language.clauses import Count, Name, Noun, Part, Text, listed, phrase
from stormriver.language.grammar import Value

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

COLUMN_NOUNS: Final = {
    LIFE: "life", FATE: "fate", GOLD: "gold", STRENGTH: "strength", CRAFT: "craft", EXPERIENCE: "experience_point",
}  # fmt: skip
"""The nouns of what a character has, by column."""
CLASSES: Final = frozenset({"belonging", "character", "creature", "object", "unfriendly", "visited"})
"""Classes and tags that the rules themselves speak of; the catalogues have their names."""
EXPANDED: Final = {"belonging": ("object", "follower"), "visited": ("stranger", "place")}
"""Classes that are better listed by their kinds."""
FIGHTS: Final = frozenset({"battle", "psychic"})
"""What a life may be lost in, beside what it is lost to."""
PURPOSES: Final = frozenset({"attack", "movement", "pray"})
"""What a die may be rolled for; whatever is not here is taken for the name of a card or space."""


# seats


def whom(who: Who) -> Part:
    """Return the seats that a word means: `you`, `that character`, `every other character`."""
    return clauses.YOU if who == YOU else phrase(f"who_{WHO[who]}")


def said_of(who: Who, key: str, modal: str = "", **parts: Part) -> Part:
    """Return what is done by those whom a word means; of the reader alone it is bidden."""
    done = clauses.Do(key, parts, modal)
    return clauses.Clause((done,), None if who == YOU else whom(who))


# amounts


def count(noun: str | Name, amount: Value | int) -> Part:
    """Return so many of something: `2 lives`, `all lives`, `lives equal to the roll`."""
    if amount is EVERYTHING:
        return Noun(noun, "all", True) if isinstance(noun, str) else Name(noun.sort, noun.id, noun.text, True, "all")
    return Count(noun, plain(amount))


def plain(amount: Value | int) -> int | Part:
    """Return an amount as a number if it is a fixed one, such as what an option of the table settles."""
    said = amount if isinstance(amount, int) else amount.clause()
    return int(said.text) if isinstance(said, Text) and said.text.isdigit() else said


def amounts(what: Mapping[int, Value]) -> Part:
    """Return amounts of what a character has: `2 lives and 1 gold`; all Strength but the printed one is counters."""
    return listed([_amount(column, value) for column, value in what.items()], "and")


def counter_noun(column: int) -> str:
    """Return the noun for counters that lie on a card; gold is gold there, too."""
    return COLUMN_NOUNS[column] if column == GOLD else f"{COLUMN_NOUNS[column]}_counter"


def _amount(column: int, value: Value) -> Part:
    if value is EVERYTHING and column in (STRENGTH, CRAFT):
        return Noun(f"{COLUMN_NOUNS[column]}_counter", "all", True)
    noun = COLUMN_NOUNS[column]
    return value.counted(noun) or count(noun, value)


def number(value: Value | int) -> Part:
    """Return a number: `2`, `the roll`."""
    return Text(str(value)) if isinstance(value, int) else value.clause()


def dice(amount: Value | int) -> Part:
    """Return how many dice: `a die`, `2 dice`, `as many dice as your life`."""
    said = plain(amount)
    if isinstance(said, int):
        return Noun("die", "a") if said == 1 else Count("die", said)
    return phrase("as_many_dice", number=said)


def top_cards(amount: Value | int, decks: Part) -> Part:
    """Return the cards on top of decks: `the top card of the Spell deck`, `the top 3 cards of the Adventure deck`."""
    many = number(amount)
    return Noun("top_card", "the", many != Text("1"), {"number": many, "decks": decks})


def times(often: int) -> Part:
    """Return how often: `once`, `twice`, `3 times`."""
    if often in (1, 2):
        return phrase("once" if often == 1 else "twice")
    return phrase("number_of_times", number=Text(str(often)))


# things


class Things:
    """The names of one table: its cards, spaces, Regions, kinds, classes and tags, with the determiners they take."""

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
        self.classes = {name for kind in table.kinds.values() for name in kind.is_}
        self.made = {mark.id: mark.name for mark in table.marks if mark.makes}
        self.tags = {item.text() for item in table.ruleset.entries["tags"].items()}
        self.incantations = sorted({word.name for word in table.words if word.word == "incant"})
        self._spaces = [self._space(number) for number in range(len(table.spaces))]

    # one name

    def sort_of(self, name: str) -> tuple[str, str]:
        """Return what a name names (`card`, `kind`, `space`, ...) and what its pack calls it."""
        if name in CLASSES:
            return "class", name.title()
        if name in self.table.kinds:
            return "kind", self.table.kinds[name].name.rsplit(" - ", 1)[-1]
        if name in self.cards:
            return "card", str(self.cards[name].name)
        if name in self.spaces:
            called = {str(space.name) for space in self.spaces[name]}
            return "space", called.pop() if len(called) == 1 else name.replace("_", " ")
        if name in self.table.regions:
            return "region", self.table.regions[name].name
        if name in self.made:
            return "mark", str(self.made[name])
        return "tag", name.replace("_", " ").title()

    def _called(self, name: str) -> str:
        """Return what the pack calls a thing, by which names are put in order."""
        return self.sort_of(name)[1]

    def named(self, name: str, determiner: str = "", several: bool = False) -> Name:
        """Return a name with a determiner: `Follower`, `all Weapons`."""
        sort, text = self.sort_of(name)
        return Name(sort, name, text, several, determiner)

    def is_sort(self, name: str) -> bool:
        """Tell whether there may be many things of this name: a kind, a class or a tag, not one card or space."""
        if name in self.made:
            return True
        if name in self.tags and (name in self.cards or name in self.spaces):
            return self.copies.get(name, 0) > 1
        return name in self.table.kinds or name in self.classes or name in CLASSES or name in self.tags

    def _many(self, name: str) -> bool:
        return self.is_sort(name) or self.copies.get(name, 0) > 1

    def a(self, name: str) -> Part:
        """Return one of a sort, or the single thing of this name: `a Follower`, `the Maiden`, `the Castle`."""
        return self.named(name, "a") if self._many(name) else self.the(name)

    def the(self, name: str) -> Part:
        """Return the name with its definite article, which Spells do without."""
        single_spell = name in self.cards and not self.is_sort(name) and self.cards[name].kind == "spell"
        return self.named(name, "" if single_spell else "the")

    def _all(self, name: str, determiner: str = "") -> Part:
        return self.named(name, determiner, several=True) if self._many(name) else self.the(name)

    # several names

    def ordered(self, things: Iterable[str]) -> list[str]:
        """Return names in the order of what they are called, wide classes replaced by the kinds they are made of."""
        names: set[str] = set()
        for name in things:
            names.update(EXPANDED.get(name, (name,)) if name in self.classes else (name,))
        return sorted(names, key=self._called)

    def one(self, things: frozenset[str], joined: str = "or", anything: str = "anything") -> Part:
        """Return one of several things: `an Object or the Maiden`; the phrase `anything` if there is no limit."""
        return self._listed([self.a(name) for name in self.ordered(things)], joined, anything)

    def those(self, things: frozenset[str], joined: str = "or", anything: str = "anything") -> Part:
        """Return things with the definite article: `the Crags or the Forest`."""
        return self._listed([self.the(name) for name in self.ordered(things)], joined, anything)

    def many(
        self, things: frozenset[str], anything: str = "anything", joined: str = "or", determiner: str = ""
    ) -> Part:
        """Return all things of these names: `Weapons or Armour`; the phrase `anything` if there is no limit.

        Args:
            things: their names.
            anything: the key of the phrase for no limit.
            joined: `or` or `and`.
            determiner: what sorts take, e.g. `your`.
        """
        return self._listed([self._all(name, determiner) for name in self.ordered(things)], joined, anything)

    def bare(self, things: frozenset[str], determiner: str = "", anything: str = "card") -> Part:
        """Return one of several things with another determiner: `your Follower`; the noun `anything` without limit."""
        if not things:
            return Noun(anything, determiner)
        first, *others = self.ordered(things)
        return listed([self.named(first, determiner), *map(self.named, others)])

    def counted(self, things: frozenset[str], amount: Value | int, noun: str = "card") -> Part:
        """Return so many of several things: `2 Followers`; of the noun if there is no limit."""
        if not things:
            return count(noun, amount)
        return listed([count(self.named(name), amount) for name in self.ordered(things)])

    def _listed(self, parts: list[Part], joined: str, anything: str) -> Part:
        return listed(parts, joined) if parts else phrase(anything)

    # cards and places

    def card(self, number: int) -> Part:
        """Return the name of a card with its definite article: `the Bear`, `Healing`."""
        card = self.table.cards[number]
        return Name("card", card.id, card.name, determiner="" if card.kind == "spell" else "the")

    def card_itself(self, number: int) -> Part:
        """Return the name of a card as such, without an article."""
        return Name("card", self.table.cards[number].id, self.table.cards[number].name)

    def deck(self, number: int, determiner: str = "the") -> Part:
        """Return the name of a deck."""
        deck = self.table.decks[number]
        return Name("deck", deck.id, deck.name, determiner=determiner)

    def decks(self, numbers: Iterable[int]) -> Part:
        """Return the names of decks: `the Spell deck or the Adventure deck`."""
        return listed([self.deck(number) for number in numbers])

    def mark(self, number: int, determiner: str = "") -> Name:
        """Return the name of a kind of mark."""
        kind = self.table.marks[number]
        return Name("mark", kind.id, kind.name, determiner=determiner)

    def space(self, number: int) -> Part:
        """Return the name of a space with its article, or with its number if others are called so too: `Fields 3`."""
        return self._spaces[number]

    def space_itself(self, number: int) -> Part:
        """Return the name of a space as such, without an article."""
        return self._space(number, "")

    def _space(self, number: int, determiner: str = "the") -> Part:
        space = self.table.spaces[number]
        alike = [other for other, one in enumerate(self.table.spaces) if one.name == space.name]
        key = space.kind if len(alike) > 1 and space.kind else space.id
        name = Name("space", key, space.name, determiner=determiner if len(alike) == 1 else "")
        if len(alike) == 1:
            return name
        return phrase("numbered_space", name=name, number=Text(str(alike.index(number) + 1)))

    def place(self, things: frozenset[str]) -> Part:
        """Return where one is: `in the Inner Region`, `on a Woods space`, `at the Castle or the Chapel`."""
        regions = sorted(name for name in things if name in self.table.regions)
        spaces = sorted([name for name in things if name in self.spaces], key=self._called)
        sorts = [name for name in spaces if len(self.spaces[name]) > 1]
        single = [name for name in spaces if len(self.spaces[name]) == 1]
        found: list[Part] = []
        if regions:
            found.append(phrase("in_region", region=listed([self.the(name) for name in regions])))
        if sorts:
            found.append(phrase("on_a_space", kinds=listed([self.named(name) for name in sorts])))
        if single:
            found.append(phrase("at_space", space=listed([self.the(name) for name in single])))
        return listed(found)

    def cause(self, things: frozenset[str]) -> Part:
        """Return what a life is lost to: `in battle`, `to Spells`, `to the Desert`."""
        found: list[Part] = [phrase(f"lost_in_{name}") for name in sorted(things & FIGHTS)]
        others = self.ordered(things - FIGHTS)
        if others:
            found.append(phrase("lost_to", things=listed([self._all(name) for name in others])))
        return listed(found)

    def purpose(self, name: str) -> Part:
        """Return what a die is rolled for: `in prayer`, `at the Cave`."""
        return phrase(f"roll_for_{name}") if name in PURPOSES else phrase("at_space", space=self.the(name))


@once_a_table
def things(table: AdventureTable) -> Things:
    """Return the names of a table; they are cached."""
    return Things(table)


def incantation(name: str) -> Part:
    """Return the name of a Spell that is cast without a card."""
    return Name("creature", name.lower().replace(" ", "_"), name, determiner="the")


def card_meant(cards: frozenset[str]) -> Part:
    """Return `this card` or `that card`."""
    return Noun("card", "this" if cards == THIS else "that")
