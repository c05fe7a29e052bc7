"""Local sessions: who plays which seat at this device, and the save that restores all of it.

It knows nothing of the terminal.
"""

from __future__ import annotations

import itertools
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from stormriver import players
from stormriver.api import resume_game
from stormriver.cli import kept_games
from stormriver.cli.game_setup import read_text
from stormriver.cli.hints import hint
from stormriver.cli.kept_games import PERSON as PERSON
from stormriver.cli.reader_language import READER
from stormriver.cli.screen.view import View
from stormriver.cli.user_data import own_data
from stormriver.cli.wording import counted, tell, words
from stormriver.kernel import events as kinds
from stormriver.kernel import questions
from stormriver.kernel.errors import BadAnswer, BadRecord, EngineError, StormriverError
from stormriver.kernel.game import Game
from stormriver.kernel.questions import Question
from stormriver.presentation.event_feed import Turn, turns
from stormriver.presentation.facts import Timeline
from stormriver.presentation.further import question_after
from stormriver.presentation.questions import LONGEST, are_answered
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Orders
from stormriver.session.attention import is_attention
from stormriver.session.decisions import By
from stormriver.session.gestures import Onward
from stormriver.session.session import Session

HEADER = "sitting"
"""The key in a save's header of what restores the session beside the game; files carry it, so it stays."""

DEFAULT_FILE = "stormriver-game"
"""The default name of a save."""


