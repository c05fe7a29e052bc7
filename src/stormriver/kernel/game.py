"""The game: runs frames until somebody must decide, and is the only one that changes a state."""

from __future__ import annotations

from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr

from stormriver.kernel import dice as chance
from stormriver.kernel import events
from stormriver.kernel.ask import Ask, AskKind, Posed, joined
from stormriver.kernel.budget import LOOKED_AFTER, MOST_ASKED, Curb, hush, look
from stormriver.kernel.errors import BadAnswer, EngineError
from stormriver.kernel.events import Event
from stormriver.kernel.frames import Frame
from stormriver.kernel.knowledge import knows_card, opens_hidden, shows
from stormriver.kernel.marks import NEVER
from stormriver.kernel.memos import Memos
from stormriver.kernel.program import FINISH, Step
from stormriver.kernel.script import Script
from stormriver.kernel.seats import seat_number
from stormriver.kernel.state import NONE, Mark, State
from stormriver.kernel.table import OPEN, Table
from stormriver.kernel.type_variables import TypeVar
from stormriver.kernel.undo import Past

F = TypeVar("F", bound=Frame)
T = TypeVar("T", bound=Table, default=Any)

SIDES: Final = 6
"""How many sides every die has."""

UNSEEN: Final = -1
"""The masks of a seat that has changed and is not settled yet: all bits are set, so any hook may answer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Memos, Generic[T]):
    """A game at a table.

    Attributes:
        table: what all games of this set-up share.
        state: the state of the game.
        log: the events so far, or None for a silent copy (search, simulation).
        skip_forced: whether asks with a single option are answered at once. A table of people sets it
            to False and answers after a delay, so that silence tells nothing.
        doing: the word that is being carried out within a step, by its number, and its card; for the log.
        hook_mask: for each seat a bitmask of the questions that its hooks may answer, UNSEEN until the rulebook has
            settled a change of the seat. Not part of the state: it only saves lookups.
        moment_mask: the same of the moments at which the seat may have an answer.
        curb: what is broken off until the next question, since it has passed the budget; None as a rule.
    """

    __slots__ = (
        "table", "state", "log", "skip_forced", "script", "history", "revealed", "header", "doing",
        "hook_mask", "moment_mask", "curb", "_ask",
    )  # fmt: skip

    def __init__(self, table: T, state: State, log: list[Event] | None = None, skip_forced: bool = True) -> None:
        super().__init__()
        self.table = table
        self.state = state
        self.log = log
        self.skip_forced = skip_forced
        self.script: Script | None = None
        self.history: tuple[Past, ...] = ()
        self.revealed = 0  # how often chance or a hidden card came out
        self.header: dict[str, Any] = {}
        self.doing: tuple[int, int] | None = None
        self.hook_mask = [UNSEEN] * len(table.seats)
        self.moment_mask = [UNSEEN] * len(table.seats)
        self.curb: Curb | None = None
        self._ask: Ask | None = None  # the pending ask as it was spelt out last

    def __repr__(self) -> str:
        state, seats = self.state, self.table.seats
        asked = "over" if state.ask is None else f"{seats[state.ask.seat]} is asked {state.ask.kind!r}"
        return f"<the engine's Game, turn {state.turn}: {asked}>"

    # deciding

    @property
    def ask(self) -> Ask | None:
        """The pending ask, or None when the game is over."""
        posed = self.state.ask
        if posed is None:
            return None
        if self._ask is None or self._ask.posed is not posed:
            self._ask = Ask(posed, self.table)
        return self._ask

    def read_as_one(self, first: Ask, leaving: str) -> None:
        """Let the pending ask be seen as one with the ask before it, whose option `leaving` led here."""
        self._ask = joined(first, leaving, self.ask)

    def answer(self, key: str) -> None:
        """Answer the pending ask with one of its keys, and go on to the next one.

        Raises:
            BadAnswer: if the key is not on offer; nothing is changed.
        """
        ask = self.ask
        if ask is None:
            raise BadAnswer("The game is over; there is nothing to answer with {key!r}.", key=key)
        if key not in ask.keys:
            seat, known = self.table.seats[ask.seat], ", ".join(ask.keys)
            told = "{key!r} is not on offer to {seat} at the ask {kind!r}; the options are {known}."
            raise BadAnswer(told, key=key, seat=seat, kind=ask.kind, known=known)
        past = Past(self)
        try:
            self.play(ask.keys.index(key))
        except BaseException:  # whatever broke it off, Ctrl-C too: an answer counts whole or not at all
            self._restore(past)
            raise
        self.revealed += opens_hidden(self.table, past.state, self.state)
        self.history = (*self.history, past)

    def play(self, index: int) -> None:
        """Answer with the option at `index`; the fast way, with neither check nor undo.

        Raises:
            BadAnswer: if the game is over.
        """
        state = self.state
        ask = state.ask
        if ask is None:
            raise BadAnswer("The game is over; there is nothing to answer.")
        state.answer = ask.codes[index]
        state.ask = None
        state.asked += 1
        if self.log is not None:
            self.log.append(Event(events.ANSWERED, ask.seat, (index,), ask.cause, ask.card))
        self.run(None if state.asked <= MOST_ASKED else hush(self))

    def run(self, curb: Curb | None = None) -> None:
        """Carry out steps until somebody must decide or nothing is left to do, but for what is broken off already.

        Raises:
            Endless: if the rules turn in a circle; what cards do is broken off, see `kernel.budget`.
        """
        self.curb = curb
        steps, turn = 0, self.state.turn
        while self._go_on():
            steps = look(self, steps + LOOKED_AFTER, turn)

    def _go_on(self) -> bool:
        """Carry out some steps; tell whether there is more to do before somebody must decide."""
        state, frames = self.state, self.state.frames
        rulebook, program = self.table.rulebook, self.table.program
        steps, numbers, following = program.steps, program.numbers, program.following
        for _step in range(LOOKED_AFTER):
            if state.ask is not None or not frames:
                return False
            if state.unsettled:
                rulebook.settle(self)
                continue
            frame = frames[-1]
            place = frame.place
            frame.place = following[place]
            if not numbers:
                steps[place](self, frame)
            elif numbers[place] == FINISH:  # compiled, what is done so often is done right here
                frames.pop()
            else:
                rulebook.carry_out(self, frame, numbers[place])
        return True

    # control flow: which step comes next, if not the following one; a step is named, never given by its number

    def go_to(self, frame: Frame, step: Step) -> None:
        """Make a procedure continue with one of its steps, before or after the current one.

        Args:
            frame: the frame of the procedure.
            step: the step; the first time if it occurs more than once.

        Raises:
            KeyError: if the procedure has no such step.
        """
        frame.place = self.table.program.at[type(frame)][step]

    def skip_next(self, frame: Frame) -> None:
        """Make a procedure skip its next step."""
        frame.place += 1

    def restart(self, frame: Frame) -> None:
        """Make a procedure continue with its first step."""
        frame.place = self.table.program.begin[type(frame)]

    def finish(self, frame: Frame) -> None:
        """Make a procedure end after the current step."""
        frame.place = self.table.program.end[type(frame)]

    @property
    def in_progress(self) -> bool:
        """Whether any procedure is under way."""
        return bool(self.state.frames)

    def under_way(self, kind: type[F]) -> F | None:
        """Return the topmost frame of a kind on the stack; None if there is none."""
        for frame in reversed(self.state.frames):
            if isinstance(frame, kind):
                return frame
        return None

    def pose(self, seat: int, kind: AskKind, codes: list[int], amounts: dict[int, int] | None = None) -> None:
        """Ask `seat` to choose among option codes; the step after this one finds the choice in `state.answer`.

        The step that poses an ask does nothing else, so it can be posed again from the frames alone.

        Args:
            seat: who is asked.
            kind: the kind of the ask.
            codes: the options, at least one; a single one is answered at once if `skip_forced` is set.
            amounts: for some options, a number that their code does not hold, such as what they cost now.

        Raises:
            EngineError: if there are no options.
        """
        if not codes:
            raise EngineError("an ask of kind {kind!r} without options", kind=kind)
        if len(codes) == 1 and self.skip_forced:
            self.state.answer = codes[0]
            return
        frame = self.state.frames[-1]
        cause = frame.cause(self.table.first_word)
        self.state.ask = Posed(seat, kind, codes, cause, frame.card_behind(), amounts)

    def pose_again(self) -> None:
        """Pose the pending ask anew from the frames, e.g. after hidden cards changed places."""
        ask = self.state.ask
        if ask is not None:
            self.state.ask = None
            self.state.frames[-1].step_back()
            skip, self.skip_forced = self.skip_forced, False
            self.run()
            self.skip_forced = skip

    # copies and undo

    def clone(self) -> Game[T]:
        """Return a copy for search: its own state, no log, no undo."""
        new: Game[T] = Game.__new__(Game)
        new.table = self.table
        new.state = self.state.clone()
        new.log = None
        new.skip_forced = self.skip_forced
        new.script = None
        new.history = ()
        new.revealed = 0
        new.header = self.header
        new.doing = None
        new.memo, new.lasting = self.memo, self.lasting
        new.hook_mask = self.hook_mask[:]
        new.moment_mask = self.moment_mask[:]
        new.curb = None
        new._ask = None
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """Stand in a pickle for what `clone` copies; the table stands for itself by how it was set up."""
        return _put_back, (self.table, self.state, self.skip_forced, self.header)

    @property
    def can_undo_freely(self) -> bool:
        """Whether the last answer can be taken back with nothing random or hidden having come out since."""
        return bool(self.history) and self.history[-1].revealed == self.revealed

    def undo(self, decisions: int = 1) -> None:
        """Take back the last `decisions` answers, 1 to all that were given; raises BadAnswer for any other number."""
        given = len(self.history)
        if not 1 <= decisions <= given:
            raise BadAnswer(
                "Cannot take back {decisions} answers; {given} were given.", decisions=decisions, given=given
            )
        past = self.history[-decisions]
        self.history = self.history[:-decisions]
        self._restore(past)

    def _restore(self, past: Past) -> None:
        self.state = past.state
        self.forget()
        self.hook_mask = [UNSEEN] * len(self.hook_mask)
        self.moment_mask = [UNSEEN] * len(self.moment_mask)
        self.revealed = past.revealed
        if self.log is not None:
            del self.log[past.logged :]
        self.script = past.script

    def view(self, seat: int | str) -> Any:
        """Return what `seat` may know of the game, in the form its rulebook gives it.

        Args:
            seat: its name, or its number from 0; ONLOOKER or OMNISCIENT, see `kernel.view`, are viewers without one.

        Raises:
            StormriverError: if there is no such seat.
        """
        return self.table.rulebook.view(self, seat_number(self.table.seats, seat))

    def save(self) -> str:
        """Return the game as text, from which `stormriver.load` brings it back."""
        return str(self.table.rulebook.save(self))

    @property
    def result(self) -> list[str]:
        """The names of the winning seats once the game is over, else none."""
        seats = self.table.seats
        return [seats[i] for i in range(len(seats)) if self.state.result >> i & 1]

    # frames

    def push(self, frame: Frame) -> None:
        """Push a procedure onto the stack; it is carried out before those below."""
        frame.place = self.table.program.begin[type(frame)]
        self.state.frames.append(frame)

    # changes: each is an event, folded into the state and written to the log

    def begin_turn(self, seat: int) -> None:
        """Make it the turn of `seat`."""
        state = self.state
        state.turn += 1
        state.asked = state.asked if state.active == seat else 0  # turns in a row count as one
        state.active = seat
        if self.log is not None:
            self.write(events.TURN, seat, (state.turn,))

    def change(self, seat: int, column: int, difference: int) -> None:
        """Add `difference` to a column of a seat; a difference of 0 is no event."""
        if difference:
            self.state.put(seat, column, self.state.seats[seat][column] + difference)
            if column in self.table.unsettling:
                self._unsettle(seat)
            elif column in self.table.spendable:
                self.moment_mask[seat] = UNSEEN
            if self.log is not None:
                self.write(events.CHANGED, seat, (column, difference))

    def set(self, seat: int, column: int, value: int) -> None:
        """Set a column of a seat to `value`; the value it has already is no event."""
        if self.state.seats[seat][column] != value:
            self.state.put(seat, column, value)
            if column in self.table.unsettling:
                self._unsettle(seat)
            elif column in self.table.spendable:
                self.moment_mask[seat] = UNSEEN
            if self.log is not None:
                self.write(events.SET, seat, (column, value))

    def move_card(self, card: int, zone: int, seat: int = NONE, position: int = NONE) -> None:
        """Move a card to a zone.

        Args:
            card: the number of the card.
            zone: the number of the zone.
            seat: the seat that does it; NONE for nobody.
            position: its index in the zone; NONE for the last one, the top of a deck.
        """
        state = self.state
        zones = self.table.zones
        old = state.place[card]
        if old != NONE:
            self.revealed += shows(self.table, state, card, zone)
            if zones[old].owner != NONE:
                self._unsettle(zones[old].owner)
        if zones[zone].owner != NONE:
            self._unsettle(zones[zone].owner)
        data = (card, zone, position)
        events.move_card(state, seat, data)
        self.forget_card(self.table.aside, self.table.lasting_aside, old, zone)
        if self.log is not None:
            self.write(events.CARD, seat, data)

    def shuffle(self, zone: int, top: int = NONE) -> None:
        """Shuffle the cards of a zone, or only the `top` ones; nobody knows the new order."""
        state = self.state
        self.revealed += 1
        cards = state.zones[zone]
        moved = cards if top == NONE else cards[len(cards) - top :]
        order = None if self.script is None else self.script.order(zone, moved)
        if order is None:
            state.dice, order = chance.shuffled(state.dice, moved, state.key)
        data = (zone, *order)
        events.shuffle(state, NONE, data)
        self.forget_card(self.table.aside, self.table.lasting_aside, zone, zone)
        if self.log is not None:
            self.write(events.SHUFFLED, NONE, data)

    def roll(self, seat: int, count: int = 1) -> list[int]:
        """Return the faces, 1 to SIDES, of `count` dice rolled for `seat` (NONE: for a creature or the game)."""
        state = self.state
        self.revealed += 1
        if self.script is not None:
            rolled = [self.script.die(SIDES) for _ in range(count)]
        else:
            rolled = []
            for _ in range(count):
                state.dice = chance.advance(state.dice, state.key)
                rolled.append(chance.number(state.dice, SIDES, state.key) + 1)
        if self.log is not None:
            self.write(events.ROLLED, seat, tuple(rolled))
        return rolled

    def draw_lot(self, seat: int, count: int) -> int:
        """Return a random number from 0 to `count` - 1 (`count` at least 1), for a seat (NONE: for the game)."""
        state = self.state
        self.revealed += 1
        if self.script is not None:
            drawn = self.script.die(count)
        else:
            state.dice = chance.advance(state.dice, state.key)
            drawn = chance.number(state.dice, count, state.key) + 1
        if self.log is not None:
            self.write(events.LOT, seat, (drawn, count))
        return drawn - 1

    def mark(
        self, kind: int, subject: int, amount: int = 1, tick: int = NEVER, owner: int = NONE, left: int = 1
    ) -> None:
        """Put a mark on a seat, card or space.

        Args:
            kind: the number of the kind of mark.
            subject: what it lies on: a seat, or see `Table.subject_of_card` and `Table.subject_of_space`.
            amount: how much of it.
            tick: which moment counts it down, see `kernel.marks`.
            owner: the seat whose turns are counted; NONE if they are those of nobody in particular.
            left: how many such moments it lasts, at least 1.
        """
        mark = Mark(kind, subject, amount, tick, owner, left)
        self.state.marks = self.state.marks.plus(mark)
        self.forget_mark(self.table.aside, self.table.lasting_aside, kind)
        if subject < len(self.hook_mask):
            self._unsettle(subject)
        if self.log is not None:
            self.write(events.MARKED, owner, mark.values())

    def unmark(self, mark: Mark) -> None:
        """Take a mark off; ValueError if it is not there."""
        self.state.marks = self.state.marks.minus(mark)
        self.forget_mark(self.table.aside, self.table.lasting_aside, mark.kind)
        if mark.subject < len(self.hook_mask):
            self._unsettle(mark.subject)
        if self.log is not None:
            self.write(events.UNMARKED, mark.owner, mark.values())

    def _unsettle(self, seat: int) -> None:
        self.state.unsettled |= 1 << seat
        self.hook_mask[seat] = UNSEEN
        self.moment_mask[seat] = UNSEEN

    def learn(self, seat: int, card: int) -> None:
        """Let `seat` (NONE: everybody) know where a hidden card lies, until it moves or is shuffled."""
        self.revealed += not knows_card(self.table, self.state, seat, card)
        self._note(seat, card)

    def move_openly(self, card: int, zone: int, seat: int = NONE, position: int = NONE) -> None:
        """Move a card while everybody looks on: even in a hidden zone all know it, until it moves or is shuffled."""
        self.revealed += not knows_card(self.table, self.state, NONE, card)
        self.move_card(card, zone, seat, position)
        if self.table.zones[zone].visible != OPEN:
            self._note(NONE, card)

    def _note(self, seat: int, card: int) -> None:
        events.learn(self.state, seat, (card,))
        if self.log is not None:
            self.write(events.LEARNED, seat, (card,))

    def end(self, winners: int) -> None:
        """End the game; `winners` has one bit for each winning seat."""
        self.state.result = winners
        self.state.frames.clear()
        if self.log is not None:
            self.write(events.RESULT, NONE, (winners,))

    def concede(self, seat: int) -> None:
        """End the game at its pending ask, since a seat gives up; all others win."""
        self.state.ask = None
        self.end(sum(1 << other for other in range(len(self.table.seats)) if other != seat))

    def write(self, kind: str, seat: int, data: tuple[int, ...]) -> None:
        """Write an event to the log, with the step or word that causes it; a game without a log writes nothing."""
        if self.log is None:
            return
        if self.doing is not None:
            word, card = self.doing
            self.log.append(Event(kind, seat, data, self.table.first_word + word, card))
        elif self.state.frames:
            frame = self.state.frames[-1]
            self.log.append(Event(kind, seat, data, frame.cause(self.table.first_word), frame.card_behind()))
        else:
            self.log.append(Event(kind, seat, data, NONE, NONE))


def _put_back(table: Table, state: State, skip_forced: bool, header: dict[str, Any]) -> Game:
    """Return the game that was pickled."""
    game = Game(table, state, None, skip_forced)
    game.header = header
    return game
