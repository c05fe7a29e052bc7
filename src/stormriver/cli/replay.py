"""`stormriver replay`, `verify` and `record`: what was recorded, told, checked, or made into a scenario."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer
from msgspec import to_builtins

from stormriver.api import resume_game, tables_for
from stormriver.cli import completions, record_text
from stormriver.cli.game_setup import AsJson, packs_of, print_json, read_text, write_text
from stormriver.cli.kept_games import file_of
from stormriver.cli.reader_language import READER
from stormriver.cli.screen import course
from stormriver.cli.streams import say
from stormriver.cli.wording import echo, tell, worded
from stormriver.kernel import events as kinds
from stormriver.kernel import replays
from stormriver.kernel.commitment import Draw
from stormriver.kernel.commitment import commitment as committed
from stormriver.kernel.errors import BadRecord, Mismatch, StormriverError
from stormriver.kernel.records import Record, read_record, record_of
from stormriver.kernel.table import Table
from stormriver.kernel.translatable import Translatable, joined
from stormriver.presentation.plain import harmless
from stormriver.presentation.questions import told as asked_and_answered
from stormriver.presentation.registry import presentation_of
from stormriver.scenario import cut

File = Annotated[
    Path,
    typer.Argument(
        metavar="RECORD",
        show_default=False,
        help="The file of a record, or a game that is over: its save, or its name among those that are kept.",
        autocompletion=completions.records,
    ),
]
Packs = Annotated[
    list[str] | None,
    typer.Option(
        "--packs",
        metavar="PACK",
        help="Where to look first for the packs of the game: by name or folder.",
        autocompletion=completions.packs,
    ),
]
SAVE = "stormriver-save"
"""How the format of a save begins."""
AnyPacks = Annotated[
    bool, typer.Option("--any-packs", help="Try it even if the packs have changed since the record was made.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command("replay")(replay)
    app.command("verify")(verify)
    record = typer.Typer(help="What can be made of a record.", rich_markup_mode=None)
    record.command("to-scenario")(to_scenario)
    app.add_typer(record, name="record")


def replay(
    record: File,
    strong: Annotated[bool, typer.Option("--strong/--weak", help="Run the rules again, or fold the events.")] = False,
    until: Annotated[int | None, typer.Option("--until", min=0, help="Stop after so many answers.")] = None,
    any_packs: AnyPacks = False,
    packs: Packs = None,
    timeline: Annotated[
        bool, typer.Option("--timeline", help="Tell how the whole game went instead: curves, sums, turning points.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell what happened in a recorded game, line by line, and where everybody stands at the end of it."""
    told, tables = recorded(record, packs), tables_for(packs_of(packs))
    end = replays.end_of(told, until)
    if strong:
        state = replays.strong(told, tables, until, not any_packs).state
    else:
        state = replays.weak(told, until)
    seats = record_text.standing(told, state)
    table = table_if_there(told, tables)
    if timeline:
        tell_course(told, as_json, tables)
        return
    if as_json:
        print_json({"seats": seats, "events": [record_text.facts(told, at, table) for at in range(end)]})
        return
    for line in lines(told, end, table):
        say(harmless(line))
    say("")
    for row in seats:
        facts = [joined([Translatable(name), value_of(value)], " ") for name, value in row.items() if name != "seat"]
        echo("{seat}: {facts}", seat=row["seat"], facts=joined(facts, "; "))
    if strong:
        echo("The rules of today let all {events} events happen as recorded.", events=end)


def recorded(given: Path, packs: list[str] | None = None) -> Record:
    """Return the record that a file holds, or that of a game that is over.

    Args:
        given: the file of a record or of a save, or the name of a kept game.
        packs: where to look first for the packs of a save, as `--packs` says it.

    Raises:
        BadRecord: if it is neither.
        StormriverError: if the game is under way: its record would show what is hidden.
    """
    told = read_text(file_of(given))
    if not is_save(told):
        return read_record(told)
    game = resume_game(told, packs_of(packs))
    if game.ask is not None:
        raise StormriverError(tell(READER, "no_record_yet", game=given))
    return read_record(record_of(game))


def is_save(told: str) -> bool:
    """Tell whether a text is a save: one object of JSON that says so, where a record has a line for each event."""
    try:
        found = json.loads(told)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and str(found.get("format")).startswith(SAVE)


def table_if_there(record: Record, tables: Callable[..., Table]) -> Table | None:
    """Return the table of a record's game if its cards are still the same, to tell of them in whole sentences."""
    try:
        return replays.table_of(record, tables, same_packs=False)
    except BadRecord:
        return None


def tell_course(record: Record, as_json: bool, tables: Callable[..., Table]) -> None:
    """Tell how a recorded game went; BadRecord if its cards are not there, or not the same any more."""
    table = replays.table_of(record, tables)
    line = presentation_of(table).timeline(table, record.events, record.first(), READER.language)
    if as_json:
        print_json(to_builtins(line))
        return
    for row in course.page(READER, line, get_terminal_size().columns):
        say(harmless(row.plain.rstrip()))


def lines(record: Record, end: int, table: Table | None = None) -> list[str]:
    """Return the first `end` events as lines, each answer with its number, what people need not read left out.

    What was asked that no rule answers stands where it was asked.
    """
    told, answers = list[str](), 0
    pauses = {*record.answers, len(record.events)}  # the events before which a game stood still
    for at in range(end):
        line = record_text.tell(record, at, table, READER.language)
        if record.events[at].kind == kinds.ANSWERED:
            answers += 1
            line = f"{answers:>5} {line}"
        elif line and record.events[at].kind != kinds.TURN:
            line = f"        {line}"
        if line:
            told.append(line)
        if at + 1 in pauses:
            told += asked_after(record, answers)
    return told


