"""Words of marks and alignment: what a character, card or space is for a while."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import card_meant, said_of, spots_said, things, whom
from stormriver.adventure.model.columns import ALIGNED, ALIGNMENT, ALIGNMENTS
from stormriver.adventure.model.hook_clauses import speaks_of_itself, steady_clauses
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import (
    ALL_SEATS,
    HERE_SPOTS,
    NO_CARD,
    NO_SPOTS,
    THAT,
    THIS,
    YOU,
    Alignment,
    Cards,
    CycleRef,
    MarkRef,
    Spots,
    Who,
    refuse_spells,
)
from stormriver.adventure.procedures import cycles, status_effects
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.stats import find_marks, marks_on
from stormriver.adventure.procedures.targets import awaited, one, seats, spot_spaces, the_card
from stormriver.adventure.procedures.terrain import look_again, mark_space
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
    do,
    listed,
    phrase,
    retold,
    state,
    state_told,
)
from stormriver.language.control import OneOf
from stormriver.language.grammar import Condition, Effect, Fixed, Names, Value
from stormriver.language.needs import DOER, NONE_GIVEN, Need
from stormriver.language.source import Node

CHOOSE_CARD: Final = verb("card", CARD)


ONE: Final = Fixed(1)


class PutMark(OneOf):
    """Put a mark on somebody, `on` a card or `at` spaces. `{mark: invisible, until: turn_end}`,
    `{mark: good_chosen, on: this}`, `{mark: pit_fiends, at: here}`

    `turns` counts the marked character's own turns, `until: own_turn_start` the turns of the one who did it. A mark
    that `outlives` the character, put on all, is put on those who are to begin with a new one too. Of belongings the
    one who has them chooses one; a card that bears the mark gets no second one. What a mark `at` spaces does by its
    hooks concerns whoever stands there. Another form is no mark: `transform`. A mark of a cycle is put on the table,
    where it holds for all.
    """

    word = "mark"
    unattended = True
    ask = asks.AUTOMATE
    option = CHOOSE_CARD
    kind: MarkRef
    who: Who = YOU
    on: Cards = NO_CARD
    at: Spots = NO_SPOTS
    amount: Value = ONE
    until: str = "never"
    turns: int = 0

    @property
    def puts_on(self) -> int:
        """The number of the kind of mark that it puts on."""
        return self.kind

    def ready(self, names: Names, node: Node) -> None:
        if self.turns and self.until == "never":
            self.until = "own_turn_end"
        if self.until not in TICKS:
            node.misspelt("no moment is called {name!r}", self.until, TICKS)
        if self.on != NO_CARD and self.who != YOU:
            node.fail("a mark lies `on` a card, or on those whom `who` says; leave one of them out")
        if self.at != NO_SPOTS:
            if self.on != NO_CARD or self.who != YOU:
                node.fail("a mark lies `at` spaces, `on` a card or on those whom `who` says; leave all but one out")
            if self.until in ("moved", "fight_end"):
                node.fail("a mark `at` spaces ends with nobody's move or fight; say `turns`, or another `until`")
            names.table.ground.add(self.kind)  # type: ignore[attr-defined]
        refuse_spells(self.on, node)

    def needed(self) -> frozenset[Need]:
        return frozenset({DOER}) if self.at in (NO_SPOTS, HERE_SPOTS) else NONE_GIVEN

    def incidental(self) -> bool:
        return self.on == THIS

    def flaw(self) -> str:
        kind = self.table.marks[self.kind]
        if kind.cycle and (self.who != YOU or self.on != NO_CARD or self.until != "never"):
            told = "{mark!r} lies on the table for all, until another of its cycle does; say nothing more of it"
            return Translatable(told, mark=kind.id)
        if kind.is_form:
            told = "{mark!r} is another form, not just a mark: write `transform` with `turns`"
            return Translatable(told, mark=kind.id)
        return ""

    def do(self, game: AdventureGame, context: Context) -> None:
        if game.table.marks[self.kind].cycle:
            cycles.turn_to(game, self.kind)
        elif self.at != NO_SPOTS:
            for space in spot_spaces(game, context, self.at):
                if amount := self.amount.of(game, context):
                    mark_space(game, space, self.kind, amount, TICKS[self.until], context.seat, max(1, self.turns))
        elif self.on == NO_CARD:
            self._mark_seats(game, context)
        elif self.on in (THIS, THAT):
            self._mark_card(game, context, the_card(context, self.on), context.seat)
        else:
            super().do(game, context)

    def _mark_seats(self, game: AdventureGame, context: Context) -> None:
        tick = TICKS[self.until]
        new = awaited(game) if self.who == ALL_SEATS and game.table.marks[self.kind].outlives else []
        for seat in (*seats(game, context, self.who), *new):
            if amount := self.amount.of(game, context):
                status_effects.put_mark(game, seat, self.kind, amount, tick, context.seat, max(1, self.turns))

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return having(game, context.seat, self.on)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self._mark_card(game, context, chosen, NONE)  # it goes with the belonging, whoever put it on

    def _mark_card(self, game: AdventureGame, context: Context, card: int, owner: int) -> None:
        on_it = game.table.subject_of_card(card)
        if not find_marks(game, on_it, self.kind) and (amount := self.amount.of(game, context)):
            game.mark(self.kind, on_it, amount, TICKS[self.until], owner, max(1, self.turns))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self.on in (NO_CARD, THIS, THAT) or super().possible(game, context)

    def clause(self) -> Part:
        known = things(self.table)
        if self.table.marks[self.kind].cycle:
            return bid("make_it", mark=known.mark(self.kind))
        if self.on in (THIS, THAT):
            return bid("mark_card", card=card_meant(self.on), mark=quoted(self.table, self.kind))
        if self.at != NO_SPOTS:
            said = bid(
                "mark_spot", where=spots_said(self.table, self.at, each=True), mark=quoted(self.table, self.kind)
            )
            time = self._time()
            return said if time is None else During(said, time, first=False)
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
        named = speaks_of_itself(self.table.marks, self.kind)
        says = [] if named else steady_clauses(kind)
        if not named and kind.act and not kind.trigger and not kind.respond and not kind.stacks:
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


class Advance(Effect):
    """Let the next mark of a cycle take the place of the one that lies on the table. `{advance: daylight}`"""

    word = "advance"
    cycle: CycleRef

    def do(self, game: AdventureGame, context: Context) -> None:
        cycles.turn_to(game, cycles.following(game, self.cycle))

    def clause(self) -> Part:
        known = things(self.table)
        return bid("go_on_in_cycle", marks=listed([known.mark(kind) for kind in self.table.cycles[self.cycle]], "and"))


class Unmark(Effect):
    """Take a mark off somebody or off spaces, or some of it. `{unmark: pit_fiends, amount: 1}`,
    `{unmark: pit_fiends, at: here}`
    """

    word = "unmark"
    kind: MarkRef
    amount: Value = Fixed(0)
    who: Who = YOU
    at: Spots = NO_SPOTS

    def flaw(self) -> str:
        kind = self.table.marks[self.kind]
        told = "one of a cycle always lies there: write `mark` with the one that is to take the place of {mark!r}"
        return Translatable(told, mark=kind.id) if kind.cycle else ""

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.at == NO_SPOTS:
            self._take_off(game, context, seats(game, context, self.who))
            return
        spaces = spot_spaces(game, context, self.at)
        self._take_off(game, context, [game.table.subject_of_space(space) for space in spaces])
        for space in spaces:
            look_again(game, space)

    def _take_off(self, game: AdventureGame, context: Context, subjects: list[int]) -> None:
        less = self.amount.of(game, context)
        for subject in subjects:
            for mark in find_marks(game, subject, self.kind):
                game.unmark(mark)
                if less and mark.amount > less:
                    game.mark(mark.kind, subject, mark.amount - less, mark.tick, mark.owner, mark.left)

    def clause(self) -> Part:
        mark = quoted(self.table, self.kind)
        if self.at != NO_SPOTS:
            where = spots_said(self.table, self.at, each=True)
            if isinstance(self.amount, Fixed) and self.amount.fixed == 0:
                return bid("unmark_spot", mark=mark, where=where)
            return bid("unmark_some_of_spot", amount=self.amount.clause(), mark=mark, where=where)
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
    """Bearing a mark; with `on` this or that card bears it, with `at` any of these spaces. `{marked: werewolf}`,
    `{marked: just_taken, on: this}`, `{marked: pit_fiends, at: here}`

    A mark of a cycle is looked for on the table.
    """

    word = "marked"
    kind: MarkRef
    who: Who = YOU
    on: Cards = NO_CARD
    at: Spots = NO_SPOTS

    def ready(self, names: Names, node: Node) -> None:
        if self.on not in (NO_CARD, THIS, THAT):
            node.fail("a mark is looked for on a character, or `on` this or that card")

    def test(self, game: AdventureGame, context: Context) -> bool:
        if self.at != NO_SPOTS:
            return amount_at(game, context, self.at, self.kind) > 0
        if game.table.marks[self.kind].cycle:
            return marks_on(game, game.table.board, self.kind) > 0
        if self.on != NO_CARD:
            return marks_on(game, game.table.subject_of_card(the_card(context, self.on)), self.kind) > 0
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and marks_on(game, seat, self.kind) > 0

    def clause(self) -> Part:
        if self.at != NO_SPOTS:
            lies = Clause((do("lie_at_spot", where=spots_said(self.table, self.at)),), quoted(self.table, self.kind))
            return lies
        if self.table.marks[self.kind].cycle:
            return state("be_now", phrase("it_now"), mark=things(self.table).mark(self.kind))
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
    """How much of a mark lies on the character, or `at` spaces. `{marked: werewolf}`,
    `{marked: werewolf, who: target}`, `{marked: pit_fiends, at: outer}`
    """

    word = "marked"
    kind: MarkRef
    who: Who = YOU
    at: Spots = NO_SPOTS

    def of(self, game: AdventureGame, context: Context) -> int:
        if self.at != NO_SPOTS:
            return amount_at(game, context, self.at, self.kind)
        if game.table.marks[self.kind].cycle:
            return marks_on(game, game.table.board, self.kind)
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return marks_on(game, seat, self.kind) if seat != NONE else 0

    def clause(self) -> Part:
        if self.at != NO_SPOTS:
            where = spots_said(self.table, self.at)
            return phrase("number_of_marks_lying", mark=quoted(self.table, self.kind), where=where)
        if self.who == YOU:
            return amount_of(self.table, self.kind)
        return phrase("amount_of_mark_of", mark=quoted(self.table, self.kind), who=whom(self.who))


def amount_at(game: AdventureGame, context: Context, spots: frozenset[str], kind: int) -> int:
    """Return how much of a mark lies on spaces."""
    subjects = [game.table.subject_of_space(space) for space in spot_spaces(game, context, spots)]
    return sum([marks_on(game, subject, kind) for subject in subjects])


def amount_of(table: Any, kind: int) -> Part:
    """Return how much of a mark there is, as what a mark does speaks of it; who puts it on says how much."""
    return phrase("amount_of_mark", mark=quoted(table, kind))


def quoted(table: Any, kind: int) -> Part:
    """Return the name of a kind of mark in quotation marks."""
    return phrase("quoted", name=things(table).mark(kind))
