"""Replays: a record run again by the rules (strong), by its events alone (weak), or by its dice alone (verify)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from stormriver.kernel import dice as chance
from stormriver.kernel import events as kinds
from stormriver.kernel import questions
from stormriver.kernel.commitment import commitment
from stormriver.kernel.errors import BadRecord, Mismatch, StormriverError
from stormriver.kernel.events import Event, fold
from stormriver.kernel.game import SIDES, Game
from stormriver.kernel.numbering import ORDERED, called, names
from stormriver.kernel.played_with import others, set_up
from stormriver.kernel.records import FORMAT, FORMAT_1, Record, without_words
from stormriver.kernel.resuming import laid_out
from stormriver.kernel.script import Script
from stormriver.kernel.state import State
from stormriver.kernel.table import Table
from stormriver.kernel.translatable import Translatable, translatable


def line_of(at: int) -> int:
    """Return the line on which event number `at` stands; the header is line 1."""
    return at + 2


def end_of(record: Record, answers: int | None) -> int:
    """Return how many events there are before the answer that follows the first `answers` ones.

    Args:
        record: any record.
        answers: how many answers are wanted, from 0; None for all.

    Raises:
        BadRecord: if the record has fewer.
    """
    at = record.answers
    if answers is None or answers == len(at):
        return len(record.events)
    if not 0 <= answers < len(at):
        raise BadRecord(
            "The record has {number} answers, so it cannot be followed up to number {answers}.",
            number=len(at),
            answers=answers,
        )
    return at[answers]


# weak


def weak(record: Record, answers: int | None = None) -> State:
    """Return the state after `answers` answers, by folding the events without applying any rule.

    What only the rules know is missing from it: frames, asks and the state of the random generator.

    Raises:
        Mismatch: if an event cannot have happened.
        BadRecord: if the record has fewer answers.
    """
    state = record.first()
    for at in range(end_of(record, answers)):
        fold_line(record, state, at)
    return state


def fold_line(record: Record, state: State, at: int) -> None:
    """Fold event number `at` into a state; Mismatch if it cannot have happened there."""
    event = record.events[at]
    if event.kind == kinds.SHUFFLED and not _lie_on_top(state.zones[event.data[0]], event.data[1:]):
        raise Mismatch("other cards are shuffled than lie there.", line_of(at))
    try:
        fold(state, event)
    except ValueError:
        raise Mismatch("{said} cannot happen there.", line_of(at), said=record.text(at)) from None


def _lie_on_top(zone: tuple[int, ...], cards: tuple[int, ...]) -> bool:
    """Tell whether cards, in whatever order, are the top ones of a zone."""
    below = len(zone) - len(cards)
    return below >= 0 and sorted(zone[below:]) == sorted(cards)


# strong


def strong(
    record: Record, table_for: Callable[..., Table], answers: int | None = None, same_packs: bool = True
) -> Game:
    """Return the game after `answers` answers, run again by the rules with the recorded dice, and compared.

    The recorded dice and orders that are left over stay the game's script; rolling beyond them is an EngineError.

    Args:
        record: any record.
        table_for: finds the table for preset, seats, options and packs.
        answers: how many answers to follow, from 0; None for all.
        same_packs: whether packs that have changed since are refused at once.

    Raises:
        Mismatch: at the first event where the current rules lead to another one.
        BadRecord: if the record was made with other packs, or cannot be set up.
    """
    end = end_of(record, answers)
    table = table_of(record, table_for, same_packs)
    first, fresh = record.first(), table.new_state(0)
    if (first.seats, first.zones) != (fresh.seats, fresh.zones):
        raise Mismatch("By the rules of today the game begins with other seats or cards than the record says.")
    run = _Run(record, table, end)
    run.follow()
    return run.game


def keys(record: Record, table: Table) -> list[str]:
    """Return, for a game's own log, the key behind each answer (the empty word for other events).

    Raises:
        BadRecord: if the log did not begin at the set-up.
    """
    run = _RunOfLog(record, table, len(record.events))
    try:
        run.follow()
    except Mismatch:
        raise BadRecord("This game has no record: by today's rules its log does not follow from its set-up.") from None
    return run.keys


def table_of(record: Record, table_for: Callable[..., Table], same_packs: bool = True) -> Table:
    """Return the table of a record's game.

    Args:
        record: any record.
        table_for: finds the table for preset, seats, options and packs.
        same_packs: whether packs that have changed since are refused, even if they name the same cards.

    Raises:
        BadRecord: if the record was made with other packs, or cannot be set up.
    """
    facts = record.header
    try:
        table = set_up(facts, table_for)
    except StormriverError as error:
        raise BadRecord("The game of the record cannot be set up again: {error}", error=error) from None
    except (TypeError, ValueError, OSError):
        raise BadRecord("The record does not say how its game was set up.") from None
    if same_packs and (changed := others(facts, table.facts())):
        raise BadRecord("The record was made with other packs than the ones that are here now: {packs}.", packs=changed)
    own = names(table)
    ordered = [kind for kind in ORDERED if kind in own and kind in record.names]
    if all(sorted(own[kind]) == sorted(record.names[kind]) for kind in ordered):  # in whatever files they stand by now
        table = laid_out(facts, record.names, table_for)
        own = names(table)
    for what in ("columns", "cards", "zones", "spaces", "marks"):
        if own[what] != record.names[what]:
            raise BadRecord(
                "The record was made with other packs: their {things} are not the ones that are here now.",
                things=called(what),
            )
    return table


class _Run:
    """One run of a record's game by the rules, compared as it goes."""

    def __init__(self, record: Record, table: Table, end: int) -> None:
        self.record = record
        self.end = end
        self.seen = 0
        self.log: list[Event] = []
        self.game = Game(table, table.new_state(0), self.log, bool(record.header["skip_forced"]))
        kept = {k: v for k, v in record.header.items() if k not in ("format", "engine", "names", "first")}
        self.game.header = {**kept, "packs": table.facts()["packs"]}  # which older records name by their folders
        rolled = [number for event in record.events for number in kinds.dice_of(event)]
        orders = [event.data[1:] for event in record.events if event.kind == kinds.SHUFFLED]
        self.game.script = Script(rolled, orders)
        self.today = Record({**record.header, "format": FORMAT, "names": names(table)}, self.log, [])

    def follow(self) -> None:
        """Play up to the end."""
        self._go_on()
        while self.seen < self.end:
            at = self.seen
            asked = self._ask_at(at)
            index = self.chosen(at, asked)
            if index is None:
                self._fail(at, "the options are {known}", known=", ".join(asked))
            self._go_on(index)

    def chosen(self, at: int, asked: list[str]) -> int | None:
        """Return which of the keys asked answer number `at` chose; None if it is not among them."""
        key = self.record.keys[at]
        return asked.index(key) if key in asked else None

    def _ask_at(self, at: int) -> list[str]:
        """Return the keys of the pending ask, which answer number `at` must be meant for."""
        ask = self.game.ask
        event = self.record.events[at]
        if ask is None:
            self._fail(at, "the game is over")
        if event.kind != kinds.ANSWERED or event.seat != ask.seat:
            self._fail(at, "{name} is asked {kind!r}", name=self.game.table.seats[ask.seat], kind=ask.kind)
        return ask.keys

    def _go_on(self, index: int | None = None) -> None:
        """Give an answer (None: begin the game), let the rules go on to the next ask, and compare what they wrote."""
        try:
            if index is None:
                self.game.table.rulebook.start(self.game)
                self.game.run()
            else:
                self.game.play(index)
        except Exception as error:  # whatever the rules stumble over, the first difference is what matters
            self._compare()
            self._fail(len(self.log), "the rules stop ({kind}: {error})", kind=type(error).__name__, error=error)
        self._compare()

    def _compare(self) -> None:
        record = self.record
        for at in range(self.seen, len(self.log)):
            if at >= self.end:
                self._fail(at, "by the rules {other} follows", other=self._text(at))
            if self._facts(record, record.events[at]) != self._facts(self.today, self.log[at]):
                self._fail(at, "by the rules it is {other}", other=self._text(at))
        self.seen = len(self.log)

    def _facts(self, record: Record, event: Event) -> tuple[object, ...]:
        """Return what is compared: what happened and through what; format 1 names no words, only the procedure."""
        shapes = self.game.table.rulebook.shapes
        old = self.record.header["format"] == FORMAT_1
        cause = record.procedure(event) if old else record.cause(event)
        data = without_words(event, shapes) if old else record.data(event, shapes)
        return (event.kind, event.seat, data, event.card, self.game.table.name_today(cause))

    def _text(self, at: int) -> str:
        """Return what the rules let happen, in the record's words, with its cause."""
        self.today.keys = [""] * len(self.log)
        return self._said(self.today, at)

    def _said(self, record: Record, at: int) -> str:
        event = record.events[at]
        by = f", {record.names['cards'][event.card]}" if event.card >= 0 else ""
        cause = record.cause(event)
        told = "{event} (in {cause}{by})"
        return Translatable(told, event=record.text(at), cause=cause or Translatable("nothing"), by=by)

    def _fail(self, at: int, sentence: str, /, **parts: object) -> NoReturn:
        record, instead = self.record, translatable(sentence, **parts)
        if at >= len(record.events):
            raise Mismatch("the record ends, but {instead}.", line_of(at), instead=instead)
        told = self._said(record, at)
        raise Mismatch("it says {told}, but {instead}.", line_of(at), told=told, instead=instead)


