"""Words of marks and alignment: what a character, card or space is for a while."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import ALIGNED, ALIGNMENT, ALIGNMENTS
from stormriver.adventure.model.columns import ALIGNMENTS as ALIGNMENT_NAMES
from stormriver.adventure.model.needs import THIS_CARD
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ALL_SEATS, WHO_ENGLISH, YOU, Alignment, MarkRef, Things, Who, refuse_spells
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.stats import find_marks, marks_on
from stormriver.adventure.procedures.targets import awaited, one, seats
from stormriver.adventure.words.counters import subject
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import TICKS
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.english import an, counted
from stormriver.language.grammar import Condition, Effect, Fixed, Names, Value
from stormriver.language.source import Node, closest

CHOOSE_CARD = verb("card", CARD)


ONE = Fixed(1)


class PutMark(Effect):
    """Put a mark on somebody. `{mark: invisible, until: turn_end}`, `{mark: snowbound, turns: 2, who: all}`

    `turns` counts the marked character's own turns, `until: own_turn_start` the turns of the one who did it. A mark
    that `outlives` the character, put on all, is put on those who are to begin with a new one too.
    """

    word = "mark"
    kind: MarkRef
    who: Who = YOU
    amount: Value = ONE
    until: str = "never"
    turns: int = 0

    def ready(self, names: Names, node: Node) -> None:
        if self.turns and self.until == "never":
            self.until = "own_turn_end"
        if self.until not in TICKS:
            node.fail(f"no moment is called {self.until!r}{closest(self.until, TICKS)}")

    def flaw(self) -> str:
        mark = self.table.marks[self.kind]
        return "" if mark.strength == NONE else f"{mark.id!r} is another form; write `transform: {mark.id}`"

    def do(self, game: AdventureGame, context: Context) -> None:
        tick = TICKS[self.until]
        new = awaited(game) if self.who == ALL_SEATS and game.table.marks[self.kind].outlives else []
        for seat in (*seats(game, context, self.who), *new):
            amount = self.amount.of(game, context)
            status_effects.put_mark(game, seat, self.kind, amount, tick, context.seat, max(1, self.turns))

    def english(self) -> str:
        kind = self.table.marks[self.kind]
        return kind.text or f'{subject(self.who, "take", "takes")} the mark "{kind.name}"'


class MarkThis(Effect):
    """Put a mark on this card, as a reminder. `{mark_this: good_chosen}`, `{mark_this: just_taken, until: turn_end}`"""

    word = "mark_this"
    incidental = True
    needs = frozenset({THIS_CARD})
    kind: MarkRef
    until: str = "never"

    def ready(self, names: Names, node: Node) -> None:
        if self.until not in TICKS:
            node.fail(f"no moment is called {self.until!r}{closest(self.until, TICKS)}")

    def do(self, game: AdventureGame, context: Context) -> None:
        subject = game.table.subject_of_card(context.card)
        if not find_marks(game, subject, self.kind):
            game.mark(self.kind, subject, 1, TICKS[self.until], context.seat)

    def english(self) -> str:
        return f'mark this card "{self.table.marks[self.kind].name}"'


class Automate(OneOf):
    """Make something else of a belonging as long as one has it. `{automate: object, as: automated}`"""

    word = "automate"
    rule = "cards.possessions"
    ask = asks.AUTOMATE
    option = CHOOSE_CARD
    things: Things
    as_: MarkRef

    def ready(self, names: Names, node: Node) -> None:
        refuse_spells(self.things, node)

    def flaw(self) -> str:
        return "" if self.table.marks[self.as_].makes else "that mark makes nothing else of a card: give it `makes:`"

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return having(game, context.seat, self.things)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        game.mark(self.as_, game.table.subject_of_card(chosen), 1)

    def english(self) -> str:
        makes = nouns(self.table).one(frozenset({self.table.marks[self.as_].makes}))
        return f"let {nouns(self.table).one(self.things)} of yours be {makes} instead as long as you have it"


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

    def english(self) -> str:
        name = self.table.marks[self.kind].name
        less = self.amount.english()
        return f'{subject(self.who, "lose", "loses")} {"" if less == "0" else f"{less} of "}the mark "{name}"'


class Transform(Effect):
    """Take another form for so many turns of one's own. `{transform: toad, turns: 3}`"""

    word = "transform"
    rule = "toad.form"
    form: MarkRef
    turns: int
    who: Who = YOU

    def flaw(self) -> str:
        form = self.table.marks[self.form]
        return "" if form.strength != NONE else f"{form.id!r} is no form: give that mark `strength:` and `craft:`"

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            status_effects.transform(game, seat, self.form, self.turns)

    def english(self) -> str:
        name = self.table.marks[self.form].name
        return f"{subject(self.who, 'become', 'becomes')} {an(name)} for {counted(self.turns, 'turn')}"


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

    def english(self) -> str:
        return f"{subject(self.who, 'become', 'becomes')} {ALIGNMENT_NAMES[self.alignment]}"


class Marked(Condition):
    """Bearing a mark. `{marked: werewolf}`"""

    word = "marked"
    kind: MarkRef
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and marks_on(game, seat, self.kind) > 0

    def english(self) -> str:
        return f'{being(self.who)} marked "{self.table.marks[self.kind].name}"'

    def negation(self) -> str:
        return f'{being(self.who, negated=True)} marked "{self.table.marks[self.kind].name}"'


class MarkedThis(Condition):
    """This card bears a mark. `{marked_this: good_chosen}`"""

    word = "marked_this"
    needs = frozenset({THIS_CARD})
    kind: MarkRef

    def test(self, game: AdventureGame, context: Context) -> bool:
        return marks_on(game, game.table.subject_of_card(context.card), self.kind) > 0

    def english(self) -> str:
        return f'this card is marked "{self.table.marks[self.kind].name}"'

    def negation(self) -> str:
        return f'this card is not marked "{self.table.marks[self.kind].name}"'


class Is(Condition):
    """Of an alignment. `{is: good}`, `{is: evil, who: target}`"""

    word = "is"
    alignment: Alignment
    who: Who = YOU

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = context.seat if self.who == YOU else one(game, context, self.who)
        return seat != NONE and game.state.seats[seat][ALIGNMENT] == self.alignment

    def english(self) -> str:
        return f"{being(self.who)} {ALIGNMENTS[self.alignment]}"

    def negation(self) -> str:
        return f"{being(self.who, negated=True)} {ALIGNMENTS[self.alignment]}"


class SameAlignment(Condition):
    """Another one is of one's own alignment. `{same_alignment: target}`"""

    word = "same_alignment"
    who: Who

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = one(game, context, self.who)
        row = game.state.seats
        return seat != NONE and row[seat][ALIGNMENT] == row[context.seat][ALIGNMENT]

    def english(self) -> str:
        return f"{WHO_ENGLISH[self.who]} is of your alignment"

    def negation(self) -> str:
        return f"{WHO_ENGLISH[self.who]} is of another alignment"


class MarkAmount(Value):
    """How much of a mark lies on the character. `{marked: werewolf}`"""

    word = "marked"
    kind: MarkRef

    def of(self, game: AdventureGame, context: Context) -> int:
        return marks_on(game, context.seat, self.kind)

    def english(self) -> str:
        return f'the number of the mark "{self.table.marks[self.kind].name}"'


def being(who: Who, negated: bool = False) -> str:
    """Return somebody with the verb `to be`: `you are`, `that character is not`."""
    return f"{WHO_ENGLISH[who]} {'are' if who == YOU else 'is'}{' not' if negated else ''}"
