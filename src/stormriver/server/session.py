"""The session of a table: what follows from carrying out its journal.

The same entries, carried out in the same order, always give the same session. It knows no connection, no database
and no clock: each entry comes with its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from stormriver.api import begin_game, resume_game
from stormriver.kernel import questions
from stormriver.kernel.ask import PASS, verb_of
from stormriver.kernel.commitment import common_seed
from stormriver.kernel.dice import SPLITMIX64
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.events import RULES, Event
from stormriver.kernel.game import Game
from stormriver.kernel.table import Table
from stormriver.language.message import MessageError
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Orders
from stormriver.server import journal, tutorial, upgrades
from stormriver.server.journal import GONE, OF_THE_GAME, TALK, Entry, Events, Kept
from stormriver.server.log_cuts import Cut, WentOn
from stormriver.server.requests import TableWanted
from stormriver.server.seating import Proposal, Seat, Seating, spare_name
from stormriver.server.seed_draw import SeedDraw
from stormriver.server.snapshots import Snapshot, Snapshots, snapshot_of
from stormriver.server.upgrades import Misfit, Names, Reading, Told, ToldGame
from stormriver.session.decisions import Decision
from stormriver.session.lessons import SessionWithLessons

PASSING = verb_of(PASS)[0]
"""The key of an option that only passes."""

PASTS = 10
"""For how many answers the game keeps its earlier states; to undo more it is played again up to there."""

CHANGED = "server.past.changed"
HALTED = "server.sandbox.halted"


class SetUp(Struct, frozen=True):
    """What a table was made from."""

    id: str
    wanted: TableWanted
    maker: int
    created: float
    seed: int
    salt: str
    watch_secret: str


class TableSession(SessionWithLessons):
    """The session of a table, with its seating and all else that its journal says.

    Attributes:
        draw: the part that the seats have in the seed of the dice.
        version: how many changes the game has seen.
        lines: how many entries have been carried out.
        said: the entries of the journal that are chat or questions.
        muted: the people whose lines the host wants nobody to read; `shown_out` those who may not come any more.
        asked_at: when the pending ask was put, pauses left out.
        paused_at: since when the table is paused, None if it is not.
        goes_on: the id of the rematch's table, empty if there is none.
        names: what the numbers in the journal stand for at this point; empty for those of today.
        first: how the seats and cards began, if the rules of today do not reproduce it.
        snapshots: the game as it stood earlier, see `snapshots.py`.
        added: an entry that `restore` has carried out behind the last one of the journal, and that is to be written.
        stopped: why the journal cannot be carried out any further, None if it can.
    """

    def __init__(self, setup: SetUp, seats: list[Seat]) -> None:
        super().__init__(len(seats), questions.stream(setup.seed))
        self.setup = setup
        self.seating = Seating(seats)
        self.draw = SeedDraw()
        self.began: journal.Began | None = None
        self.version = 0
        self.lines = 0
        self.cuts: list[Cut] = []
        self.said: list[Kept] = []
        self.muted: set[int] = set()
        self.shown_out: set[int] = set()
        self.asked_at = setup.created
        self.paused_at: float | None = None
        self.goes_on = ""
        self.stopped: MessageError | None = None
        self.names: Names = {}
        self.first: dict[str, Any] | None = None
        self.snapshots = Snapshots(packs=setup.wanted.packs)
        self.added: journal.Upgraded | None = None
        self._went_on: WentOn | None = None
        self._told: Told | None = None
        self._last_reading: tuple[Names, Table, Reading] | None = None
        self._lines: list[Kept] = []
        self._resumed: tuple[Snapshot, Game] | None = None

    # how the table stands

    def decided_by_person(self, seat: int) -> bool:
        """Tell whether a person plays a seat now."""
        return self.seating[seat].decided_by_person

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
    def lesson(self) -> str:
        """The id of the lesson that is played, empty if it is none."""
        return "" if self.began is None else self.began.lesson

    @property
    def firm(self) -> int:
        """How many answers can no longer be taken back, since the rules have changed after them."""
        return 0 if self._went_on is None else self._went_on.answers

    def speaker(self, entry: Entry) -> int:
        """Return whose a line of chat is, `GONE` if that is not known."""
        assert isinstance(entry, TALK)
        if entry.person == GONE and entry.seat >= 0:
            return self.seating[entry.seat].person or GONE
        return entry.person

    def rename_person(self, old: int, new: int) -> None:
        """Replace the number of somebody who has said something, or is muted."""
        for kept in self.said:
            if isinstance(kept.entry, TALK) and kept.entry.person == old:
                kept.entry.person = new
        if old in self.muted:
            self.muted = self.muted - {old} | {new}

    def left_since(self, version: int) -> int:
        """Return how many of the events before a version are still in the log after what has been taken back since."""
        return min((cut.events for cut in self.cuts if cut.version > version), default=len(self.log))

    # carrying out

    def restore(self, lines: list[Kept], header: str = "", snapshots: Iterable[Snapshot] = ()) -> None:
        """Carry out a journal; an entry that no longer follows stops the session, with the reason in `stopped`.

        If the game has gone on from a saved state by other rules, the entries before the last such state are taken at
        their word.

        Args:
            lines: the journal.
            header: the header of the game's record, which names what the journal's numbers stand for.
            snapshots: what was kept of the game earlier; up to the last that holds no answer is played.
        """
        self._lines, self.snapshots = lines, Snapshots(snapshots, self.setup.wanted.packs)
        self.names = upgrades.names_of(header)
        if any(isinstance(kept.entry, journal.Halted) for kept in lines):
            self.stopped = MessageError(HALTED)
        entries = [kept.entry for kept in lines if isinstance(kept.entry, journal.Upgraded)]
        last = next((entry for entry in reversed(entries) if entry.save), None)
        if last is not None and not self.stopped:
            self._prepare_to_tell(last, header)
        for kept in lines:
            self._go_on_from_snapshot(kept.number)
            if not self.stopped or not isinstance(kept.entry, OF_THE_GAME):
                try:
                    self.carry_out(kept.entry, kept.at)
                    self.take_snapshot()
                except Exception as error:  # whatever an old journal leads to, it is not to be played on
                    self.stopped = MessageError(CHANGED, reason=error)
            self.lines = kept.number + 1
        self._go_on_from_snapshot(self.lines)
        self._lines = []
        if self.names and self.game is not None and not self.stopped and not self.over:
            names = upgrades.changed(self.names, self.game.table)
            if names:
                self.added = journal.Upgraded(names=names)
                self.carry_out(self.added, self.asked_at)
            else:
                self.names, self._last_reading = {}, None  # they are those of today, which all tables share

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

    def _freed(self, entry: journal.Freed, at: float) -> None:
        seat = self.seating[entry.seat]
        seat.who, seat.name, seat.level, seat.ready = "open", "", "", False
        self.draw.free(entry.seat)

    def _arranged(self, entry: journal.Arranged, at: float) -> None:
        self.seating.arrange(entry.order)
        self.draw.arrange(entry.order)
        self.attention = [self.attention[number] for number in entry.order]

    def _readied(self, entry: journal.Readied, at: float) -> None:
        self.seating[entry.seat].ready = entry.on

    def _committed(self, entry: journal.Committed, at: float) -> None:
        self.draw.hashes[entry.seat] = entry.hash

    def _draw_opened(self, entry: journal.DrawOpened, at: float) -> None:
        self.draw.since = at

    def _revealed(self, entry: journal.Revealed, at: float) -> None:
        self.draw.nonces[entry.seat] = entry.nonce

    def _began(self, entry: journal.Began, at: float) -> None:
        self.began, self.draw.since = entry, None
        self.stream = questions.stream(self._seed_for(entry.dice))
        if self._told is None:
            game = self.new_game(entry)
            entry.events = self._noted(entry.events, game, game.log or [])
            game = self._told_up_to_snapshot(game)
        else:
            game = ToldGame(self._told.table)
            self._tell(game, entry.events)
        self.game = game
        self.orders = [Orders(presentation_of(game.table).at_first) for _ in entry.names]
        for seat, name in zip(self.seating.seats, entry.names, strict=True):
            seat.name = name
        self._changed(at)

    def new_game(self, entry: journal.Began) -> Game:
        """Return the game as an entry begins it; BadRecord if it began with a save that cannot go on any more."""
        wanted = self.setup.wanted
        if not entry.save:
            return begin_game(
                wanted.preset, entry.names, self._seed_for(entry.dice), wanted.options, wanted.packs,
                skip_forced=False, dice=entry.dice,
            )  # fmt: skip
        try:
            game = resume_game(entry.save, wanted.packs)
        except BadRecord:
            if not entry.lesson:
                raise
            game = resume_game(tutorial.position(entry.lesson, entry.names))  # as it is taught today
        game.log = [event for event in game.log or [] if event.kind != RULES]  # those of today are its only ones
        return game

    def _seed_for(self, dice: str) -> int:
        """Return the seed of a generator: the fast one's is that of the table, any other's was drawn in common."""
        return self.setup.seed if dice == SPLITMIX64 else common_seed(self.setup.seed, self.draw.nonces)

    def _answered(self, entry: journal.Answered, at: float) -> None:
        decision = self._told_of(self.game, entry) if isinstance(self.game, ToldGame) else self._played(entry)
        self.note(decision, entry.obeyed)
        if entry.by == "person":
            self._lapse("undo", "redo")
        self._changed(at)

    def _told_of(self, game: ToldGame, entry: journal.Answered) -> Decision:
        """Let an answer be given as the journal tells it."""
        logged, revealed = len(self.log), game.revealed
        self._tell(game, entry.events)
        game.revealed += entry.revealed
        return Decision(
            entry.seat, entry.key, entry.by, entry.key == PASSING, revealed, logged, self.read_now(), None,
            entry.concern, entry.recurring, entry.asked,
        )  # fmt: skip

    def _played(self, entry: journal.Answered) -> Decision:
        """Answer by the rules; Misfit if something else follows than the journal tells."""
        game = self.game
        if game is None or self.asked != entry.seat:
            raise Misfit("the answer {key!r} comes when another seat, or nobody, is asked.", key=entry.key)
        decision = self.decide(entry.key, entry.by)
        if entry.events is None:
            entry.recurring = decision.recurring
            entry.let_go, entry.offered = dict(decision.let_go.promising), sorted(decision.let_go.once)
            entry.asked, entry.revealed = decision.asked, game.revealed - decision.revealed
        decision = decision._replace(let_go=entry.concern)
        try:
            entry.events = self._noted(entry.events, game, self.log[decision.logged :])
        except Misfit:
            game.undo()
            raise
        game.history = game.history[-PASTS:]
        return decision

    def _taken_back(self, entry: journal.TakenBack, at: float) -> None:
        self.take_back(entry.answers)
        self.snapshots.take_back(len(self.decisions), self.lines)
        self._lapse("undo", "redo")
        self._changed(at)
        self.cuts.append(Cut(self.version, len(self.log)))

    def rewind(self, answers: int) -> None:
        """Bring the game back to before so many answers, replaying it if they were given too long ago."""
        if isinstance(self.game, ToldGame):
            self.game.cut(self.decisions[-answers])
        elif self.game is not None and answers <= len(self.game.history):
            self.game.undo(answers)
        else:
            self.game = self.game_after(len(self.decisions) - answers)

    def game_after(self, answers: int) -> Game:
        """Return the game replayed up to so many answers, at least the `firm` ones, from the last snapshot before."""
        assert self.began is not None
        table = None if self.game is None else self.game.table
        found = table and self.snapshots.nearest(min(answers, len(self.decisions) - 1), table)
        if found and found[0].answers >= self.firm:
            begun, game = found[0].answers, found[1]
            following = self.decisions[begun]
            game.log, game.revealed = self.log[: following.logged], following.revealed
        else:
            begun, went_on = self.firm, self._went_on
            game = upgrades.gone_on(went_on, self.setup.wanted.packs) if went_on else self.new_game(self.began)
        for past in self.decisions[begun:answers]:
            game.answer(past.key)
            game.history = game.history[-PASTS:]
        return game

    # snapshots

    def take_snapshot(self) -> None:
        """Take a snapshot of the game if it is time for one."""
        game, answers = self.game, len(self.decisions)
        if game is not None and not self.over and not self.stopped and self.snapshots.due(answers):
            self.snapshots.add(snapshot_of(game, answers, self.lines))

    def _told_up_to_snapshot(self, game: Game) -> Game:
        """Return a game that is told up to the last snapshot from which it can go on; the same if there is none."""
        self._resumed = self.snapshots.last(self._lines, game.table)
        return game if self._resumed is None else ToldGame.begun_as(game)

    def _go_on_from_snapshot(self, lines: int) -> None:
        """Let the game go on by the rules if it was told up to here, after so many entries."""
        if self._resumed is not None and self._resumed[0].lines == lines and self.game is not None:
            (_, game), self._resumed = self._resumed, None
            game.log, game.revealed, self.game = self.log, self.game.revealed, game

    # going on after an upgrade

    def _prepare_to_tell(self, last: journal.Upgraded, header: str) -> None:
        """Prepare to take the entries before the last one from which the game went on at their word."""
        try:
            self._told = Told(last, resume_game(last.save, self.setup.wanted.packs).table)
            self.first = upgrades.first_of(header, self._told.table)
        except Exception as error:  # whatever keeps the save from going on
            self.stopped = MessageError(CHANGED, reason=error)

    def _upgraded(self, entry: journal.Upgraded, at: float) -> None:
        if self._told is not None and entry is self._told.last:
            self._go_on_from(entry, self._told.table)
        else:
            self.names = {**self.names, **entry.names}
            if isinstance(self.game, ToldGame):
                self._tell(self.game, entry.events)
        if entry.save:
            self.undone = []
            self.version += 1
            self._lapse("undo", "redo")

    def _go_on_from(self, entry: journal.Upgraded, table: Table) -> None:
        """Go on from the last state by the rules of today."""
        if entry.events is None:
            entry.names = upgrades.changed(self.names, table)
        self.names = {**self.names, **entry.names}
        self._went_on = WentOn(entry.save, self.log[:], len(self.decisions))
        game = upgrades.gone_on(self._went_on, self.setup.wanted.packs)
        entry.events = self._noted(entry.events, game, (game.log or [])[len(self.log) :])
        self.game, self._told = game, None

    def _tell(self, game: ToldGame, told: Events | None) -> None:
        """Append the events of an entry to the game, as the journal tells them."""
        reading = self._reading(game.table)
        game.tell(reading(values) for values in told or [])

    def _noted(self, told: Events | None, game: Game, happened: list[Event]) -> Events:
        """Return the events; Misfit if the journal's differ in more than how the rules are divided into steps."""
        if told is None:
            return [event.values() for event in happened]
        if not self._reading(game.table).same(told, happened):
            raise Misfit("what followed from an answer then does not follow from it now.")
        return told

    def _reading(self, table: Table) -> Reading:
        """Return the reader of events for this part of the journal, cached."""
        if self._last_reading is None or self._last_reading[:2] != (self.names, table):
            self._last_reading = (self.names, table, Reading(self.names, table))
        return self._last_reading[2]

    # all else

    def _changed(self, at: float) -> None:
        self.version += 1
        self.asked_at = at
        self.end_going_forward()

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

    def _attended(self, entry: journal.Attended, at: float) -> None:
        self.attend(entry.seat, entry.stops, entry.full)

    def _paused(self, entry: journal.Paused, at: float) -> None:
        if entry.on:
            self.paused_at = at
        elif self.paused_at is not None:
            self.asked_at += at - self.paused_at
            self.paused_at = None

    def _proposed(self, entry: journal.Proposed, at: float) -> None:
        hashes = {entry.seat: entry.nonce_hash} if entry.nonce_hash else {}
        self.seating.proposal = Proposal(entry.what, entry.seat, entry.wanted, [], at, entry.about, entry.level, hashes)

    def _agreed(self, entry: journal.Agreed, at: float) -> None:
        if self.seating.proposal is not None:
            self.seating.proposal.agreed.append(entry.seat)
            if entry.nonce_hash:
                self.seating.proposal.hashes[entry.seat] = entry.nonce_hash

    def _lapsed(self, entry: journal.Lapsed, at: float) -> None:
        self.seating.proposal = None

    def _lapse(self, *what: str) -> None:
        if self.seating.proposal is not None and self.seating.proposal.what in what:
            self.seating.proposal = None

    def _named(self, entry: journal.Named, at: float) -> None:
        self.setup = replace(self.setup, wanted=replace(self.setup.wanted, name=entry.name))

    def _gone_on(self, entry: journal.GoneOn, at: float) -> None:
        self.goes_on = entry.table
        self._lapse("rematch")

    def _spoken(self, entry: journal.Spoken, at: float) -> None:
        self.said.append(Kept(self.lines, at, entry))

    def _muted(self, entry: journal.Muted, at: float) -> None:
        (self.muted.add if entry.on else self.muted.discard)(entry.person)

    def _left(self, entry: journal.Left, at: float) -> None:
        seat = self.seating[entry.seat]
        seat.who, seat.level = "computer", seat.level or entry.level
        self._lapse("hand_over")

    def _shown_out(self, entry: journal.ShownOut, at: float) -> None:
        self.shown_out.add(entry.person)

    def _closed(self, entry: journal.Closed, at: float) -> None:
        self.stopped = MessageError("server.moderation.closed")

    def _halted(self, entry: journal.Halted, at: float) -> None:
        self.stopped = MessageError(HALTED)

    def _questioned(self, entry: journal.Questioned, at: float) -> None:
        found = self.put(entry.seat, entry.text)
        entry.number = found.number
        entry.die = entry.die or found.die
        self.questions[-1] = found._replace(die=entry.die)
        self.said.append(Kept(self.lines, at, entry))


_CARRY_OUT: dict[type, Callable[[TableSession, Any, float], None]] = {
    kind: getattr(TableSession, f"_{kind.__struct_config__.tag}") for kind in get_args(Entry)
}
"""How each entry is carried out: by the method that is called like its tag."""
