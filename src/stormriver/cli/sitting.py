"""A sitting: a game with who plays which seat, what each person has arranged, and how far each has read.

It knows nothing of the terminal. All answers go through it, so that each can be taken back, and every
save brings the whole sitting back.
"""

from __future__ import annotations

import itertools
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import stormriver
from stormriver import players
from stormriver.cli.screen.view import View
from stormriver.cli.setup import read_text
from stormriver.kernel import events as kinds
from stormriver.kernel import questions
from stormriver.kernel.ask import PASS
from stormriver.kernel.errors import BadAnswer, BadRecord, EngineError, StormriverError
from stormriver.kernel.game import Game, Past
from stormriver.kernel.questions import Question
from stormriver.kernel.state import NONE
from stormriver.language.english import was_counted
from stormriver.language.source import end_with_hint
from stormriver.presentation.names import named_all
from stormriver.presentation.orders import Matter, Orders
from stormriver.presentation.questions import LONGEST, are_answered
from stormriver.presentation.showing import showing_of
from stormriver.presentation.telling import Turn, turns
from stormriver.server.settings import own_data

PERSON = "you"
"""The word for a seat that a person plays."""

DEFAULT_FILE = "stormriver-game"
"""How a save is called if nobody has said."""


@dataclass(frozen=True)
class Answered:
    """One answer given.

    Attributes:
        person: the seat that gave it by hand; NONE if no person did.
        read: how far each seat had read before it.
        ordered: the standing order that was given with it.
    """

    person: int
    read: tuple[int, ...]
    ordered: Matter | None = None


@dataclass(frozen=True)
class Reach:
    """What taking back a seat's last decision would mean.

    Attributes:
        answers: how many answers go, 0 if there is none to take back.
        reason: why it is not free, in words; empty if it is.
    """

    answers: int
    reason: str


