"""Words of places: what lies on spaces and what is done there."""

from __future__ import annotations

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.clauses import card_meant, things, whom
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.frames import Encounter
from stormriver.adventure.model.needs import A_MEETING, KEEPS_CARDS, LEFT_BEHIND, LYING_CARD, THIS_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ACTIVE,
    ANYTHING,
    CHOSEN_SPACE,
    HERE_SPACE,
    ON_THIS,
    THAT,
    THIS,
    YOU,
    Around,
    Cards,
    ChosenSpace,
    DeckRef,
    SpaceOrThis,
    Things,
    VisitTable,
    Who,
    refuse_spells,
)
from stormriver.adventure.procedures.belongings import discard, lay, partable, strip
from stormriver.adventure.procedures.targets import by_lot, names_of, one, the_card
from stormriver.adventure.procedures.terrain import names_at
from stormriver.adventure.procedures.travel import along
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.words.destinations import way_onward
from stormriver.adventure.words.dice import Roll
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import OWN_TURN_END, OWN_TURN_START
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.clauses import Clause, Given, Noun, Part, Rows, Sentences, Text, bid, do, phrase, state
from stormriver.language.control import CHOOSE, Choose, OneOf
from stormriver.language.grammar import Condition, Effect, Names, Value, Word
from stormriver.language.message import Message
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node, closest


class Place(Effect):
    """Lay this card, or that card, face up on a space: a named one, the one that was chosen, or here. `{place: city}`,
    `{place: chosen}`, `{place: here, what: that}`
    """

    word = "place"
    rule = "encounter.placed_elsewhere"
    on: ChosenSpace
    what: Cards = THIS

    def ready(self, names: Names, node: Node) -> None:
        if self.what not in (THIS, THAT):
            node.fail("this card or that card is placed; write this or that")

    def do(self, game: AdventureGame, context: Context) -> None:
        here = game.state.seats[context.seat][SPACE]
        space = {CHOSEN_SPACE: context.space, HERE_SPACE: here}.get(self.on, int(self.on))
        card = the_card(context, self.what)
        if game.state.place[card] == game.table.lying + space:
            return  # it lies there already, so it is not placed elsewhere: it is met
        lay(game, card, space, context.seat)
        events.CARD_PLACED.tell(game, context.seat, card, space)
        for below in game.state.frames if space != here else ():
            if isinstance(below, Encounter):
                below.met |= 1 << card  # not met now, wherever it comes to lie (ruling.49)

    def clause(self) -> Part:
        card = card_meant(self.what)
        if self.on == HERE_SPACE:
            return bid("move_to_your_space", what=card)
        if self.on == CHOSEN_SPACE:
            return bid("place_on_chosen_space", what=card)
        return bid("place_at", what=card, space=things(self.table).space(int(self.on)))


class Linger(Effect):
    """Let this card lie on its space as a reminder and be discarded after so many turns of yours. `{linger: 2}`

    Counted at the end of your turns, or with `count: start` at their start.
    """

    word = "linger"
    rule = "cards.event"
    needs = frozenset({THIS_CARD})
    turns: int
    count: str = "end"

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        tick = OWN_TURN_START if self.count == "start" else OWN_TURN_END
        subject = table.subject_of_card(context.card)
        left = self.turns + (1 if self.count == "end" and context.seat == game.state.active else 0)
        game.mark(table.rule_marks.lingering, subject, 1, tick, context.seat, left)

    def ready(self, names: Names, node: Node) -> None:
        if self.count not in ("start", "end"):
            node.fail("turns are counted at their start or end, not {count!r}", count=self.count)

    def clause(self) -> Part:
        key = f"until_next_turn{'' if self.turns == 1 else 's'}_{'begun' if self.count == 'start' else 'over'}"
        until = phrase(key) if self.turns == 1 else phrase(key, number=Text(str(self.turns)))
        return state("lie_here", Noun("card", "this"), until=until)


