"""Words of marks and alignment: what a character, card or space is for a while."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import card_meant, said_of, things, whom
from stormriver.adventure.model.columns import ALIGNED, ALIGNMENT, ALIGNMENTS
from stormriver.adventure.model.hook_clauses import steady_clauses
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ALL_SEATS,
    NO_CARD,
    THAT,
    THIS,
    YOU,
    Alignment,
    Cards,
    MarkRef,
    Who,
    refuse_spells,
)
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.stats import find_marks, marks_on
from stormriver.adventure.procedures.targets import awaited, one, seats, the_card
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import TICKS
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.clause_changes import substituted
from stormriver.language.clauses import YOU as READER
from stormriver.language.clauses import (
    Clause,
    Count,
    Do,
    During,
    Noun,
    Part,
    Retold,
    bid,
    listed,
    phrase,
    retold,
    state,
    state_told,
)
from stormriver.language.control import OneOf
from stormriver.language.grammar import Condition, Effect, Fixed, Names, Value
from stormriver.language.source import Node

CHOOSE_CARD: Final = verb("card", CARD)


ONE: Final = Fixed(1)


class PutMark(OneOf):
    """Put a mark on somebody, or `on` a card. `{mark: invisible, until: turn_end}`, `{mark: good_chosen, on: this}`

    `turns` counts the marked character's own turns, `until: own_turn_start` the turns of the one who did it. A mark
    that `outlives` the character, put on all, is put on those who are to begin with a new one too. Of belongings the
    one who has them chooses one; a card that bears the mark gets no second one. Another form is no mark: `transform`.
    """

    word = "mark"
    ask = asks.AUTOMATE
    option = CHOOSE_CARD
    kind: MarkRef
    who: Who = YOU
    on: Cards = NO_CARD
    amount: Value = ONE
    until: str = "never"
    turns: int = 0

    def ready(self, names: Names, node: Node) -> None:
        if self.turns and self.until == "never":
            self.until = "own_turn_end"
        if self.until not in TICKS:
            node.misspelt("no moment is called {name!r}", self.until, TICKS)
        if self.on != NO_CARD and self.who != YOU:
            node.fail("a mark lies `on` a card, or on those whom `who` says; leave one of them out")
        refuse_spells(self.on, node)

    def incidental(self) -> bool:
        return self.on == THIS

    def flaw(self) -> str:
        kind = self.table.marks[self.kind]
        if kind.is_form:
            told = "{mark!r} is another form, not just a mark: write `transform` with `turns`"
            return Translatable(told, mark=kind.id)
        return ""

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.on == NO_CARD:
            self._mark_seats(game, context)
        elif self.on in (THIS, THAT):
            self._mark_card(game, context, the_card(context, self.on), context.seat)
        else:
            super().do(game, context)

    def _mark_seats(self, game: AdventureGame, context: Context) -> None:
        tick = TICKS[self.until]
        new = awaited(game) if self.who == ALL_SEATS and game.table.marks[self.kind].outlives else []
        for seat in (*seats(game, context, self.who), *new):
            amount = self.amount.of(game, context)
            status_effects.put_mark(game, seat, self.kind, amount, tick, context.seat, max(1, self.turns))

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return having(game, context.seat, self.on)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self._mark_card(game, context, chosen, NONE)  # it goes with the belonging, whoever put it on

    def _mark_card(self, game: AdventureGame, context: Context, card: int, owner: int) -> None:
        on_it = game.table.subject_of_card(card)
        if not find_marks(game, on_it, self.kind):
            amount = self.amount.of(game, context)
            game.mark(self.kind, on_it, amount, TICKS[self.until], owner, max(1, self.turns))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self.on in (NO_CARD, THIS, THAT) or super().possible(game, context)

    def clause(self) -> Part:
        known = things(self.table)
        if self.on in (THIS, THAT):
            return bid("mark_card", card=card_meant(self.on), mark=quoted(self.table, self.kind))
        if self.on == NO_CARD:
            return self._on_character()
        mine = known.one(self.on) if self.on else Noun("belonging", "a")
        kind = self.table.marks[self.kind]
        if kind.makes:
            return bid("let_it_be", card=mine, instead=known.one(frozenset({kind.makes})))
        return bid("mark_own", card=mine, mark=quoted(self.table, self.kind))

    def _on_character(self) -> Part:
        """Return what the mark does as long as it lasts; of one that waits for something its name."""
        kind = self.table.marks[self.kind]
        says = steady_clauses(kind)
        if kind.act and not kind.trigger and not kind.respond and not kind.stacks:
            says += [act.clause() for act in kind.act]
        if kind.text and (not says or kind.trigger or kind.respond):
            return state_told("mark", kind.id, kind.text)
        if not says or kind.trigger or kind.respond or kind.is_form:
            return said_of(self.who, "take_mark", mark=quoted(self.table, self.kind))
        of_mark = amount_of(self.table, self.kind)
        says = [substituted(one, of_mark, self.amount.clause()) for one in says]
        time = self._time()
        if self.turns and self.who != YOU:  # the time names them
            says = [Retold(one) for one in says]
        else:
            says = [self._of_them(one) for one in says]
        if time is not None:
            says[0] = During(says[0], time)
        return listed(says, "then")

    def _of_them(self, says: Part) -> Part:
        """Return what the mark does as said of those who bear it; what all of them may not do, nobody may."""
        if self.who == ALL_SEATS and isinstance(says, Clause) and says.subject == READER:
            does = [
                replace(one, negated=False) for one in says.does if isinstance(one, Do) and one.negated and one.modal
            ]
            if len(does) == len(says.does):
                return Retold(Clause(tuple(does), phrase("who_nobody"), says.joined))
        return retold(says, whom(self.who))

    def _time(self) -> Part | None:
        """Return how long the mark lasts."""
        if self.turns:
            key = "for_next_turn" if self.turns == 1 else "for_next_turns"
            turns = Count("turn", self.turns)
            return phrase(key, turns=turns) if self.who == YOU else phrase(f"{key}_of", turns=turns, who=whom(self.who))
        return None if self.until == "never" else phrase(f"until_{self.until}")


class Unmark(Effect):
    """Take a mark off, or some of it. `{unmark: pit_fiends, amount: 1}`"""

    word = "unmark"
    kind: MarkRef
    amount: Value = Fixed(0)
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        less = self.amount.of(game, context)
        for seat in seats(game, context, self.who):
            for mark in find_marks(game, seat, self.kind):
                game.unmark(mark)
                if less and mark.amount > less:
                    game.mark(mark.kind, seat, mark.amount - less, mark.tick, mark.owner, mark.left)

    def clause(self) -> Part:
        mark = quoted(self.table, self.kind)
        if isinstance(self.amount, Fixed) and self.amount.fixed == 0:
            return said_of(self.who, "lose_mark", mark=mark)
        return said_of(self.who, "lose_of_mark", amount=self.amount.clause(), mark=mark)


class Transform(Effect):
    """Take another form for so many turns of one's own. `{transform: toad, turns: 3}`"""

    word = "transform"
    rule = "toad.form"
    form: MarkRef
    turns: int
    who: Who = YOU

    def flaw(self) -> str:
        form = self.table.marks[self.form]
        told = "{mark!r} is no form: give that mark `strength:` and `craft:`"
        return "" if form.is_form else Translatable(told, mark=form.id)

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            status_effects.transform(game, seat, self.form, self.turns)

    def clause(self) -> Part:
        form = things(self.table).mark(self.form, "a")
        return said_of(self.who, "become_for", form=form, turns=Count("turn", self.turns))


