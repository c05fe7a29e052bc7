"""Words of states and turns: become, by_alignment, transform, mark, unmark, miss_turn, extra_turn, end_turn, each."""

from __future__ import annotations

from stormriver.adventure.model.columns import ALIGNED, ALIGNMENT, EXTRA
from stormriver.adventure.model.columns import ALIGNMENTS as ALIGNMENT_NAMES
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ALL_SEATS, WHO_ENGLISH, YOU, Alignment, AlignmentTable, MarkRef, Who
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.missed_turns import miss
from stormriver.adventure.procedures.stats import find_marks
from stormriver.adventure.procedures.targets import awaited, seats
from stormriver.adventure.words.fortune import subject
from stormriver.kernel.bitmask import mask_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import TICKS
from stormriver.kernel.state import OVER
from stormriver.language.english import an, counted, relative, sentence, third_person
from stormriver.language.grammar import ALWAYS, NOTHING, Condition, Effect, Fixed, Names, Value
from stormriver.language.source import Node, closest

ONE = Fixed(1)


class Each(Effect):
    """Do something for several characters in turn, the active one first. `{each: region, if: {is: evil}, do: ...}`"""

    word = "each"
    who: Who
    do_: Effect
    if_: Condition = ALWAYS

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context, chosen=mask_of(seats(game, context, self.who)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Take the next seat of the group, clockwise from the one that began."""
        count = len(game.state.seats)
        for i in range(count):
            seat = (frame.seat + i) % count
            if frame.chosen >> seat & 1:
                frame.chosen &= ~(1 << seat)
                about = Context(seat, frame.context.card, frame.seat, frame.context.space, roll=frame.context.roll)
                if self.if_.test(game, about):
                    self.do_.run(game, about)
                return
        game.state.frames.pop()

    def english(self) -> str:
        who = WHO_ENGLISH[self.who]
        condition = "" if self.if_ is ALWAYS else f" {relative(self.if_.english())}"
        return third_person(who + condition, self.do_.english())


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

    def english(self) -> str:
        rows = "; ".join(f"{ALIGNMENT_NAMES[a]}: {effect.english()}" for a, effect in self.effects.items())
        return f"do as your alignment says ({rows})"

    def sentences(self) -> list[str]:
        return [sentence(f"if you are {ALIGNMENT_NAMES[a]}, {effect.english()}") for a, effect in self.effects.items()]


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


class Transform(Effect):
    """Take another form for so many turns of one's own. `{transform: toad, turns: 3}`"""

    word = "transform"
    rule = "toad.form"
    form: MarkRef
    turns: int
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            status_effects.transform(game, seat, self.form, self.turns)

    def english(self) -> str:
        name = self.table.marks[self.form].name
        return f"{subject(self.who, 'become', 'becomes')} {an(name)} for {counted(self.turns, 'turn')}"


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

    def do(self, game: AdventureGame, context: Context) -> None:
        tick = TICKS[self.until]
        new = awaited(game) if self.who == ALL_SEATS and game.table.marks[self.kind].outlives else []
        for seat in (*seats(game, context, self.who), *new):
            amount = self.amount.of(game, context)
            status_effects.put_mark(game, seat, self.kind, amount, tick, context.seat, max(1, self.turns))

    def english(self) -> str:
        kind = self.table.marks[self.kind]
        return kind.text or f'{subject(self.who, "take", "takes")} the mark "{kind.name}"'


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


class MissTurn(Effect):
    """Miss turns (turn.lose). `{miss_turn: 1}`"""

    word = "miss_turn"
    rule = "turn.lose"
    turns: Value
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            miss(game, seat, self.turns.of(game, context))

    def english(self) -> str:
        return f"{subject(self.who, 'miss', 'misses')} {counted(self.turns.english(), 'turn')}"


class ExtraTurn(Effect):
    """Take further turns before play passes on. `{extra_turn: 2}`"""

    word = "extra_turn"
    turns: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        game.change(context.seat, EXTRA, self.turns.of(game, context))

    def english(self) -> str:
        return f"take {counted(self.turns.english(), 'further turn')} before play passes on"


class EndTurn(Effect):
    """The turn under way ends at once. `end_turn`"""

    word = "end_turn"
    rule = "turn.order"
    incidental = True

    def do(self, game: AdventureGame, context: Context) -> None:
        game.state.interrupt = OVER

    def english(self) -> str:
        return "the turn ends at once"