def asked_after(record: Record, answers: int) -> list[str]:
    """Return what was asked after so many answers, a line for each question."""
    return [
        f"      ? {asked_and_answered(record.seat(one.seat), one, READER.language)}"
        for one in record.questions
        if one.answers == answers
    ]


def value_of(value: object) -> str:
    """Return a value of a seat as a word or words."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or Translatable("none")
    return Translatable("none") if value is None else str(value)


def verify(
    record: File,
    seed: Annotated[int | None, typer.Option("--seed", help="The seed that the game was begun with.")] = None,
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="HASH", help="What was shown of the seed at the start.")
    ] = None,
    salt: Annotated[str, typer.Option("--salt", help="What was told with the seed at the end.")] = "",
    any_packs: AnyPacks = False,
    packs: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Check that a record is whole, that the rules give it and, if the seed is told, that its dice follow from that."""
    told, tables = recorded(record, packs), tables_for(packs_of(packs))
    draw = told.draw
    if draw is not None:
        seed = draw.seed if seed is None else seed
        salt = draw.salt if not salt and commitment is not None else salt
    check_commitment(seed, commitment, salt)
    replays.weak(told)
    if seed is not None:
        replays.verify(told, seed)
    replays.strong(told, tables, same_packs=not any_packs)
    facts: dict[str, object] = {"events": len(told.events), "answers": len(told.answers), "rules": True, "seed": seed}
    if draw is not None:
        facts |= {"commitment": draw.commitment, "drawn_by": names_of(told, draw.nonces), "left_out": left_out(told)}
    if as_json:
        print_json(facts)
        return
    echo("The record is whole: {events} events, {answers} answers.", events=facts["events"], answers=facts["answers"])
    echo("The rules of today let every event happen as recorded.")
    if seed is None:
        echo("Its dice were not checked, because no seed was told.")
    else:
        echo("The seed {seed} is the one committed to, and every die and shuffle follows from it.", seed=seed)
        if told.questions:
            echo("So does every die that answered a question.")
    if draw is not None:
        tell_draw(told, draw)
    if commitment is not None:
        echo("Seed and salt are what was committed to at the table before the game began.")


def names_of(record: Record, by_seat: Sequence[str]) -> list[str]:
    """Return the names of the seats for which something is there, given for each seat what is."""
    return [harmless(name) for name, there in zip(record.seats, by_seat, strict=True) if there]


def left_out(record: Record) -> list[str]:
    """Return the names of the seats that have not told what they had committed to for the seed."""
    draw = record.draw
    if draw is None:
        return []
    return names_of(record, ["" if nonce else told for told, nonce in zip(draw.hashes, draw.nonces, strict=True)])


def tell_draw(record: Record, draw: Draw) -> None:
    """Tell who has drawn the seed of the dice, and what is to be compared with what the table showed."""
    drawn, absent = names_of(record, draw.nonces), left_out(record)
    if drawn:
        echo("The server and {names} have drawn it; none of them could know it alone.", names=", ".join(drawn))
    else:
        echo("The server has drawn it alone.")
    if absent:
        echo("Left out, since they did not tell what they had committed to: {names}.", names=", ".join(absent))
    echo("Before the game the table must have shown {commitment}.", commitment=draw.commitment)


def check_commitment(seed: int | None, commitment: str | None, salt: str) -> None:
    """Check that what was shown of a seed at the start of a game is of this one.

    Raises:
        StormriverError: if the seed that was told is missing, or the salt has nothing to be checked against.
        Mismatch: if it is of another seed, or another salt.
    """
    if commitment is None:
        if salt:
            raise StormriverError("A salt is checked together with what was shown at the start: add --commitment.")
    elif seed is None:
        raise StormriverError("A commitment is checked with the seed that was told at the end: add --seed.")
    elif committed(seed, salt) != commitment.strip().lower():
        raise Mismatch("The seed {seed} with this salt is not what was committed to at the start.", seed=seed)


def to_scenario(
    record: File,
    at: Annotated[int, typer.Option("--at", min=1, help="The number of the answer that it is about.")],
    out: Annotated[Path | None, typer.Option("--out", help="Write it to a file instead of printing it.")] = None,
    any_packs: AnyPacks = False,
    packs: Packs = None,
) -> None:
    """Make a scenario file of the turn in which an answer was given, from the turn's start up to that answer."""
    told, tables = recorded(record, packs), tables_for(packs_of(packs))
    end = replays.end_of(told, at)
    begun = turns_begun(told, end)
    if not begun:
        raise StormriverError("That answer was given in the first turn of the game, with which no scenario can begin.")
    game = replays.strong(told, tables, begun[-1] - 1, not any_packs)
    keys = [told.keys[event] for event in told.answers[begun[-1] - 1 : at]]
    text = cut(game, keys, worded(READER, "Answer {number} of {file}", number=at, file=record.name))
    if out is None:
        say(text.rstrip("\n"))
    else:
        write_text(out, text)


def turns_begun(record: Record, end: int) -> list[int]:
    """Return after how many answers each turn began that led to an ask, before event number `end`.

    The first turn of a game may begin with no answer given at all; it is not among them.
    """
    answers, begun, after = 0, False, []
    for event in record.events[:end]:
        if event.kind == kinds.TURN:
            begun = True
        elif event.kind == kinds.ANSWERED:
            if begun and answers:
                after.append(answers)
            begun = False
            answers += 1
    return after
