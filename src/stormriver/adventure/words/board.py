"""Words of the board: spaces that are chosen, cards that are laid out or put in force, and what leaves the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import card_meant, count, counter_noun, spots_said, things
from stormriver.adventure.model.needs import A_CHOSEN_SPACE
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.model.types import (
    ANY_CARD,
    HERE_SPOTS,
    NO_DECK,
    NO_SPOTS,
    THAT,
    THIS,
    THIS_ONE,
    THIS_SPOTS,
    YOU,
    CardOrThis,
    DeckRef,
    FetchedCard,
    Lies,
    Spots,
    SpotsOrThis,
    Things,
)
from stormriver.adventure.procedures.belongings import discard, lay, remove
from stormriver.adventure.procedures.drawing import lay_held
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import lay_for_all
from stormriver.adventure.procedures.targets import names_of, spot_spaces
from stormriver.adventure.words.counters import lying_on
from stormriver.adventure.words.destinations import Destination
from stormriver.adventure.words.movement import TO
from stormriver.adventure.words.objects import ONE, Discard
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Clause, Noun, Part, bid, do, following, phrase
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect, Names, Value
from stormriver.language.needs import DOER, NONE_GIVEN, Need
from stormriver.language.source import Node

NOBODYS: Final = frozenset({DOER})


class PickSpace(OneOf):
    """Choose a space, of which what follows speaks as `chosen`.
    `{pick_space: {region: same}, do: {mark: pit_fiends, at: chosen}}`

    The choice names `region`, `kind`, `opposite: true`, `other: false` if it may be one's own, or `except`.
    """

    word = "pick_space"
    ask = asks.PICK_SPACE
    option = TO
    provides = {"do_": frozenset({A_CHOSEN_SPACE})}
    which: Destination
    do_: Effect

    def ready(self, names: Names, node: Node) -> None:
        self.which.entered = False

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return self.which.all(game, context.seat, context)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.at(chosen))

    def clause(self) -> Part:
        return following(do("choose_space", what=self.which.clause(self.table)), self.do_.clause())


class LayOut(Effect):
    """Lay a card, or so many from a deck, face up on a space, or on each of several.
    `{lay_out: sword, on: crags}`, `{lay_out: any, from: adventure, on: woods}`

    A card comes from its deck or discard pile. It is met by whoever encounters the space.
    """

    word = "lay_out"
    rule = "cards.draw"
    unattended = True
    what: FetchedCard
    on: Spots
    from_: DeckRef = NO_DECK
    count: int = 1

    def ready(self, names: Names, node: Node) -> None:
        if (self.what == ANY_CARD) == (self.from_ == NO_DECK):
            node.fail("name the card that is laid out, or write `any` and the deck that it is `from`")
        if self.what != ANY_CARD and self.count != 1:
            node.fail("a card that is named is laid out once; leave `count` out")

    def needed(self) -> frozenset[Need]:
        return NOBODYS if self.on == HERE_SPOTS else NONE_GIVEN

    def do(self, game: AdventureGame, context: Context) -> None:
        for space in spot_spaces(game, context, self.on):
            for _ in range(self.count):
                card = top(game, self.from_) if self.what == ANY_CARD else put_away(game, self.what)
                if card != NONE:
                    lay(game, card, space, context.seat)
                    lay_held(game, context.seat, card)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self.what == ANY_CARD or put_away(game, self.what) != NONE

    def clause(self) -> Part:
        where = spots_said(self.table, self.on, each=True)
        if self.what == ANY_CARD:
            deck = things(self.table).deck(self.from_)
            return bid("lay_out_from", cards=count("card", self.count), deck=deck, where=where)
        return bid("lay_out", card=named(self.table, self.what), where=where)


class PutInForce(Effect):
    """Put this card, a named one or the top card of a deck in force: its hooks hold for all characters. `put_in_force`,
    `{put_in_force: this, instead_of: event}`, `{put_in_force: any, from: adventure}`

    Those that are `instead_of` are discarded; other cards stay in force until something discards them.
    """

    word = "put_in_force"
    unattended = True
    what: CardOrThis = THIS_ONE
    from_: DeckRef = NO_DECK
    instead_of: Things = Things(frozenset({"nothing"}))

    def ready(self, names: Names, node: Node) -> None:
        if (self.what == ANY_CARD) == (self.from_ == NO_DECK):
            node.fail("name the card that is put in force, or write `any` and the deck that it is `from`")
        names.table.enforcing.append(self)  # type: ignore[attr-defined]

    def enforces(self, table: AdventureTable) -> list[int]:
        """Return the cards that it may put in force."""
        if self.what == ANY_CARD:
            return [card for card, deck in enumerate(table.backs) if deck == self.from_]
        wanted = self.address.partition("/")[0] if self.what == THIS_ONE else table.definitions[self.what].id
        return [card for card, definition in enumerate(table.cards) if definition.id == wanted]

    def do(self, game: AdventureGame, context: Context) -> None:
        card = self._card(game, context)
        if card == NONE:
            return
        table = game.table
        for other in game.state.zones[table.in_force]:
            if not self.instead_of.isdisjoint(names_of(game, other)):
                discard(game, other, context.seat)
        lay_for_all(game, card, table.in_force, context.seat)
        lay_held(game, context.seat, card)
        game.state.unsettled |= (1 << len(table.seats)) - 1

    def _card(self, game: AdventureGame, context: Context) -> int:
        if self.what == THIS_ONE:
            return context.card
        return top(game, self.from_) if self.what == ANY_CARD else put_away(game, self.what)

    def incidental(self) -> bool:
        return self.what == THIS_ONE

    def clause(self) -> Part:
        known = things(self.table)
        if self.what == ANY_CARD:
            what: Part = Noun("top_card", "the", parts={"number": phrase("one"), "decks": known.deck(self.from_)})
        else:
            what = card_meant(THIS) if self.what == THIS_ONE else named(self.table, self.what)
        put = do("put_in_force", what=what)
        if "nothing" in self.instead_of:
            return Clause((put,))
        return Clause((do("discard_in_force", what=known.many(self.instead_of, joined="and", determiner="all")), put))


class Lying(Value):
    """How many counters, cards or how much gold lies on this card or on spaces. `{lying: craft}`,
    `{lying: gold, at: oasis}`, `{lying: enemy, at: here}`

    What counters are called means these; any other name means other cards, which lie on spaces.
    """

    word = "lying"
    what: Lies
    at: SpotsOrThis = THIS_SPOTS

    def ready(self, names: Names, node: Node) -> None:
        if self.at == THIS_SPOTS and not self._columns(names.table):
            node.fail("cards lie `at` spaces; say at which")

    def _columns(self, table: Any) -> list[int]:
        """Return the columns of the counters that it means; none if it means cards."""
        return [table.countable[name] for name in self.what if name in table.countable]

    def of(self, game: AdventureGame, context: Context) -> int:
        table, columns = game.table, self._columns(game.table)
        if self.at == THIS_SPOTS:
            return sum([lying_on(game, table.subject_of_card(context.card), column) for column in columns])
        spaces = spot_spaces(game, context, self.at)
        if columns:
            subjects = map(table.subject_of_space, spaces)
            return sum([lying_on(game, subject, column) for subject in subjects for column in columns])
        return len([card for card in lying_at(game, spaces, self.what) if card != context.card])

    def clause(self) -> Part:
        where = phrase("spot_card") if self.at == THIS_SPOTS else spots_said(self.table, self.at)
        columns = self._columns(self.table)
        if columns:
            noun = counter_noun(self.table, columns[0])
            what: Part = Noun(noun, "", True) if isinstance(noun, str) else replace(noun, several=True)
        else:
            known = things(self.table)
            carrier = known.cards.get(self.address.partition("/")[0])
            itself = carrier is not None and (not self.what or not self.what.isdisjoint(carrier.names))
            what = known.many(self.what, "other_cards" if itself else "cards", "and", "other" if itself else "")
        return phrase("number_lying", things=what, where=where)


class Remove(Discard):
    """Take this card, that card, belongings of the owner's choice, or what lies `at` spaces, out of the game. `remove`,
    `{remove: that}`, `{remove: follower}`, `{remove: enemy, at: here}`

    Such a card goes back to the box, and comes no more.
    """

    word = "remove"
    ask = asks.REMOVE
    key = "remove"
    at: Spots = NO_SPOTS

    def ready(self, names: Names, node: Node) -> None:
        chosen = self.things in (THIS, THAT) or self.count is not ONE or self.who != YOU
        if self.at != NO_SPOTS and chosen:
            node.fail("what lies `at` spaces goes without a choice: name things, and leave `count` and `who` out")
        super().ready(names, node)

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.at == NO_SPOTS:
            super().do(game, context)
            return
        for card in self._lying(game, context):
            remove(game, card, context.seat)

    def _lying(self, game: AdventureGame, context: Context) -> list[int]:
        found = lying_at(game, spot_spaces(game, context, self.at), self.things)
        return [card for card in found if card != context.card]

    def let_go(self, game: AdventureGame, card: int, seat: int) -> None:
        remove(game, card, seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return super().possible(game, context) if self.at == NO_SPOTS else bool(self._lying(game, context))

    def clause(self) -> Part:
        if self.at == NO_SPOTS:
            return super().clause()
        what = things(self.table).many(self.things, "other_cards", "and", "all")
        return bid("remove_lying", what=what, where=spots_said(self.table, self.at, each=True))


def lying_at(game: AdventureGame, spaces: list[int], wanted: frozenset[str]) -> list[int]:
    """Return the cards on spaces that are one of some things; all of them if none are named."""
    table = game.table
    found = [card for space in spaces for card in game.state.zones[table.lying + space]]
    return [card for card in found if not wanted or not wanted.isdisjoint(names_of(game, card))]


def put_away(game: AdventureGame, number: int) -> int:
    """Return a copy of a card, by its number among the definitions, from its deck or discard pile; NONE without one."""
    table = game.table
    for card, definition in enumerate(table.definition_of):
        place = game.state.place[card]
        if definition == number and place in (table.deck_zone[table.backs[card]], table.discard_of[card]):
            return card
    return NONE


def named(table: Any, number: int) -> Part:
    """Return the name of a card, by its number among the definitions."""
    return things(table).the(table.definitions[number].id)