class _RunOfLog(_Run):
    """A run of a game's own log, which holds its answers by number only, to find their keys."""

    def __init__(self, record: Record, table: Table, end: int) -> None:
        super().__init__(record, table, end)
        self.keys = [""] * end  # the key of each answer; the empty word for other events

    def chosen(self, at: int, asked: list[str]) -> int | None:
        index = self.record.events[at].data[0]
        if index >= len(asked):
            return None
        self.keys[at] = asked[index]
        return index


# verify


def seed_of(record: Record, seed: int | None) -> int:
    """Return the seed of a record's dice.

    Args:
        record: any record.
        seed: the one that was told beside it: of a game whose seed was drawn in common, that of the server; None if
            none was.

    Raises:
        Mismatch: if it is another than was committed to, or so is what the record itself tells.
        BadRecord: if neither says it.
    """
    draw = record.draw
    told = draw.seed if draw is not None and seed is None else seed
    if told is None:
        raise BadRecord("The record does not tell the seed of its dice.")
    found = told if draw is None else draw.checked_seed()
    if (draw is not None and told != draw.seed) or commitment(found) != record.header["seed"]:
        raise Mismatch("The seed {seed} is not the one that the record was begun with.", seed=told)
    return found


def verify(record: Record, seed: int | None = None) -> None:
    """Check that a seed is the one committed to, and that every die and every shuffle follows from it.

    So must the dice that answered questions, each by its number.

    No rule is looked at, so this holds for a record of any age.

    Args:
        record: any record.
        seed: see `seed_of`.

    Raises:
        Mismatch: if the seed is another, or at the first die or shuffle that it does not give.
        BadRecord: if no seed is told, or the dice come from a generator that is not known.
    """
    seed = seed_of(record, seed)
    name = record.header.get("dice", chance.SPLITMIX64)
    if name not in chance.GENERATORS:
        raise BadRecord("The dice of the record come from a generator that is not known: {name}.", name=name)
    state = record.first()
    dice, secret = chance.begun(name, seed)
    for at, event in enumerate(record.events):
        if event.kind == kinds.ROLLED:
            given = []
            for _ in event.data:
                dice = chance.advance(dice, secret)
                given.append(chance.number(dice, SIDES, secret) + 1)
            if given != list(event.data):
                raise Mismatch(
                    "it says {said}, but the seed gives {given}.",
                    line_of(at),
                    said=record.text(at),
                    given=_listed(given),
                )
        elif event.kind == kinds.LOT:
            dice = chance.advance(dice, secret)
            drawn = chance.number(dice, event.data[1], secret) + 1
            if drawn != event.data[0]:
                raise Mismatch(
                    "it says {said}, but the seed gives {drawn}.", line_of(at), said=record.text(at), drawn=drawn
                )
        elif event.kind == kinds.SHUFFLED:
            cards = state.zones[event.data[0]]
            dice, order = chance.shuffled(dice, cards[len(cards) - len(event.data) + 1 :], secret)
            if order != event.data[1:]:
                zone = record.names["zones"][event.data[0]]
                raise Mismatch("the seed gives another order of {zone}.", line_of(at), zone=zone)
        fold_line(record, state, at)
    _verify_questions(record, questions.stream(seed))


def _verify_questions(record: Record, drawn_from: str) -> None:
    for question in record.questions:
        die = questions.die(drawn_from, question.number)
        if die != question.die:
            raise Mismatch(
                "question {number} was answered by a {told}, but the seed gives {die}.",
                1,
                number=question.number,
                told=question.die,
                die=die,
            )


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