class ClearAway(Effect):
    """Discard all other cards that lie here, or on spaces named. `clear_away`, `{clear_away: woods}`,
    `{clear_away: here, only: rune_gate}`
    """

    word = "clear_away"
    places: Around = ANYTHING
    only: Things = ANYTHING

    def _cards(self, game: AdventureGame, context: Context) -> list[int]:
        lying = lying_at(game, context, self.places)
        return [card for card in lying if not self.only or not self.only.isdisjoint(names_of(game, card))]

    def do(self, game: AdventureGame, context: Context) -> None:
        for card in self._cards(game, context):
            discard(game, card, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._cards(game, context))

    def clause(self) -> Part:
        known = things(self.table)
        where = known.place(self.places) if self.places else phrase("on_this_space")
        if self.only:
            return bid("discard_lying", what=known.those(self.only), where=where)
        return bid("discard_others_lying", where=where)


class Sweep(Effect):
    """Shuffle all other cards that lie on spaces, and put them on top of a deck. `{sweep: woods, onto: adventure}`

    They go on belonging to the decks that they come from. Spells that lie there are discarded.
    """

    word = "sweep"
    places: Things
    onto: DeckRef

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        pile = table.deck_zone[self.onto]
        swept = 0
        for card in lying_at(game, context, self.places):
            if "spell" in names_of(game, card):
                discard(game, card, context.seat)
                continue
            strip(game, card)
            for kept in game.state.zones[table.kept[card]] if card in table.kept else ():
                discard(game, kept, context.seat)
            game.move_card(card, pile, context.seat)
            swept += 1
        if swept:
            game.shuffle(pile, swept)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(lying_at(game, context, self.places))

    def clause(self) -> Part:
        known = things(self.table)
        shuffling = do("shuffle_others_lying", where=known.place(self.places))
        return Clause((shuffling, do("put_them_on", deck=known.deck(self.onto))))


