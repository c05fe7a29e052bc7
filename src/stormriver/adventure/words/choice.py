"""Words that let somebody choose whom or what something is done to, or do it to each."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import chosen_of, things, whom
from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, SPACE
from stormriver.adventure.model.needs import A_DIE, A_NUMBER, A_TARGET, THAT_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ANYTHING, BESIDE, TARGET, AlignmentTable, Things, Who
from stormriver.adventure.procedures.stats import is_playing, region
from stormriver.adventure.procedures.targets import as_each, by_lot, fitting, names_of, others_here, seats
from stormriver.kernel.ask import CARD, SEAT, AskKind, verb
from stormriver.kernel.bitmask import mask_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.language.clause_changes import stated_of, substituted
from stormriver.language.clauses import (
    YOU_ALWAYS,
    Given,
    Listed,
    Part,
    Retold,
    Rows,
    bid,
    do,
    following,
    phrase,
    retold,
    state,
)
from stormriver.language.control import OneOf
from stormriver.language.grammar import ALWAYS, NOTHING, ZERO, Condition, Effect, Names, Value
from stormriver.language.source import Node

AT: Final = verb("at", SEAT)


CHOOSE_CARD: Final = verb("card", CARD)


class Each(Effect):
    """Do something for several characters in turn, the active one first. `{each: region, if: {is: evil}, do: ...}`

    With `most` or `least` only for those of whom a number is greatest or smallest, as `most: {stat: gold}`.
    """

    word = "each"
    provides = dict.fromkeys(("do_", "if_", "most", "least"), frozenset({A_TARGET}))
    hides = dict.fromkeys(("do_", "if_", "most", "least"), frozenset({THAT_CARD, A_DIE}))
    who: Who
    do_: Effect
    if_: Condition = ALWAYS
    most: Value = ZERO
    least: Value = ZERO

    def group(self, game: AdventureGame, context: Context) -> list[int]:
        """Return for whom it is done, apart from the condition, which is looked at when each one's turn comes."""
        if self.most is ZERO and self.least is ZERO:
            return seats(game, context, self.who)
        return fitting(game, context, self.who, self.if_, self.most, self.least)

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context, chosen=mask_of(self.group(game, context)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Take the next seat of the group, clockwise from the one that began."""
        count = len(game.state.seats)
        for i in range(count):
            seat = (frame.seat + i) % count
            if frame.chosen >> seat & 1:
                frame.chosen &= ~(1 << seat)
                about = as_each(frame.context, seat)
                if self.if_.test(game, about):
                    self.do_.run(game, about)
                return
        game.state.frames.pop()

    def clause(self) -> Part:
        who, deed = whom(self.who), self.do_.clause()
        if self.if_ is ALWAYS or self.most is not ZERO or self.least is not ZERO:
            return retold(deed, chosen_of(who, self.if_, self.most, self.least))
        condition = self.if_.clause()
        stated = stated_of(condition, who)
        if stated is None:
            return retold(Given(deed, condition, "first"), who)
        return retold(deed, phrase("who_that", who=who, condition=stated))


class ByAlignment(Effect):
    """An effect for each alignment. `{by_alignment: {good: {gain: {life: 1}}, evil: {lose: {life: 1}}}}`"""

    word = "by_alignment"
    rule = "alignment.kinds"
    effects: AlignmentTable

    def do(self, game: AdventureGame, context: Context) -> None:
        self._of(game, context).run(game, context)

    def _of(self, game: AdventureGame, context: Context) -> Effect:
        effect: Effect = self.effects.get(game.state.seats[context.seat][ALIGNMENT], NOTHING)
        return effect

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self._of(game, context).possible(game, context)

    def clause(self) -> Part:
        rows = [(phrase(f"alignment_{ALIGNMENTS[one]}"), effect.clause()) for one, effect in self.effects.items()]
        return Rows(bid("do_as_aligned"), tuple(rows))

    def clauses(self) -> list[Part]:
        return [
            Given(effect.clause(), state("be_aligned", alignment=phrase(f"alignment_{ALIGNMENTS[one]}")), "first")
            for one, effect in self.effects.items()
        ]


class AimAt(OneOf):
    """Choose a character, who is then the target. `{aim_at: any_other, do: {take: object}}`,
    `{aim_at: others, most: {stat: gold}, do: {lose: {gold: 1}, who: target}}`

    `if` says of whom; `most` and `least` mean those of whom a number is greatest or smallest. With `by_lot: true`
    chance chooses.
    """

    word = "aim_at"
    provides = dict.fromkeys(("do_", "if_", "most", "least"), frozenset({A_TARGET}))
    hides = dict.fromkeys(("if_", "most", "least"), frozenset({THAT_CARD, A_DIE}))
    ask = asks.AIM
    option = AT
    who: Who
    do_: Effect
    if_: Condition = ALWAYS
    most: Value = ZERO
    least: Value = ZERO
    by_lot: bool = False

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.by_lot:
            found = self.among(game, context)
            if found:
                self.carry_out(game, context, by_lot(game, context.seat, found))
        else:
            super().do(game, context)

    def asked(self) -> AskKind:
        return asks.ACCOST if self.who == BESIDE else asks.AIM

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the characters to whom it can be done."""
        found = fitting(game, context, self.who, self.if_, self.most, self.least)
        return [seat for seat in found if self.do_.possible(game, context.facing(seat))]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.facing(chosen))

    def clause(self) -> Part:
        who = chosen_of(whom(self.who), self.if_, self.most, self.least)
        return following(do("choose_whom_by_lot" if self.by_lot else "choose_whom", who=who), self.do_.clause())


