"""A sitting: a game with all that has been arranged around it, brought about by carrying out a journal.

The same entries, carried out in the same order, always give the same sitting. It knows no connection, no database
and no clock: what time it was stands beside each entry.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from msgspec import Struct

import stormriver
from stormriver.kernel import questions
from stormriver.kernel.ask import PASS
from stormriver.kernel.errors import BadAnswer, StormriverError
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.questions import Question
from stormriver.kernel.state import NONE
from stormriver.presentation.orders import Orders
from stormriver.presentation.showing import showing_of
from stormriver.server import journal
from stormriver.server.journal import Entry, Events, Kept
from stormriver.server.requests import TableWanted
from stormriver.server.seating import Proposal, Seat, Seating, listed, spare_name

PASTS = 40
"""How many answers can be taken back at once; beyond that the game is played again up to there."""


class Misfit(StormriverError):
    """An entry that does not follow from those before it by the rules of today."""


class SetUp(Struct, frozen=True):
    """What a table was made from."""

    id: str
    wanted: TableWanted
    maker: int
    created: float
    seed: int
    salt: str
    watch_secret: str


class Decision(NamedTuple):
    """One answer given.

    Attributes:
        seat: whose it was; `by` as in `journal.Answered`.
        passed: whether it was a mere pass: that others let a chance go by nobody is told.
        revealed, logged: what had come out, and how many events there were, before it.
        read: how far each seat had read before it.
    """

    seat: int
    key: str
    by: journal.By
    passed: bool
    revealed: int
    logged: int
    read: tuple[int, ...]


class Reach(NamedTuple):
    """What taking back a seat's last decision would mean: how many answers, and why it is not free (empty: it is)."""

    answers: int
    reason: str = ""


class Cut(NamedTuple):
    """The log was cut to `events` events by the change with number `version`."""

    version: int
    events: int