class Sitting:
    """A game under way with its people and computer players.

    Attributes:
        game: the game, with its log.
        kinds: who plays each seat: `you`, or the name of a computer player.
        orders: the standing orders of each seat.
        path: where it is saved if nothing else is said; None until that is settled.
        questions: what was asked that no rule answers, with what the die said.
    """

    def __init__(self, game: Game, kinds: Sequence[str], seed: int, path: Path | None = None) -> None:
        self.game = game
        self.kinds = checked(kinds, len(game.table.seats))
        self.path = path
        self._showing = showing_of(game.table)
        self.orders = [Orders(self._showing.at_first) for _ in self.kinds]
        self.players = [
            None if kind == PERSON else players.make(kind, seed + seat) for seat, kind in enumerate(self.kinds)
        ]
        self.read = [0] * len(self.kinds)
        self.answered: list[Answered] = []
        self.obeyed: list[list[str]] = [[] for _ in self.kinds]  # what was left be for a seat since it last decided
        self._trail = self._showing.trail(game.table)
        self.questions: list[Question] = []
        self.stream = questions.stream(seed)  # of the dice that answer them
        self.forward: dict[int, int] = {}  # seats that want no questions, and since which turn

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == PERSON]

    @property
    def log(self) -> list[Any]:
        """The events so far."""
        assert self.game.log is not None
        return self.game.log

    # answering

    def answer(self, key: str, by_hand: bool = True) -> None:
        """Answer the pending ask.

        Raises:
            BadAnswer: with nothing changed, if the key is not on offer.
            EngineError: with nothing changed, if the engine fails.
        """
        ask = self.game.ask
        seat = NONE if ask is None else ask.seat
        before = Answered(seat if by_hand else NONE, tuple(self.read))
        length = len(self.log)
        with failing("the answer {key!r}", key=key):
            self.game.answer(key)
        self.answered.append(before)
        if by_hand:
            self.read[seat] = length
            self.obeyed[seat].clear()

    def never(self, seat: int, matter: Matter) -> None:
        """Leave a matter be that a seat is asked about, and whenever it is asked about it again.

        Raises:
            EngineError: with nothing changed, if the engine fails.
        """
        self.answer(matter.leaving)
        self.answered[-1] = replace(self.answered[-1], ordered=self.orders[seat].add(matter))
        self.obeyed[seat].append(matter.words)

    def own_answer(self) -> str | None:
        """Return what the seat that is asked answers without a person being troubled, or None if he must be."""
        ask = self.game.ask
        assert ask is not None
        player = self.players[ask.seat]
        if player is not None:
            with failing("the computer player of {seat}", seat=self.game.table.seats[ask.seat]):
                return str(player(self.game.view(ask.seat), ask))
        forward = self._goes_forward(ask.seat)
        if not forward and not self.orders[ask.seat].given:
            return None
        matter = self._showing.matter_of(self.game.view(ask.seat))
        if matter is None:
            return None
        key = matter.leaving if forward else self.orders[ask.seat].answer(matter)
        if key is not None and matter.worth_telling:
            self.obeyed[ask.seat].append(matter.words)
        return key

    def _goes_forward(self, seat: int) -> bool:
        """Tell whether a seat has asked for no questions before its next turn."""
        since = self.forward.get(seat)
        if since is None:
            return False
        state = self.game.state
        if state.active == seat and state.turn > since:
            del self.forward[seat]
            return False
        return state.active != seat

    def go_on(self) -> bool:
        """Let the pending ask be answered without a person, if it can be; return whether it was.

        Raises:
            EngineError: if a computer player answers something that is not on offer.
        """
        key = self.own_answer()
        if key is None:
            return False
        try:
            self.answer(key, by_hand=False)
        except BadAnswer as error:
            raise EngineError(f"a computer player failed: {error}") from None
        return True

    def go_forward(self, seat: int) -> None:
        """Ask a seat nothing that it may leave be, until its next turn begins."""
        self.forward[seat] = self.game.state.turn

    def put(self, seat: int, text: str) -> Question:
        """Put a question that no rule answers, and return it with what the die says.

        Raises:
            BadAnswer: if the game has no such die, or the question is too long.
        """
        if not are_answered(self.game.table.options):
            raise BadAnswer("In this game no die answers questions.")
        if len(text) > LONGEST:
            raise BadAnswer(f"A question has at most {LONGEST} letters, not {len(text)}.")
        self.questions.append(questions.put(self.questions, self.stream, seat, text, len(self.answered)))
        return self.questions[-1]

    # looking back

    def told(self, view: View, since: int | None = None, until: int | None = None) -> list[Turn]:
        """Return what has happened since the viewer's last decision, or between two events by their numbers."""
        start = self.read[view.seat] if since is None else since
        found = self._showing.told(self.game.table, self.log, start, view.seat, self._trail)
        return turns((one for one in found if until is None or one.number < until), self._trail)

    def known(self, view: View) -> list[Turn]:
        """Return what the viewer has read already: of the turn under way and all since the own turn before it."""
        read = self.read[view.seat]
        own = [at for at, event in enumerate(self.log[:read]) if event.kind == kinds.TURN and event.seat == view.seat]
        return self.told(view, own[-2] if len(own) > 1 else 0, read)

    def told_of(self, view: View, number: int) -> list[Turn]:
        """Return what has happened in one turn, as far as the viewer may read of it."""
        began = [at for at, event in enumerate(self.log) if event.kind == kinds.TURN and event.data[0] == number]
        return [turn for turn in self.told(view, began[-1]) if turn.number == number] if began else []

    def reach(self, seat: int) -> Reach:
        """Return what taking back the last decision that a person made for a seat would mean."""
        count = next((n for n, past in enumerate(reversed(self.answered), 1) if past.person == seat), 0)
        if not count:
            return Reach(0, "")
        game = self.game
        moved = (self._mover(past) for past in game.history[-count:])
        others = [other for other in dict.fromkeys(moved) if other not in (seat, NONE)]
        reasons = []
        if game.history[-count].revealed != game.revealed:
            reasons.append("a die or a hidden card has come out")
        if others:
            names = named_all([game.table.seats[other] for other in others])
            reasons.append(f"{names} {'has' if len(others) == 1 else 'have'} answered")
        return Reach(count, f"since then {', and '.join(reasons)}" if reasons else "")

    def _mover(self, past: Past) -> int:
        """Return who gave an answer, NONE if it was a mere pass: that others let a chance go by nobody is told."""
        asked = past.state.ask
        assert asked is not None
        answered = self.log[past.logged]
        return NONE if asked.codes[answered.data[0]] == PASS else asked.seat

    def take_back(self, answers: int) -> None:
        """Take back answers, the last one first, with the orders given by them; how far all had read goes back too."""
        self.game.undo(answers)
        for one in self.answered[-answers:]:
            if one.ordered is not None:
                self.orders[one.person].withdraw(one.ordered)
        self.read = list(self.answered[-answers].read)
        del self.answered[-answers:]
        self.questions = questions.after_undo(self.questions, len(self.answered))
        self.forward.clear()

    # saving

    def save(self, path: Path | None = None) -> Path:
        """Save the sitting, by default where it was last saved, and return where that is.

        A save that is there is replaced only once the new one is complete.

        Raises:
            StormriverError: if it cannot be written.
        """
        target = path or self.path or free_path()
        self.game.header["sitting"] = {
            "players": self.kinds,
            "orders": [orders.values() for orders in self.orders],
            "read": self.read,
            "questions": self.questions,
            "stream": self.stream,
        }
        with writing(target) as unfinished:
            unfinished.write_text(self.game.save(), encoding="utf-8")
            os.replace(unfinished, target)
        self.path = target
        return target

    def rescue(self) -> Path:
        """Save the sitting where no other place takes it: in this folder, among the user's data, or for a while.

        Raises:
            StormriverError: if it cannot be written anywhere.
        """
        for folder in (Path, own_data):
            with suppress(StormriverError):
                return self.save(free_path(folder()))
        return self.save(free_path(Path(tempfile.gettempdir())))


