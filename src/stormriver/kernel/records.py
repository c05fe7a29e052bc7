"""Records: what happened in a game, as JSON lines, and back. A broken record is refused whole, with one clear sentence.

The first line is the header: how the game was set up, what its numbers are called and how its cards lay
before anything had happened. Then comes a line for each event, and a last one that seals the text. So a
record can be folded (replays.weak) by somebody who has neither its packs nor its rules.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from stormriver.kernel import events as kinds
from stormriver.kernel.commitment import Draw, draw_of
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.events import SHAPES, Event, shape_of
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import called, names
from stormriver.kernel.packed_columns import places_of, row_of
from stormriver.kernel.questions import Question, is_question
from stormriver.kernel.state import NONE, State, marks_of
from stormriver.kernel.translatable import Translatable

FORMAT: Final = "stormriver-record-2"
FORMAT_1: Final = "stormriver-record-1"
"""An old format, whose events give procedure and step by number; it can still be read, and run by the current rules."""
LISTS: Final = ("columns", "cards", "zones", "spaces", "marks", "causes")
"""The lists of names in a header, by which the numbers in the events can be read."""

HUGE: Final = 1 << 63
SEATED: Final = frozenset({kinds.TURN, kinds.CHANGED, kinds.SET, kinds.ANSWERED})


class Record:
    """A record that has been read.

    Attributes:
        header: how the game was set up.
        names: the names that the numbers stand for, a list for each of `LISTS`.
        events: what happened, in order.
        keys: for each event the key that was answered with, or the empty word.
    """

    def __init__(self, header: dict[str, Any], events: list[Event], keys: list[str]) -> None:
        self.header = header
        self.names: dict[str, list[str]] = names_of(header)
        self.events = events
        self.keys = keys

    def __repr__(self) -> str:
        rulebook, seats = self.header["preset"], ", ".join(self.seats)
        return f"<Record of {rulebook}, {seats}: {len(self.answers)} answers, {len(self.events)} events>"

    @property
    def seats(self) -> list[str]:
        """The names of the seats."""
        return list(self.header["seats"])

    @property
    def questions(self) -> list[Question]:
        """The questions that no rule answered and a die did."""
        return [Question(*values) for values in self.header.get("questions", [])]

    @property
    def draw(self) -> Draw | None:
        """How the seed of the dice was drawn in common; None if it was not."""
        return draw_of(self.header)

    @property
    def answers(self) -> list[int]:
        """The indices of the events that are answers."""
        return [at for at, event in enumerate(self.events) if event.kind == kinds.ANSWERED]

    def first(self) -> State:
        """Return the state before anything had happened."""
        seats = [row_of(row) for row in self.header["first"]["seats"]]
        zones = [tuple(zone) for zone in self.header["first"]["zones"]]
        place = places_of([NONE] * len(self.names["cards"]))
        for number, zone in enumerate(zones):
            for card in zone:
                place[card] = number
        return State(seats, zones, place, {}, marks_of([]), [])

    def seat(self, number: int) -> str:
        """Return the name of a seat; `nobody` for NONE."""
        return "nobody" if number == NONE else self.seats[number]

    def cause(self, event: Event) -> str:
        """Return the name of the step or word that caused an event; the empty text if none did."""
        return "" if event.cause == NONE else self.names["causes"][event.cause]

    def procedure(self, event: Event) -> str:
        """Return the name of the procedure that caused an event, `word` for a word; the empty text if none did."""
        cause = self.cause(event)
        return "word" if ":" in cause else cause.partition("/")[0]

    def data(self, event: Event, shapes: Mapping[str, tuple[str, ...]]) -> tuple[int | str, ...]:
        """Return the numbers of an event, words by their names: a later version may number them otherwise.

        Args:
            event: an event of the record.
            shapes: by kind of event, what each number indexes, see `Rulebook.shapes`.
        """
        shape = shapes.get(event.kind, ())
        if "words" not in shape or self.header["format"] == FORMAT_1:
            return event.data
        return tuple(
            self.names["causes"][self.first_word + number] if what == "words" and number != NONE else number
            for what, number in zip(shape, event.data, strict=True)
        )

    @property
    def first_word(self) -> int:
        """The number of the first word among the causes; the steps stand before it."""
        return sum(":" not in name for name in self.names["causes"])

    def text(self, at: int) -> str:
        """Return event number `at` in a few words, e.g. `Changed of ann: life, -1`."""
        event = self.events[at]
        words = [self.keys[at]] if self.keys[at] else self.words(event)
        return f"{event.kind} of {self.seat(event.seat)}" + (f": {', '.join(words)}" if words else "")

    def words(self, event: Event) -> list[str]:
        """Return the numbers of an event, with names where the kernel knows what they index."""
        shape = shape_of(event.kind, event.data)
        return [
            self.names[kind][n] if kind in self.names else str(n) for kind, n in zip(shape, event.data, strict=True)
        ]


def without_words(event: Event, shapes: Mapping[str, tuple[str, ...]]) -> tuple[int, ...]:
    """Return the numbers of an event but for those of words, which another version may number otherwise."""
    shape = shapes.get(event.kind, ())
    if "words" not in shape:
        return event.data
    return tuple(number for what, number in zip(shape, event.data, strict=True) if what != "words")


# writing


def record_of(game: Game) -> str:
    """Return the record of a game, from its set-up to where it stands now.

    Answers that were taken back are not in it: undo takes them out of the log.

    Raises:
        BadRecord: if the game keeps no log, did not begin at its set-up (a position, say), or went on by other
            rules than it began with.
    """
    from stormriver.kernel import replays  # the log has no keys; running it again finds them

    if game.log is None:
        raise BadRecord("A game without a log has no record.")
    if not game.header:
        raise BadRecord("A game that does not know its set-up has no record.")
    if any(event.kind == kinds.RULES for event in game.log):
        raise BadRecord("A game that went on by other rules than it began with has no record.")
    record = Record(header(game), game.log, [""] * len(game.log))
    record.keys = replays.keys(record, game.table)
    return write(record)


def header(game: Game) -> dict[str, Any]:
    """Return the header of a game's record."""
    from stormriver import __version__

    fresh = game.table.new_state(0)
    first = {"seats": [list(row) for row in fresh.seats], "zones": [list(zone) for zone in fresh.zones]}
    return {"format": FORMAT, "engine": __version__, **game.header, "names": names(game.table), "first": first}