class Become(Effect):
    """Change alignment, at most once in a turn (alignment.once_a_turn). `{become: evil}`"""

    word = "become"
    rule = "alignment.card"
    alignment: Alignment
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            if self._may(game, seat):
                game.set(seat, ALIGNMENT, self.alignment)
                game.set(seat, ALIGNED, game.state.turn)

    def _may(self, game: AdventureGame, seat: int) -> bool:
        row = game.state.seats[seat]
        if row[ALIGNMENT] == self.alignment:
            return False
        if game.table.options["alignment_once"] and row[ALIGNED] == game.state.turn:
            return False
        return status_effects.card_left(game, seat, self.alignment)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(self._may(game, seat) for seat in seats(game, context, self.who))

    def clause(self) -> Part:
        return said_of(self.who, "become", what=phrase(f"alignment_{ALIGNMENTS[self.alignment]}"))


class Marked(Condition):
    """Bearing a mark; with `on`, this or that card bears it. `{marked: werewolf}`, `{marked: just_taken, on: this}`"""

    word = "marked"
    kind: MarkRef
    who: Who = YOU
    on: Cards = NO_CARD

    def ready(self, names: Names, node: Node) -> None:
        if self.on not in (NO_CARD, THIS, THAT):
            node.fail("a mark is looked for on a character, or `on` this or that card")

    def test(self, game: AdventureGame, context: Context) -> bool:
        if self.on != NO_CARD:
            return marks_on(game, game.table.subject_of_card(the_card(context, self.on)), self.kind) > 0
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and marks_on(game, seat, self.kind) > 0

    def clause(self) -> Part:
        bearer = whom(self.who) if self.on == NO_CARD else card_meant(self.on)
        return state("be_marked", bearer, mark=quoted(self.table, self.kind))


class Is(Condition):
    """Of an alignment. `{is: good}`, `{is: evil, who: target}`"""

    word = "is"
    alignment: Alignment
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and game.state.seats[seat][ALIGNMENT] == self.alignment

    def clause(self) -> Part:
        return state("be_aligned", whom(self.who), alignment=phrase(f"alignment_{ALIGNMENTS[self.alignment]}"))


class SameAlignment(Condition):
    """Another one is of one's own alignment. `{same_alignment: target}`"""

    word = "same_alignment"
    who: Who

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = one(game, context, self.who)
        row = game.state.seats
        return seat != NONE and row[seat][ALIGNMENT] == row[context.seat][ALIGNMENT]

    def clause(self) -> Part:
        return state("share_alignment", whom(self.who))


class MarkAmount(Value):
    """How much of a mark lies on the character. `{marked: werewolf}`"""

    word = "marked"
    kind: MarkRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return marks_on(game, context.seat, self.kind)

    def clause(self) -> Part:
        return amount_of(self.table, self.kind)


def amount_of(table: Any, kind: int) -> Part:
    """Return how much of a mark there is, as what a mark does speaks of it; who puts it on says how much."""
    return phrase("amount_of_mark", mark=quoted(table, kind))


def quoted(table: Any, kind: int) -> Part:
    """Return the name of a kind of mark in quotation marks."""
    return phrase("quoted", name=things(table).mark(kind))