class PickCard(OneOf):
    """Choose a card that lies face up on one's space, `here`, or elsewhere in the `region`, and do something with it.
    `{pick_card: here, do: {discard: that}}`, `{pick_card: region, only: enemy, do: {place: here, what: that}}`"""

    word = "pick_card"
    provides = {"do_": frozenset({THAT_CARD})}
    ask = asks.PICK
    option = CHOOSE_CARD
    where: str
    do_: Effect
    only: Things = ANYTHING

    def ready(self, names: Names, node: Node) -> None:
        if self.where not in ("here", "region"):
            node.fail("cards are picked here or in the region, not {where!r}", where=self.where)

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards among which a character may choose."""
        table = game.table
        here = game.state.seats[context.seat][SPACE]
        around = region(game, context.seat)
        return [
            card
            for number, space in enumerate(table.spaces)
            if (number == here if self.where == "here" else space.region == around and number != here)
            for card in game.state.zones[table.lying + number]
            if not self.only or not self.only.isdisjoint(names_of(game, card))
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.aimed(chosen))

    def clause(self) -> Part:
        where = phrase(f"lying_{self.where}")
        if not self.only:
            return following(do("choose_card", where=where), self.do_.clause())
        chosen = do("choose_card_of", what=things(self.table).one(self.only), where=where)
        return following(chosen, self.do_.clause())


class EachHere(Effect):
    """What each other character on one's space does in turn, in an order of one's choice. `{each_here: {miss_turn: 1}}`

    In it, `you` is that character and `target` the one who serves.
    """

    word = "each_here"
    provides = {"do_": frozenset({A_TARGET})}
    hides = {"do_": frozenset({THAT_CARD, A_NUMBER, A_DIE})}
    do_: Effect

    def _left(self, game: AdventureGame, frame: WordFrame) -> list[int]:
        return [seat for seat in others_here(game, frame.seat) if not frame.chosen >> seat & 1]

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        left = self._left(game, frame)
        if frame.step == 0 and left and is_playing(game, frame.seat):
            frame.step = 1
            game.pose(frame.seat, asks.SERVE, [AT + seat for seat in left])
        elif frame.step == 1:
            frame.start_over()
            other = game.state.answer - AT
            frame.chosen |= 1 << other
            self.do_.run(game, Context(other, frame.context.card, frame.seat, frame.context.space))
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(others_here(game, context.seat))

    def clause(self) -> Part:
        deed = substituted(self.do_.clause(), whom(TARGET), YOU_ALWAYS)
        return Listed((bid("serve_others"), Retold(deed, phrase("who_each_of_them"))), "then")