class LocalSession(Session):
    """A session at this device: its people and computer players, and the file it is kept in.

    Attributes:
        game: the game, with its log.
        kinds: who plays each seat: `you`, or the name of a computer player.
        path: where it is saved if nothing else is said; None until that is settled.
    """

    game: Game

    def __init__(self, game: Game, kinds: Sequence[str], seed: int, path: Path | None = None) -> None:
        self.kinds = checked(kinds, len(game.table.seats))
        super().__init__(len(self.kinds), questions.stream(seed))
        self.game = game
        self.path = path
        self._showing = presentation_of(game.table)
        self.orders = [Orders(self._showing.at_first) for _ in self.kinds]
        self.players = [
            None if kind == PERSON else players.make(kind, seed + seat) for seat, kind in enumerate(self.kinds)
        ]
        self._trail = self._showing.trail(game.table)

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == PERSON]

    def decided_by_person(self, seat: int) -> bool:
        """Tell whether a person plays a seat."""
        return self.kinds[seat] == PERSON

    def view(self, seat: int) -> View:
        """Return what a seat may know, to be put into words of the reader's language."""
        view = super().view(seat)
        view.language = READER.language
        return view

    # deciding

    def asked_view(self, seat: int) -> View:
        """Return the view of a seat that is asked; with the question to which the pending one only leads put as one."""
        further = self.further(seat)
        if further is None:
            return self.view(seat)
        view = further.game.view(seat)
        view.language = READER.language
        view.game.read_as_one(self.view(seat).ask, further.leaving)
        return view

    def asked_after(self, seat: int, keys: Sequence[str]) -> Onward | None:
        """Return the question to which answers to what `asked_view` shows lead at once; None if anything comes between.

        Args:
            seat: the seat that is asked.
            keys: the keys of the answers in a row, at least one.
        """
        way = self.onward(seat).get(keys[0]) if len(keys) == 1 else None
        if way is not None:
            return way
        further = self.further(seat)
        begun = further.game if further is not None and keys[0] in further.keys else self.game
        after = question_after(begun, keys)
        return None if after is None else Onward(tuple(keys), after)

    def answer_asked(self, seat: int, key: str, *then: str) -> None:
        """Answer what `asked_view` shows a seat: the pending ask, or that and the one to which it leads.

        Args:
            seat: the seat that is asked.
            key: the key of the answer.
            then: those of the questions to which it leads at once, see `asked_after`; all of it is one decision.

        Raises:
            BadAnswer: with nothing changed, if the key is not on offer.
            EngineError: if the engine fails.
        """
        further = self.further(seat)
        if further is not None and key in further.keys:
            self.answer(further.leaving)
            self.answer(key, "order")
        else:
            self.answer(key)
        for following in then:
            self.answer(following, "order")

    def answer(self, key: str, by: By = "person", told: str = "") -> None:
        """Answer the pending ask.

        Raises:
            BadAnswer: with nothing changed, if the key is not on offer.
            EngineError: with nothing changed, if the engine fails.
        """
        with failing("the answer {key!r}", key=key):
            super().answer(key, by, told)

    def go_on(self) -> bool:
        """Answer the pending ask without a person, if that is possible; return whether it was.

        A computer player, a standing order or the rules may do so.

        Raises:
            EngineError: if a computer player answers something that is not on offer.
        """
        ask = self.game.ask
        assert ask is not None
        player = self.players[ask.seat]
        if player is None:
            settled = self.settled(ask.seat)
            if settled is not None:
                self.answer(settled.key, "order", settled.told)
            return settled is not None
        with failing("the computer player of {seat}", seat=self.game.table.seats[ask.seat]):
            key = str(player(self.game.view(ask.seat), ask))
        try:
            self.answer(key, "computer")
        except BadAnswer as error:
            raise EngineError(f"a computer player failed: {error}") from None
        return True

    def put(self, seat: int, text: str) -> Question:
        """Put a question that no rule answers, and return it with what the die says.

        Raises:
            BadAnswer: if the game has no such die, or the question is too long.
        """
        if not are_answered(self.game.table.options):
            raise BadAnswer(tell(READER, "no_die_answers"))
        if len(text) > LONGEST:
            raise BadAnswer(tell(READER, "question_too_long", most=LONGEST, letters=len(text)))
        return super().put(seat, text)

    # looking back

    def told(self, view: View, since: int | None = None, until: int | None = None) -> list[Turn]:
        """Return what has happened since the viewer's last decision, or between two events by their numbers."""
        start = self.read[view.seat] if since is None else since
        found = self._showing.told(self.game.table, self.log, start, view.seat, self._trail, view.language)
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

    def timeline(self, language: str) -> Timeline:
        """Return how the game went, which must be over: all that was hidden is open in it."""
        return self._showing.timeline(self.game.table, self.log, None, language)

    # saving

    def save(self, path: Path | None = None) -> Path:
        """Save the session, by default where it was last saved, else among the kept games; return where that is.

        A save that is there is replaced only once the new one is complete.

        Raises:
            StormriverError: if it cannot be written.
        """
        target = path or self.path or kept_games.free_path(self.game.table.ruleset.preset)
        self.game.header[HEADER] = {
            "players": self.kinds,
            "orders": [orders.values() for orders in self.orders],
            "attention": [{"stops": own.stops, "full": own.full} for own in self.attention],
            "read": self.read,
            "questions": self.questions,
            "stream": self.stream,
            kept_games.SUMMARY: kept_games.summary(self.game),
        }
        with writing(target) as unfinished:
            with unfinished.open("w", encoding="utf-8") as file:
                file.write(self.game.save())
                file.flush()
                os.fsync(file.fileno())  # else a power cut may leave the new name with nothing behind it
            os.replace(unfinished, target)
        self.path = target
        return target

    def rescue(self) -> Path:
        """Save the session where no other place takes it: in this folder, among the user's data, or for a while.

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
        reason = (error.strerror or str(error)).lower()
        raise StormriverError(words(READER, "cannot_be_written", path=target, reason=reason)) from None


def check_place(target: Path, replaces: bool) -> None:
    """Make sure that a game can be saved to a file, before it is played.

    Raises:
        StormriverError: if it cannot be written, or there is a file already and the game does not replace it.
    """
    if target.is_dir():
        raise StormriverError(words(READER, "is_a_folder", path=target))
    if target.exists() and not replaces:
        raise StormriverError(tell(READER, "file_exists", path=target))
    with writing(target) as unfinished:
        unfinished.touch()
        unfinished.unlink()


@contextmanager
def failing(what: str, **facts: str) -> Iterator[None]:
    """Turn any exception but wrong use into an EngineError that says what was going on.

    Args:
        what: what was going on, in words.
        facts: what a report needs beside it, such as the seed.
    """
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
        raise StormriverError(tell(READER, "players_named", players=counted("player", len(kinds)), seats=seats))
    known = [PERSON, *players.NAMES]
    for kind in kinds:
        if kind not in known:
            raise StormriverError(tell(READER, "no_player", name=repr(kind)) + hint(kind, known))
    if PERSON not in kinds:
        raise StormriverError(tell(READER, "no_person", person=repr(PERSON)))
    return list(kinds)


def free_path(folder: Path | None = None) -> Path:
    """Return a path for a save in a folder, by default the current one, that is not taken yet."""
    names = (f"{DEFAULT_FILE}{'' if number == 1 else f'-{number}'}.json" for number in itertools.count(1))
    return next(path for name in names if not (path := (folder or Path()) / name).exists())


def resumed(path: Path, kinds: Sequence[str] | None = None, packs: Sequence[str] = ()) -> LocalSession:
    """Return a session from a save.

    Args:
        path: the file.
        kinds: who plays each seat from now on; None: as before, or a person against steady players.
        packs: where to look first for the packs of the game: by name or folder, or in a folder of packs.

    Raises:
        StormriverError: if the file cannot be read, is broken, or the players do not fit.
    """
    game = resume_game(read_text(path), packs)
    if game.log is None:
        raise BadRecord(words(READER, "without_log", path=path))
    facts = game.header.get(HEADER)
    before = facts.get("players") if isinstance(facts, dict) else None
    if not isinstance(before, list):
        before = [PERSON] + ["steady"] * (len(game.table.seats) - 1)
    session = LocalSession(game, [str(kind) for kind in before] if kinds is None else kinds, secrets.randbits(32), path)
    if isinstance(facts, dict):
        _recall(session, facts)
    return session


def _recall(session: LocalSession, facts: dict[str, Any]) -> None:
    """Bring back the orders and how far everybody had read; what does not fit is left out."""
    count = len(session.kinds)
    orders, read = facts.get("orders"), facts.get("read")
    if isinstance(read, list) and len(read) == count and all(isinstance(n, int) for n in read):
        session.read = [min(max(n, 0), len(session.log)) for n in read]
    if isinstance(orders, list) and len(orders) == count and all(isinstance(given, dict) for given in orders):
        session.orders = [
            Orders({str(kind): [str(thing) for thing in things] for kind, things in given.items()}) for given in orders
        ]
    attention = facts.get("attention")
    if isinstance(attention, list) and len(attention) == count and all(map(is_attention, attention)):
        for seat, own in enumerate(attention):
            session.attend(seat, own["stops"], own["full"])
    asked, stream = facts.get("questions"), facts.get("stream")
    if isinstance(asked, list) and all(map(questions.is_question, asked)) and isinstance(stream, str):
        session.questions, session.stream = [Question(*values) for values in asked], stream