def write(record: Record) -> str:
    """Return the text of a record."""
    lines = [_line(record.header)]
    for event, key in zip(record.events, record.keys, strict=True):
        lines.append(_line([*event.values(), key] if key else event.values()))
    return seal(lines)


def seal(lines: list[str]) -> str:
    """Return the lines of a record as a text that shows whether it was cut or changed afterwards."""
    return "\n".join([*lines, _line({"end": len(lines) - 1, "digest": _digest(lines)})]) + "\n"


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


# reading


def read_record(text: str) -> Record:
    """Return the record that a text holds.

    Raises:
        BadRecord: if it is none, is cut short, was changed, or says what cannot be; with the line.
    """
    lines = [line.rstrip("\r") for line in text.rstrip().split("\n")]
    facts = _parse(lines[0], 1)
    if not isinstance(facts, dict) or facts.get("format") not in (FORMAT, FORMAT_1):
        raise BadRecord("This is no record in the format {format}.", format=FORMAT)
    _check_seal(lines)
    _check_header(facts)
    reader = _Reader(facts)
    pairs = [reader.event(_parse(line, number), number) for number, line in enumerate(lines[1:-1], 2)]
    return Record(facts, [event for event, _ in pairs], [key for _, key in pairs])


def _parse(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        if number == 1:
            raise BadRecord("This is no record in the format {format}.", format=FORMAT) from None
        raise BadRecord("Line {number} of the record is not JSON.", number=number) from None


def _check_seal(lines: list[str]) -> None:
    try:
        end = json.loads(lines[-1])
    except (ValueError, RecursionError):
        end = None
    if not isinstance(end, dict) or "end" not in end:
        raise BadRecord("The record is cut short: the line that ends it is missing.")
    if end != {"end": len(lines) - 2, "digest": _digest(lines[:-1])}:
        raise BadRecord("The record was changed or damaged after it was written: its digest does not fit.")


def names_of(header: dict[str, Any]) -> Any:
    """Return the names in a header; in format 1 the causes are names of procedures."""
    names = header.get("names")
    if header.get("format") == FORMAT_1 and isinstance(names, dict):
        return {**names, "causes": names.get("procedures")}
    return names


def event_of(header: dict[str, Any], values: list[Any]) -> Event:
    """Return the event on a parsed line of a record or journal, without the key of an answer."""
    if header["format"] == FORMAT_1:
        kind, seat, data, cause, _, card = values
    else:
        kind, seat, data, cause, card = values
    return Event(kind, seat, tuple(data), cause, card)


def _check_header(facts: dict[str, Any]) -> None:
    for key, kind in (
        ("engine", str), ("preset", str), ("seed", str), ("options", dict), ("hashes", dict), ("skip_forced", bool),
        ("names", dict), ("first", dict),
    ):  # fmt: skip
        if not isinstance(facts.get(key), kind):
            raise BadRecord("The header of the record does not say its {key}.", key=key)
    if not isinstance(facts.get("versions", {}), dict):
        raise BadRecord("The header of the record does not say its {key}.", key="versions")
    for key in ("seats", "packs"):
        _check_texts(facts.get(key), key)
    if not facts["seats"]:
        raise BadRecord("The header of the record has no seats.")
    for key in dict.fromkeys((*LISTS, *names_of(facts))):
        _check_texts(names_of(facts).get(key), key)
    _check_first(facts)
    _check_questions(facts)
    draw_of(facts)


def _check_questions(facts: dict[str, Any]) -> None:
    asked = facts.get("questions", [])
    if not isinstance(asked, list) or not all(map(is_question, asked)):
        raise BadRecord("The header of the record does not list the questions that a die answered.")
    for number, (own, seat, _, _, _) in enumerate(asked, 1):
        if own != number or not 0 <= seat < len(facts["seats"]):
            raise BadRecord("In the header of the record a question has a wrong number, or was put by nobody.")


def _check_texts(value: object, what: str) -> None:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRecord("The header of the record does not list its {key}.", key=what)


def _check_first(facts: dict[str, Any]) -> None:
    """Refuse a first state whose seats, columns or cards are not those that the header names."""
    seats, zones = facts["first"].get("seats"), facts["first"].get("zones")
    shape = [len(facts["names"]["columns"])] * len(facts["seats"])
    if not _is_rows(seats) or [len(row) for row in seats] != shape:
        raise BadRecord("The header of the record does not say what every seat begins with.")
    if not _is_rows(zones) or len(zones) != len(facts["names"]["zones"]):
        raise BadRecord("The header of the record does not say what every zone begins with.")
    if sorted(card for zone in zones for card in zone) != list(range(len(facts["names"]["cards"]))):
        raise BadRecord("In the header of the record a card is missing or lies in two places.")


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, list) and all(map(_is_number, row)) for row in value)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -HUGE < value < HUGE


