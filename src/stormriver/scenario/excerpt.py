"""Cutting a scenario out of a game: the position at the start of a turn, the answers, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stormriver.kernel import events
from stormriver.kernel.ask import PASS, SEAT, Ask
from stormriver.kernel.errors import BadAnswer, StormriverError
from stormriver.kernel.events import Event
from stormriver.kernel.facade import Game, engine_of
from stormriver.kernel.game import Game as Engine
from stormriver.kernel.script import Script
from stormriver.kernel.state import State
from stormriver.scenario.files import read_scenario, rulebook_named
from stormriver.scenario.flow import document
from stormriver.scenario.run import run
from stormriver.scenario.vocabulary import seat_names


def position_of(game: Game | Engine, title: str = "A position", cards: int | None = 0) -> str:
    """Return where a game stands as the text of a scenario without answers.

    A scenario always begins at the start of a turn. So the text says of a game in the middle of a turn
    where everything is, but not how far the turn has gone.

    Args:
        game: any game, its hidden cards included: the text is not for those who play on.
        title: what the scenario is about.
        cards: how many top cards of each hidden deck are written; None for all.
    """
    played = engine_of(game)
    return document({"title": title, **rulebook_named(played.table.rulebook.name).entries(played, cards)})


def cut(game: Game | Engine, answers: Sequence[str] | None = None, title: str = "Cut out of a game") -> str:
    """Return the text of a scenario that plays part of a game again, and passes.

    It begins with the turn in which the last answer was given and ends with that answer.

    Args:
        game: the game that stands before the first of `answers`; without `answers`, one whose own history
            (see Game.undo) is cut.
        answers: the keys given from there on, in order, at the asks that such a game poses.
        title: what the scenario is about.

    Raises:
        BadAnswer: if a key was not on offer.
        StormriverError: if no turn begins before the last answer, or what happens cannot be repeated from
            what a scenario tells.
    """
    played = engine_of(game)
    replay = _Replay(played) if answers is not None else _Replay(_beginning(played))
    for key in _history(played) if answers is None else answers:
        replay.answer(key)
    if replay.start is None:
        raise StormriverError("No turn begins before the last of these answers; give answers from further back.")
    for strict in (False, True):
        text = _Cut(replay, replay.start, strict).text(title)
        if run(read_scenario(text, "cut")).passed:
            return text
    raise StormriverError("This part of the game cannot be cut out: it depends on what no scenario tells.")


def _beginning(game: Engine) -> Engine:
    if not game.history or game.log is None:
        raise StormriverError("The game has no history to be cut.")
    return Engine(game.table, game.history[0].state.clone(), None, game.skip_forced)


def _history(game: Engine) -> list[int]:
    log = (game.log or [])[game.history[0].logged :]
    return [event.data[0] for event in log if event.kind == events.ANSWERED]


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that was given, at which ask, and in which turn."""

    ask: Ask
    key: str

    @property
    def unasked(self) -> bool:
        """Whether a scenario gives this answer by itself."""
        return len(self.ask.codes) == 1 or self.ask.options[self.key].code == PASS


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a turn: the state, whose turn, and how many events and answers there were before."""

    state: State
    seat: int
    logged: int
    given: int


class _Replay:
    """Plays answers again, with every ask posed, and keeps the start of the last turn."""

    def __init__(self, game: Engine) -> None:
        self.forced = game.skip_forced
        self.game = game.clone()
        self.game.log = []
        self.game.skip_forced = False
        if game.script is not None:
            self.game.script = Script(game.script.dice, game.script.orders)
        self.given: list[Given] = []
        self.start: Start | None = None
        self.begun = self._begun(game)  # a turn that has begun, but in which no answer was given so far

    def _begun(self, game: Engine) -> Start | None:
        """Return the start of the turn under way if nobody has answered in it.

        It follows from a log that tells all; from one that begins with the turn, if nothing has changed in that yet.
        """
        return self._told_begun(game) or self._just_begun(game)

    def _just_begun(self, game: Engine) -> Start | None:
        log = game.log or []
        number = next((number for number, event in enumerate(log) if event.kind == events.TURN), -1)
        if number < 0 or any(event.kind in (events.TURN, events.ANSWERED) for event in log[number + 1 :]):
            return None
        state = game.state.clone()
        for event in log[number + 1 :]:
            events.fold(state, event)
        if (state.zones, state.seats) != (game.state.zones, game.state.seats):
            return None
        self.game.log = list(log)
        return Start(game.state.clone(), log[number].seat, number, 0)

    def _told_begun(self, game: Engine) -> Start | None:
        state = game.table.new_state(0)
        found: Start | None = None
        for number, event in enumerate(game.log or []):
            if event.kind == events.TURN:
                found = Start(state.clone(), event.seat, number, 0)
            elif event.kind == events.ANSWERED:
                found = None
            events.fold(state, event)
        if found is None or (state.zones, state.seats) != (game.state.zones, game.state.seats):
            return None
        self.game.log = list(game.log or [])
        return found

    def answer(self, key: str | int) -> None:
        """Give the next answer, a key or the place of an option."""
        ask = self._asked()
        if isinstance(key, int):
            key = ask.keys[key]
        if key not in ask.keys:
            raise BadAnswer(
                "{key!r} is not on offer at the ask {kind!r}; the options are {known}.",
                key=key,
                kind=ask.kind,
                known=", ".join(ask.keys),
            )
        self._play(ask, key)

    def _asked(self) -> Ask:
        """Answer what has a single option as the game did by itself, and return the ask that needs an answer."""
        ask = self.game.ask
        while self.forced and ask is not None and len(ask.codes) == 1:
            self._play(ask, ask.keys[0])
            ask = self.game.ask
        if ask is None:
            raise BadAnswer("The game is over before the last of these answers.")
        return ask

    def _play(self, ask: Ask, key: str) -> None:
        log = self.game.log
        assert log is not None
        self.start = self.begun or self.start
        self.begun = None
        self.given.append(Given(ask, key))
        state, logged = self.game.state.clone(), len(log)
        self.game.play(ask.keys.index(key))
        for number in range(logged, len(log)):
            if log[number].kind == events.TURN:
                self.begun = Start(state.clone(), log[number].seat, number, len(self.given))
            events.fold(state, log[number])


class _Cut:
    """Writes the scenario of a replay from the start of its last turn."""

    def __init__(self, replay: _Replay, start: Start, strict: bool) -> None:
        self.game = replay.game
        self.start = start
        self.strict = strict
        self.log: list[Event] = (replay.game.log or [])[start.logged :]
        self.given = replay.given[start.given :]
        self.table = replay.game.table
        self.rulebook = rulebook_named(self.table.rulebook.name)
        self.seats = seat_names(self.table)
        self.before = Engine(self.table, start.state.clone(), None)
        self.before.state.active = start.seat

    def text(self, title: str) -> str:
        entries = {"title": title, **self.rulebook.entries(self.before, self._seen())}
        dice = [number for event in self.log for number in events.dice_of(event)]
        if dice:
            entries["dice"] = dice
        shuffled = self._shuffled()
        if shuffled:
            entries["shuffled"] = shuffled
        entries["answers"] = self._answers()
        if self.strict:
            entries["strict"] = True
        entries["expect"] = self._expected()
        return document(entries)

    def _seen(self) -> int:
        """Return how deep in the decks cards were drawn or looked at."""
        deepest = 0
        zones = self.before.state.zones
        decks = [zones[zone] for zone in self.rulebook.piles(self.table)]
        for event in self.log:
            if event.kind in (events.CARD, events.LEARNED):
                deepest = max([deepest, *(len(d) - d.index(event.data[0]) for d in decks if event.data[0] in d)])
        return deepest

    def _shuffled(self) -> dict[str, list[list[str]]]:
        """Return what lay on top after each shuffle, as deep as it was looked at before the next."""
        piles = self.rulebook.piles(self.table)
        found: dict[str, list[list[str]]] = {}
        for number, event in enumerate(self.log):
            if event.kind == events.SHUFFLED:
                zone, cards = event.data[0], event.data[1:]
                deepest = 0
                for later in self.log[number + 1 :]:
                    if later.kind == events.SHUFFLED and later.data[0] == zone:
                        break
                    if later.kind in (events.CARD, events.LEARNED) and later.data[0] in cards:
                        deepest = max(deepest, len(cards) - cards.index(later.data[0]))
                top = [str(self.table.cards[card].id) for card in cards[::-1][:deepest]]
                found.setdefault(piles[zone], []).append(top)
        return found

    def _answers(self) -> list[dict[str, str]]:
        """Return the answers that the file must give: not those given by themselves, unless the next fits there."""
        kept: list[Given] = []
        for given in reversed(self.given):
            clear = kept and not _fits(kept[-1], given.ask)
            if self.strict or not given.unasked or not clear:
                kept.append(given)
        return [written_answer(self.seats, given.ask, given.key) for given in reversed(kept)]

    def _expected(self) -> dict[str, object]:
        return self.rulebook.changes(self.before, self.game) | ending(self.game, self.seats)


def written_answer(seats: Sequence[str], ask: Ask, key: str) -> dict[str, str]:
    """Return an answer as a file gives it, with the seat that is asked and the kind of ask; `seats` names them."""
    option = ask.options[key]
    named = f"{option.verb}:{seats[option.argument]}" if option.kind == SEAT else key
    return {"seat": seats[ask.seat], "ask": ask.kind, "key": named}


def ending(game: Engine, seats: Sequence[str]) -> dict[str, object]:
    """Return where a game stands as a file expects it: the pending ask, or the winners; `seats` names them."""
    ask = game.ask
    if ask is not None:
        return {"next": {"seat": seats[ask.seat], "ask": ask.kind}}
    return {"result": [name for seat, name in enumerate(seats) if game.state.result >> seat & 1], "next": "none"}


def _fits(later: Given, ask: Ask) -> bool:
    """Tell whether a later answer would be taken at an earlier ask."""
    return later.ask.seat == ask.seat and later.ask.kind == ask.kind and later.key in ask.keys
