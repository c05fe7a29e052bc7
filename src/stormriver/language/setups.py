"""How people set a game up: what a preset tells of itself, how many characters they choose from, how long it is to be.

All of it stands in `setup.yaml` of the preset's folder, beside what decides how a game goes: a preset says the same to
simulations and tests whatever is suggested here to people.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from stormriver.art.vocabulary import NO_ART, Art
from stormriver.kernel.errors import StormriverError
from stormriver.language.art import art_in
from stormriver.language.ruleset import Ruleset, layers, preset_folder
from stormriver.language.source import Node, read_file

Value = bool | int | str
"""The value of an option."""
FORECASTS_FILE = "forecasts.json"
"""The file beside `setup.yaml` with how long games of the preset took that computer players played."""


class Length(Struct, frozen=True):
    """A length that people may choose for a game.

    Attributes:
        id: a word such as `short`.
        preset: the one whose file says it.
        text: what makes it so long, in a sentence.
        options: the options that do.
    """

    id: str
    preset: str
    text: str
    options: dict[str, Value]


class Forecast(Struct, frozen=True, omit_defaults=True):
    """How long simulated games of a set-up took.

    Attributes:
        length: the id of the length.
        seats: how many seats.
        packs: the packs that were added.
        options: the options of the length when it was measured.
        rounds: a tenth of the games took at most this many rounds, half of them, and nine tenths.
        questions: how many questions a person in one of the seats would have been asked: half of them at most.
        games: how many games were played.
    """

    length: str
    seats: int
    rounds: tuple[int, int, int]
    questions: float
    games: int
    packs: tuple[str, ...] = ()
    options: dict[str, Value] = {}


class Forecasts(Struct, frozen=True):
    """The file of forecasts, as `tools/measure_lengths.py` writes it."""

    made_by: str
    measured: str
    players: str
    found: tuple[Forecast, ...]


class Setup(Struct, frozen=True):
    """What is said and suggested where people set up a game by a preset.

    Attributes:
        about: what it is, in a sentence or two.
        art: its picture.
        suggested: options with which a table of people begins.
        lengths: the lengths on offer, from short to long.
    """

    about: str
    art: Art
    suggested: dict[str, Value]
    lengths: tuple[Length, ...]


@cache
def setup_of(preset: str) -> Setup:
    """Return how people set up a game by a preset; what its own file leaves out is said by those that it extends.

    Raises:
        BadContent: if a file names options that are not there, or values that they cannot have.
    """
    entries: dict[str, Node] = {}
    suggested: dict[str, Value] = {}
    ruleset = Ruleset(preset, {}, ())
    for name in reversed(ruleset.presets):  # from the farthest to its own
        said = _read(name)
        entries |= said
        suggested |= _options(said["suggested"], ruleset) if "suggested" in said else {}
    lengths = entries["lengths"].items() if "lengths" in entries else []
    return Setup(
        about=entries["about"].text() if "about" in entries else "",
        art=art_in(entries["art"]) if "art" in entries else NO_ART,
        suggested=suggested,
        lengths=tuple(_length(node, ruleset) for node in lengths),
    )


def _read(preset: str) -> Mapping[str, Node]:
    path = preset_folder(preset) / "setup.yaml"
    if not path.is_file():
        return {}
    return read_file(path, f"{preset}/{path.name}").only("about", "art", "suggested", "lengths")


def _length(node: Node, ruleset: Ruleset) -> Length:
    entries = node.only("id", "text", "options")
    options = _options(entries["options"], ruleset) if "options" in entries else {}
    return Length(entries["id"].text(), node.file.partition("/")[0], entries["text"].text(), options)


def _options(node: Node, ruleset: Ruleset) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, value in node.mapping().items():
        if name not in ruleset.options:
            value.misspelt("no option is called {name!r}", name, ruleset.options)
        try:
            checked = ruleset.options[name].check(value.value)
        except StormriverError as error:
            value.fail("{error}", error=error)
        found[name] = checked if isinstance(checked, bool | int) else str(checked)
    return found


@cache
def forecasts_of(preset: str) -> tuple[Forecast, ...]:
    """Return what is forecast of the games of a preset, or of the nearest one that it extends; none if nothing is."""
    folders = (preset_folder(layer.mapping()["id"].text()) for layer in layers(preset))
    path = next((folder / FORECASTS_FILE for folder in folders if (folder / FORECASTS_FILE).is_file()), None)
    return () if path is None else read_forecasts(path).found


def read_forecasts(path: Path) -> Forecasts:
    """Return a file of forecasts."""
    return msgspec.json.decode(path.read_bytes(), type=Forecasts)


def length_of(setup: Setup, chosen: Mapping[str, object], values: Mapping[str, object]) -> Length | None:
    """Return the length that chosen options make, None if it is none of those on offer.

    Args:
        setup: of the preset.
        chosen: options by name, all others being as the preset has them.
        values: how the preset has them.
    """
    decisive = {name for length in setup.lengths for name in length.options}
    now = {name: chosen.get(name, values[name]) for name in decisive}
    usual = {name: values[name] for name in decisive}
    return next((length for length in setup.lengths if now == usual | length.options), None)


def forecast_of(preset: str, length: str, seats: int, packs: Collection[str]) -> Forecast | None:
    """Return what is forecast of games with so many seats; None if nothing is known of the length.

    It is that of the most packs among those named. Between two numbers of seats that were measured it lies between.
    """
    fitting = [found for found in forecasts_of(preset) if found.length == length and set(found.packs) <= set(packs)]
    most = max((len(found.packs) for found in fitting), default=0)
    known = sorted((found for found in fitting if len(found.packs) == most), key=lambda found: found.seats)
    if not known:
        return None
    below = next((found for found in reversed(known) if found.seats <= seats), known[0])
    above = next((found for found in known if found.seats >= seats), known[-1])
    share = 0 if above.seats == below.seats else (seats - below.seats) / (above.seats - below.seats)
    rounds = [round(low + share * (high - low)) for low, high in zip(below.rounds, above.rounds, strict=True)]
    questions = below.questions + share * (above.questions - below.questions)
    return replace(below, seats=seats, rounds=(rounds[0], rounds[1], rounds[2]), questions=questions)
