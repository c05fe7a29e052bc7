"""The corpus: games, positions and tables that earlier versions have written go on as they did.

See `make_corpus.py` on how it was made. It guards the formats, and behaviour that no other test thinks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from stormriver.api import resume_game, table_for
from stormriver.kernel.errors import BadRecord, Mismatch, StormriverError
from stormriver.kernel.records import read_record
from stormriver.kernel.replays import line_of, strong, verify, weak
from support.corpus_reading import RECORDS, SAVES, SAVES_1, Position, go_on, mark, of_today, read_text, split_records


def worlds() -> list[Path]:
    """Return the files of records, one for each set-up."""
    return sorted(RECORDS.glob("*.xz"))


def positions(file: Path) -> Iterator[Position]:
    """Return the positions of a file of saves."""
    for line in read_text(file).splitlines():
        yield msgspec.json.decode(line, type=Position)


def name(file: Path) -> str:
    return file.name.partition(".")[0]


@pytest.mark.long
@pytest.mark.parametrize("file", worlds(), ids=name)
def test_every_record_replays_by_the_rules_of_today(file: Path) -> None:
    """The games of a world are numbered from 0, which is their seed. The events alone lead to the same end, and all
    chance follows from the seed."""
    for seed, text in enumerate(split_records(read_text(file))):
        difference = difference_in(text, seed)
        if difference:
            pytest.fail(f"the world {name(file)}, game {seed}{difference}", pytrace=False)


def difference_in(text: str, seed: int) -> str:
    """Return at which decision a record goes another way today, and how; nothing if it does not."""
    try:
        record = read_record(text)
        state = strong(record, table_for, same_packs=False).state
        folded = weak(record)
        verify(record, seed)
    except Mismatch as error:
        decision = sum(line_of(at) < error.line for at in record.answers)
        return f", after decision {decision}: {error}"
    except BadRecord as error:
        return f": {error}"
    same = (state.seats, state.zones, state.result) == (folded.seats, folded.zones, folded.result)
    return "" if same else ": its events alone lead to another end"


@pytest.mark.parametrize("file", sorted(SAVES_1.glob("*.xz")), ids=name)
def test_saves_of_format_1_are_refused_with_a_sentence(file: Path) -> None:
    for position in positions(file):
        with pytest.raises(BadRecord, match="of an earlier version"):
            resume_game(position.save)


@pytest.mark.slow
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("file", sorted(SAVES.glob("*.xz")), ids=name)
def test_every_save_goes_on_as_it_did(file: Path, every: int) -> None:
    for position in islice(positions(file), None, None, every):
        difference = difference_after(position)
        if difference:
            at = f"{position.origin}, saved at decision {position.decisions} in {' / '.join(position.stack)}"
            pytest.fail(f"{at}: {difference}", pytrace=False)


def difference_after(position: Position) -> str:
    """Return where a game goes another way from a position than it did; nothing if it does not."""
    try:
        game = resume_game(of_today(position.save))
    except StormriverError as error:
        return str(error)
    if mark(game, len(game.log or [])) != position.asked:
        return f"now {game.ask!r} is asked there"
    after = go_on(game, [key for key, _ in position.then])
    for number, (key, wanted) in enumerate(position.then, 1):
        try:
            found = next(after)
        except Exception as error:  # whatever the engine stumbles over, where it does so is what matters
            return f"answer {number}, {key!r}, leads to {type(error).__name__}: {error}"
        if found != wanted:
            return f"after answer {number}, {key!r}, it goes on otherwise, and now waits for {game.ask!r}"
    return ""