class Sitting:
    """A game under way, or to come, with its people and what they have arranged.

    Attributes:
        game: None as long as seats are open.
        version: how many changes the game has seen.
        lines: how many entries have been carried out.
        said: what was said and asked, with the entries of the journal.
        questions: what was asked, with what the die answered.
        asked_at: when the pending ask was put, pauses left out.
        paused_at: since when it stands still, None if it does not.
        goes_on: the id of the table where the people have gone on.
        stopped: why the journal cannot be carried out any further, empty if it can.
    """

    def __init__(self, setup: SetUp, seats: list[Seat]) -> None:
        self.setup = setup
        self.seating = Seating(seats)
        self.game: Game | None = None
        self.began: journal.Began | None = None
        self.version = 0
        self.lines = 0
        self.decisions: list[Decision] = []
        self.undone: list[Decision] = []
        self._own: list[list[int]] = [[] for _ in seats]  # of each seat, which decisions a person made for it
        self.cuts: list[Cut] = []
        self.orders = [Orders({}) for _ in seats]
        self.obeyed: list[list[str]] = [[] for _ in seats]
        self.forward: dict[int, int] = {}
        self.read = [0] * len(seats)
        self.said: list[Kept] = []
        self.questions: list[Question] = []
        self.asked_at = setup.created
        self.paused_at: float | None = None
        self.goes_on = ""
        self.stopped = ""

    # what can be asked of it

    @property
    def log(self) -> list[Event]:
        """The events so far."""
        return [] if self.game is None or self.game.log is None else self.game.log

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.ask is None

    @property
    def state(self) -> Literal["waiting", "playing", "paused", "over", "stopped"]:
        """`waiting`, `playing`, `paused`, `over` or `stopped`."""
        if self.stopped:
            return "stopped"
        if self.game is None:
            return "waiting"
        if self.over:
            return "over"
        return "playing" if self.paused_at is None else "paused"

    @property
    def asked(self) -> int:
        """The seat that is asked, -1 if none is."""
        return NONE if self.game is None or self.game.ask is None else self.game.ask.seat

    @property
    def lesson(self) -> str:
        """The id of the lesson that it is, empty if it is none."""
        return "" if self.began is None else self.began.lesson

    def left_since(self, version: int) -> int:
        """Return how many of the events up to a version are left, be there so many, after what was taken back since."""
        return min((cut.events for cut in self.cuts if cut.version > version), default=len(self.log))

    def reach(self, seat: int) -> Reach:
        """Return what taking back the last decision that the person of a seat made would mean."""
        game = self.game
        if not self._own[seat] or game is None or self.over:
            return Reach(0)
        count = len(self.decisions) - self._own[seat][-1]
        reasons = []
        if self.decisions[-count].revealed != game.revealed:
            reasons.append("a die or a hidden card has come out")
        others = dict.fromkeys(past.seat for past in self.decisions[-count:] if past.seat != seat and not past.passed)
        if others:
            names = listed([game.table.seats[other] for other in others])
            reasons.append(f"{names} {'has' if len(others) == 1 else 'have'} answered")
        return Reach(count, f"since then {', and '.join(reasons)}" if reasons else "")

    def again(self, seat: int) -> list[Decision]:
        """Return what a seat would do again of what was taken back: its own next decision, and what followed by itself.

        What other people had decided since is theirs to decide anew, and so is what a computer player had decided for
        somebody who has their seat back.
        """
        if self.over or not self.undone or (self.undone[0].seat, self.undone[0].by) != (seat, "person"):
            return []
        return [self.undone[0], *takewhile(self._follows, self.undone[1:])]

    def _follows(self, past: Decision) -> bool:
        """Tell whether a decision that was taken back is nobody's to make anew."""
        if past.by == "computer":
            return not self.seating[past.seat].decided_by_person
        return past.by != "person"

    def goes_forward(self, seat: int) -> bool:
        """Tell whether a seat has asked for no questions before its next turn, and that has not come yet."""
        since = self.forward.get(seat)
        return since is not None and self.game is not None and self.game.state.active != seat

    # carrying out

    def restore(self, lines: list[Kept]) -> None:
        """Carry out a journal; what no longer follows stops the sitting, and says why."""
        for kept in lines:
            if not self.stopped or not isinstance(kept.entry, _OF_THE_GAME):
                try:
                    self.carry_out(kept.entry, kept.at)
                except Exception as error:  # whatever an old journal leads to, it is not to be played on
                    self.stopped = f"The cards or rules have changed since this game was played: {error}"
            self.lines = kept.number + 1

    def carry_out(self, entry: Entry, at: float) -> None:
        """Carry out an entry and note in it what came of it.

        Raises:
            StormriverError: with nothing changed, if it is not possible.
        """
        _CARRY_OUT[type(entry)](self, entry, at)
        self.lines += 1

    def _seated(self, entry: journal.Seated, at: float) -> None:
        seat = self.seating[entry.seat]
        seat.who, seat.name, seat.level = "person", entry.name, ""

    def _began(self, entry: journal.Began, at: float) -> None:
        game = self._new_game(entry)
        entry.events = _told(entry.events, game.log or [])
        self.game, self.began = game, entry
        at_first = {} if entry.lesson else showing_of(game.table).at_first  # a lesson speaks of what they leave be
        self.orders = [Orders(at_first) for _ in entry.names]
        for seat, name in zip(self.seating.seats, entry.names, strict=True):
            seat.name = name
        self._changed(at)

    def _new_game(self, entry: journal.Began) -> Game:
        wanted = self.setup.wanted
        if entry.save:
            return stormriver.load(entry.save)
        return stormriver.new_game(
            wanted.preset, entry.names, self.setup.seed, wanted.options, wanted.packs, skip_forced=False
        )

    def _answered(self, entry: journal.Answered, at: float) -> None:
        game = self.game
        if game is None or game.ask is None or game.ask.seat != entry.seat:
            raise Misfit(f"the answer {entry.key!r} comes when another seat, or nobody, is asked.")
        logged, revealed = len(self.log), game.revealed
        codes = game.ask.codes
        game.answer(entry.key)
        try:
            entry.events = _told(entry.events, self.log[logged:])
        except Misfit:
            game.undo()
            raise
        passed = codes[self.log[logged].data[0]] == PASS
        before = tuple(self.read)
        self.decisions.append(Decision(entry.seat, entry.key, entry.by, passed, revealed, logged, before))
        same = bool(self.undone) and (self.undone[0].seat, self.undone[0].key) == (entry.seat, entry.key)
        self.undone = self.undone[1:] if same else []
        del game.history[:-PASTS]
        if entry.by == "person":
            self._own[entry.seat].append(len(self.decisions) - 1)
            self.read[entry.seat] = logged
            self.obeyed[entry.seat].clear()
            self._lapse("undo")
        elif entry.obeyed:
            self.obeyed[entry.seat].append(entry.obeyed)
        self._changed(at)

    def _taken_back(self, entry: journal.TakenBack, at: float) -> None:
        if self.game is None or not 1 <= entry.answers <= len(self.decisions):
            raise BadAnswer(f"{entry.answers} answers cannot be taken back; {len(self.decisions)} were given.")
        first = self.decisions[-entry.answers]
        if entry.answers <= len(self.game.history):
            self.game.undo(entry.answers)
        else:
            self.game = self.game_after(len(self.decisions) - entry.answers)
        self.undone = self.decisions[-entry.answers :] + self.undone
        del self.decisions[-entry.answers :]
        for own in self._own:
            while own and own[-1] >= len(self.decisions):
                own.pop()
        self.questions = questions.after_undo(self.questions, len(self.decisions))
        self.read = list(first.read)
        self.forward.clear()
        self._lapse("undo")
        self._changed(at)
        self.cuts.append(Cut(self.version, first.logged))

    def game_after(self, answers: int) -> Game:
        """Return the game played anew up to so many answers."""
        assert self.began is not None
        game = self._new_game(self.began)
        for past in self.decisions[:answers]:
            game.answer(past.key)
            del game.history[:-PASTS]
        return game

    def _changed(self, at: float) -> None:
        self.version += 1
        self.asked_at = at
        for seat, since in list(self.forward.items()):
            if self.game is not None and self.game.state.active == seat and self.game.state.turn > since:
                del self.forward[seat]

    def _handed_over(self, entry: journal.HandedOver, at: float) -> None:
        seat = self.seating[entry.seat]
        seat.level = entry.level
        if seat.who == "open":
            seat.who, seat.name = "computer", seat.name or spare_name(self.seating.seats)
        self._lapse("hand_over")

    def _reclaimed(self, entry: journal.Reclaimed, at: float) -> None:
        self.seating[entry.seat].level = ""
        self.asked_at = at

    def _resigned(self, entry: journal.Resigned, at: float) -> None:
        seat = self.seating[entry.seat]
        seat.level, seat.resigned = entry.level, True
        self.seating.proposal = None
        if self.game is not None and not self.over and self.game.table.rulebook.concedes:
            self.game.concede(entry.seat)
            self._changed(at)

    def _ordered(self, entry: journal.Ordered, at: float) -> None:
        self.orders[entry.seat] = Orders(entry.orders)
        if entry.forward >= 0:
            self.forward[entry.seat] = entry.forward
        else:
            self.forward.pop(entry.seat, None)

    def _paused(self, entry: journal.Paused, at: float) -> None:
        if entry.on:
            self.paused_at = at
        elif self.paused_at is not None:
            self.asked_at += at - self.paused_at
            self.paused_at = None

    def _proposed(self, entry: journal.Proposed, at: float) -> None:
        self.seating.proposal = Proposal(entry.what, entry.seat, entry.wanted, [], at, entry.about, entry.level)

    def _agreed(self, entry: journal.Agreed, at: float) -> None:
        if self.seating.proposal is not None:
            self.seating.proposal.agreed.append(entry.seat)

    def _lapsed(self, entry: journal.Lapsed, at: float) -> None:
        self.seating.proposal = None

    def _lapse(self, what: str) -> None:
        if self.seating.proposal is not None and self.seating.proposal.what == what:
            self.seating.proposal = None

    def _gone_on(self, entry: journal.GoneOn, at: float) -> None:
        self.goes_on = entry.table
        self._lapse("rematch")

    def _spoken(self, entry: journal.Spoken, at: float) -> None:
        self.said.append(Kept(self.lines, at, entry))

    def _questioned(self, entry: journal.Questioned, at: float) -> None:
        drawn_from = questions.stream(self.setup.seed)
        found = questions.put(self.questions, drawn_from, entry.seat, entry.text, len(self.decisions))
        entry.number = found.number
        entry.die = entry.die or found.die
        self.questions.append(found._replace(die=entry.die))
        self.said.append(Kept(self.lines, at, entry))