@contextmanager
def writing(target: Path) -> Iterator[Path]:
    """Give the path at which a file is written before it replaces what is there, and tell in one sentence what fails.

    Raises:
        StormriverError: if it cannot be written.
    """
    try:
        yield target.with_name(f"{target.name}.part")
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise StormriverError(f"{target} cannot be written: {reason}.") from None


def check_place(target: Path, replaces: bool) -> None:
    """Make sure that a game can be saved to a file, before it is played.

    Raises:
        StormriverError: if it cannot be written, or there is a file already and the game does not replace it.
    """
    if target.is_dir():
        raise StormriverError(f"{target} is a folder, not a file.")
    if target.exists() and not replaces:
        raise StormriverError(f"There is a file {target} already: go on with it by --load, or name another one.")
    with writing(target) as unfinished:
        unfinished.touch()
        unfinished.unlink()


@contextmanager
def failing(what: str, **facts: str) -> Iterator[None]:
    """Turn whatever goes wrong inside, wrong use apart, into one error that says at what."""
    try:
        yield
    except (StormriverError, EngineError):
        raise
    except Exception as error:
        raise EngineError(f"{what.format(**facts)} met {type(error).__name__}: {error}") from error


def checked(kinds: Sequence[str], seats: int) -> list[str]:
    """Return who plays each seat, if all of them are known and as many as there are seats.

    Raises:
        StormriverError: if not, or if there is no person among them.
    """
    if len(kinds) != seats:
        raise StormriverError(f"{was_counted(len(kinds), 'player')} named for a game of {seats} seats.")
    known = [PERSON, *players.NAMES]
    for kind in kinds:
        if kind not in known:
            raise StormriverError(f"No player is called {kind!r}{end_with_hint(kind, known)}")
    if PERSON not in kinds:
        raise StormriverError(f"At least one of the players must be {PERSON!r}; games of computers are for `simulate`.")
    return list(kinds)


def free_path(folder: Path | None = None) -> Path:
    """Return a path for a save in a folder, by default the current one, that is not taken yet."""
    names = (f"{DEFAULT_FILE}{'' if number == 1 else f'-{number}'}.json" for number in itertools.count(1))
    return next(path for name in names if not (path := (folder or Path()) / name).exists())


def resumed(path: Path, kinds: Sequence[str] | None = None) -> Sitting:
    """Return a sitting from a save.

    Args:
        path: the file.
        kinds: who plays each seat from now on; None: as before, or a person against steady players.

    Raises:
        StormriverError: if the file cannot be read, is broken, or the players do not fit.
    """
    game = stormriver.load(read_text(path))
    if game.log is None:
        raise BadRecord(f"{path} holds a game without a log; it cannot be played on at the terminal.")
    facts = game.header.get("sitting")
    before = facts.get("players") if isinstance(facts, dict) else None
    if not isinstance(before, list):
        before = [PERSON] + ["steady"] * (len(game.table.seats) - 1)
    sitting = Sitting(game, [str(kind) for kind in before] if kinds is None else kinds, secrets.randbits(32), path)
    if isinstance(facts, dict):
        _recall(sitting, facts)
    return sitting


def _recall(sitting: Sitting, facts: dict[str, Any]) -> None:
    """Bring back the orders and how far everybody had read; what does not fit is left out."""
    count = len(sitting.kinds)
    orders, read = facts.get("orders"), facts.get("read")
    if isinstance(read, list) and len(read) == count and all(isinstance(n, int) for n in read):
        sitting.read = [min(max(n, 0), len(sitting.log)) for n in read]
    if isinstance(orders, list) and len(orders) == count and all(isinstance(given, dict) for given in orders):
        sitting.orders = [
            Orders({str(kind): [str(thing) for thing in things] for kind, things in given.items()}) for given in orders
        ]
    asked, stream = facts.get("questions"), facts.get("stream")
    if isinstance(asked, list) and all(map(questions.is_question, asked)) and isinstance(stream, str):
        sitting.questions, sitting.stream = [Question(*values) for values in asked], stream