class Strew(Effect):
    """One of one's belongings, by lot, comes to lie so many spaces clockwise. `{strew: follower, along: rolled}`"""

    word = "strew"
    rule = "streets.clockwise"
    things: Things
    along: Value

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def do(self, game: AdventureGame, context: Context) -> None:
        cards = partable(game, context.seat, self.things)
        if not cards:
            return
        card = by_lot(game, context.seat, cards)
        table = game.table
        space = along(table, game.state.seats[context.seat][SPACE], self.along.of(game, context))
        if table.is_enemy[card] or "fleeting" in names_of(game, card):
            discard(game, card, context.seat)
        else:
            lay(game, card, space, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(partable(game, context.seat, self.things))

    def clause(self) -> Part:
        known = things(self.table)
        what = known.one(self.things) if self.things else known.named("belonging", "a")
        return Clause((do("choose_by_lot", what=what), do("place_onward", way=way_onward(self.along))))


class Lead(Effect):
    """Move this card along the arrows; such cards where it comes by go with it. `{lead: enemy, along: rolled}`"""

    word = "lead"
    rule = "streets.clockwise"
    needs = frozenset({THIS_CARD, LYING_CARD})
    things: Things
    along: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        zone = game.state.place[context.card]
        if not table.is_lying(zone):
            return
        space, following = zone - table.lying, [context.card]
        for _ in range(self.along.of(game, context)):
            space = along(table, space, 1)
            found = game.state.zones[table.lying + space]
            following += [
                c for c in found if c not in following and not self.things.isdisjoint(names_of(game, c))
            ]  # fmt: skip
        for card in following:
            if game.state.place[card] != table.lying + space:
                lay(game, card, space, context.seat)
                events.CARD_PLACED.tell(game, context.seat, card, space)

    def clause(self) -> Part:
        followers = things(self.table).many(self.things, "other_cards", "and", "all")
        return bid("lead_onward", way=way_onward(self.along), things=followers)


class Visit(OneOf):
    """Visit one of the people of a space; what answers a visit may follow. `{visit: {healer: ..., mystic: ...}}`"""

    word = "visit"
    rule = "encounter.other_spaces"
    ask = asks.VISIT_ONE
    option = CHOOSE
    people: VisitTable

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return list(self.people)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fire(game, context.seat, "visit", frozenset({game.table.names[chosen]}))
        self.people[chosen].run(game, context)

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message:
        who = things(self.table).the(self.table.names[argument])
        return Message("visit_one/choose", {"who": who, "deed": Sentences(tuple(self.people[argument].clauses()))})

    def first_effect(self, verb: str, argument: int) -> Effect:
        return self.people[argument]

    def clause(self) -> Part:
        return Rows(bid("visit_one"), tuple((None, part) for part in self._invitations()))

    def clauses(self) -> list[Part]:
        return [phrase("visit_one_of_these"), *self._invitations()]

    def _invitations(self) -> list[Part]:
        known, names = things(self.table), self.table.names
        return [Given(effect.clause(), known.the(names[name]), "label") for name, effect in self.people.items()]


class DoAs(Effect):
    """Do what is done at a space, or one of the choices there; or what this card says once more. `{do_as: tavern}`,
    `{do_as: temple, choose: prayer}`, `{do_as: this}`
    """

    word = "do_as"
    rule = "encounter.other_spaces"
    space: SpaceOrThis
    choose: str = ""

    def meant(self, card: int) -> Effect:
        """Return the effect of that space or of the choice there, or of the card that says so."""
        if self.space == ON_THIS:
            said: Effect = self.table.cards[card].meet
            return said
        effect: Effect = self.table.spaces[self.space].visit
        if self.choose and isinstance(effect, Choose):
            return effect.choices[self.table.names.index(self.choose)]
        return effect

    def do(self, game: AdventureGame, context: Context) -> None:
        self.meant(context.card).run(game, Context(context.seat, context.card, space=context.space))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self.space == ON_THIS or self.meant(context.card).possible(game, context)

    def clause(self) -> Part:
        if self.space == ON_THIS:
            return bid("do_all_again")
        meant = self.meant(NONE)
        key = "do_as_asked"
        if isinstance(meant, Roll):
            key = "pray_as" if meant.for_ == "pray" else "roll_as"
        return bid(key, where=phrase("at_space", space=things(self.table).space(self.space)))

    def needed(self) -> frozenset[Need]:
        return frozenset({A_MEETING}) if self.space == ON_THIS else NONE_GIVEN

    def elsewhere(self, carrier: Word) -> Word | None:
        return getattr(carrier, "meet", None) if self.space == ON_THIS else self.meant(NONE)

    def hidden_in(self, field: str) -> frozenset[Need]:
        return LEFT_BEHIND if self.space == ON_THIS else LEFT_BEHIND | {KEEPS_CARDS}

    def flaw(self) -> str:
        if not self.choose:
            return ""
        if self.space == ON_THIS:
            return Translatable("what this card says is done as a whole; leave `choose` out")
        visit = self.table.spaces[self.space].visit
        known = [self.table.names[name] for name in visit.choices] if isinstance(visit, Choose) else []
        if self.choose in known:
            return ""
        hint = closest(self.choose, known)
        return Translatable("nothing is chosen there as {name!r}{hint}", name=self.choose, hint=hint)


class At(Condition):
    """On one of these spaces, kinds of space or Regions, or where one of these figures is. `{at: [woods, forest]}`,
    `{at: inner, who: target}`
    """

    word = "at"
    places: Things
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        space = game.state.seats[seat][SPACE] if seat != NONE else NONE
        if space == NONE:
            return False
        table = game.table
        names = table.spaces[space].names if not table.terrains else names_at(game, space)
        if not self.places.isdisjoint(names):
            return True
        for card in table.figures:
            if game.state.place[card] == table.lying + space and not self.places.isdisjoint(table.cards[card].names):
                return True
        return False

    def clause(self) -> Part:
        return state("be_somewhere", whom(self.who), place=things(self.table).place(self.places))


class Beside(Condition):
    """On the same space as the character whose turn it is. `beside`"""

    word = "beside"

    def test(self, game: AdventureGame, context: Context) -> bool:
        rows = game.state.seats
        return rows[context.seat][SPACE] == rows[game.state.active][SPACE] != NONE

    def clause(self) -> Part:
        return state("be_beside", who=whom(ACTIVE))


def lying_at(game: AdventureGame, context: Context, places: frozenset[str]) -> list[int]:
    """Return the cards, apart from the context's own, face up on spaces of these names; without names, here."""
    table = game.table
    here = game.state.seats[context.seat][SPACE] if context.space == NONE else context.space
    return [
        card
        for number in range(len(table.spaces))
        if (not places.isdisjoint(names_at(game, number)) if places else number == here)
        for card in game.state.zones[table.lying + number]
        if card != context.card and card not in table.roaming
    ]