class _Reader:
    """Reads event lines, and refuses numbers for which the header has no name."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.seats = len(facts["seats"])
        self.header = facts
        self.count = {key: len(names) for key, names in names_of(facts).items() if key in LISTS}
        self.length = 6 if facts["format"] == FORMAT_1 else 5

    def event(self, line: Any, number: int) -> tuple[Event, str]:
        """Return the event on a line, and the key if it is an answer.

        Raises:
            BadRecord: if the line is none of this record's.
        """
        problem = self._problem(line)
        if problem:
            raise BadRecord("Line {number} of the record {problem}.", number=number, problem=problem)
        key = line[self.length] if line[0] == kinds.ANSWERED else ""
        return event_of(self.header, line[: self.length]), key

    def _problem(self, line: Any) -> str:
        if not isinstance(line, list) or not line or not isinstance(line[0], str):
            return Translatable("is no event")
        if len(line) != self.length + (line[0] == kinds.ANSWERED):
            return Translatable("is no whole event of the kind {kind}", kind=line[0])
        if line[0] == kinds.ANSWERED and (not isinstance(line[-1], str) or not line[-1]):
            return Translatable("does not say what was answered")
        _, seat, data, *causes = line[: self.length]
        if not isinstance(data, list) or not all(map(_is_number, [seat, *data, *causes])):
            return Translatable("has something else than whole numbers in its event")
        if not (0 if line[0] in SEATED else NONE) <= seat < self.seats:
            return Translatable("speaks of a seat {seat}, which the game has not", seat=seat)
        if not NONE <= causes[0] < self.count["causes"] or not NONE <= causes[-1] < self.count["cards"]:
            return Translatable("names a cause that the game has not")
        return self._problem_of_data(line[0], data)

    def _problem_of_data(self, kind: str, data: list[int]) -> str:
        if kind == kinds.ROLLED:
            return "" if data and min(data) > 0 else Translatable("rolls no dice")
        if kind == kinds.LOT and len(data) == 2 and not 1 <= data[0] <= data[1]:
            return Translatable("draws a lot that there is not")
        if kind == kinds.SHUFFLED:
            shape: tuple[str, ...] = ("zones", *("cards",) * (len(data) - 1))
        elif kind in SHAPES:
            shape = SHAPES[kind]
        else:
            return ""
        if len(shape) != len(data):
            told = "has {number} numbers, but an event of the kind {kind} has {length}"
            return Translatable(told, number=len(data), kind=kind, length=len(shape))
        for what, value in zip(shape, data, strict=True):
            if what in self.count and not 0 <= value < self.count[what]:
                told = "speaks of number {number} of the {things}, which the game has not"
                return Translatable(told, number=value, things=called(what))
        if kind == kinds.RESULT and not 0 <= data[0] < 1 << self.seats:
            return Translatable("lets a seat win that the game has not")
        return ""