_OF_THE_GAME = (journal.Began, journal.Answered, journal.TakenBack)

_CARRY_OUT: dict[type, Callable[[Sitting, Any, float], None]] = {
    journal.Seated: Sitting._seated,
    journal.Began: Sitting._began,
    journal.Answered: Sitting._answered,
    journal.TakenBack: Sitting._taken_back,
    journal.HandedOver: Sitting._handed_over,
    journal.Reclaimed: Sitting._reclaimed,
    journal.Resigned: Sitting._resigned,
    journal.Ordered: Sitting._ordered,
    journal.Paused: Sitting._paused,
    journal.Proposed: Sitting._proposed,
    journal.Agreed: Sitting._agreed,
    journal.Lapsed: Sitting._lapsed,
    journal.GoneOn: Sitting._gone_on,
    journal.Spoken: Sitting._spoken,
    journal.Questioned: Sitting._questioned,
}


def _told(kept: Events | None, happened: list[Event]) -> Events:
    """Return what happened; Misfit if the journal says otherwise, be it not in how the rules are cut into steps."""
    found = [event.values() for event in happened]
    if kept is None:
        return found
    if [_facts(values) for values in kept] != [_facts(values) for values in found]:
        raise Misfit("what followed from an answer then does not follow from it now.")
    return kept


def _facts(values: list[object]) -> tuple[object, ...]:
    kind, seat, data, _procedure, _step, card = values
    return kind, seat, data, card
