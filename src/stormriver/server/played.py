"""What is played at a table or may be, told to people: rulebook, length, and how long that is expected to take."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from stormriver.art.compose import picture_of
from stormriver.kernel.errors import StormriverError
from stormriver.language import rendering
from stormriver.language.pack_about import PackAbout
from stormriver.language.packs import is_installed, pack_folder, stamps
from stormriver.language.ruleset import Ruleset
from stormriver.language.setups import Forecast as Measured
from stormriver.language.setups import Length, Setup, Value, forecast_of, forecasts_of, length_of, setup_of
from stormriver.presentation.game_settings import choices
from stormriver.presentation.names import named_in, title
from stormriver.server.requests import Forecast, LengthFacts, PackFacts, Played, TableWanted

SECONDS_A_QUESTION = 8.0
"""How long a person is taken to think about a question, and to read what has happened since the last one."""
SECONDS_A_TURN = 4.5
"""How long the turn of a computer player is shown, at the usual pace."""


def about(preset: str, setup: Setup, language: str) -> str:
    """Return what a preset is, in a sentence of a language."""
    return _told(language, f"setup.{preset}.about", setup.about)


def picture(setup: Setup) -> str:
    """Return the name by which the picture of a preset is fetched."""
    return picture_of(setup.art)


def lengths(preset: str, language: str) -> list[LengthFacts]:
    """Return the lengths that may be chosen for games of a preset, each with its forecasts."""
    return [_facts(length, preset, language) for length in setup_of(preset).lengths]


def _facts(length: Length, preset: str, language: str) -> LengthFacts:
    return LengthFacts(
        id=length.id,
        name=_name(length, language),
        text=_told(language, f"setup.{length.preset}.{length.id}", length.text),
        options=length.options,
        forecasts=[_forecast(found) for found in _forecasts(preset, length)],
    )


def _forecasts(preset: str, length: Length) -> Iterator[Measured]:
    """Yield what is forecast of a length, by packs and number of seats."""
    least, most = Ruleset(preset, {}, ()).seats
    for packs in dict.fromkeys(found.packs for found in forecasts_of(preset)):
        for seats in range(least, most + 1):
            found = forecast_of(preset, length.id, seats, packs)
            if found is not None and found.packs == packs:
                yield found


def _name(length: Length, language: str) -> str:
    return named_in(language, "length", length.id, title(length.id))


def _forecast(found: Measured) -> Forecast:
    least, rounds, most = found.rounds
    person = round(found.questions * SECONDS_A_QUESTION / 60, 1)
    computer = round(rounds * SECONDS_A_TURN / 60, 1)
    return Forecast(found.seats, list(found.packs), least, rounds, most, person, computer)


def played(wanted: TableWanted, people: int, language: str) -> Played | None:
    """Return what is played at a table; None if it cannot be set up any more.

    Args:
        people: how many of its seats are played by people, or open to them.
    """
    try:
        packs = tuple(wanted.packs)
        told = _played(wanted.preset, tuple(sorted(wanted.options.items())), packs, language, stamps(packs))
    except StormriverError:
        return None
    setup, values = setup_of(wanted.preset), _values(wanted.preset, packs, stamps(packs))
    length = length_of(setup, wanted.options, values)
    found = None if length is None else forecast_of(wanted.preset, length.id, len(wanted.seats), wanted.packs)
    if found is None:
        return told
    forecast = _forecast(found)
    minutes = people * forecast.person + (len(wanted.seats) - people) * forecast.computer
    return replace(told, rounds=forecast.rounds, minutes=round(minutes))


@lru_cache(maxsize=64)
def _played(
    preset: str, options: Sequence[tuple[str, Value]], packs: Sequence[str], language: str, stamps: Sequence[str]
) -> Played:
    setup, chosen = setup_of(preset), dict(options)
    ruleset = Ruleset(preset, chosen, tuple(packs))
    values = _values(preset, packs, stamps)
    length = length_of(setup, chosen, values)
    usual = values | setup.suggested | (length.options if length else {})
    default = values | (length.options if length else {})  # nobody has chosen what is as it is by itself
    return Played(
        preset=named_in(language, "preset", preset, ruleset.entries["name"].text()),
        about=about(preset, setup, language),
        picture=picture(setup),
        packs=pack_facts(packs, language),
        length="" if length is None else _name(length, language),
        changed=[one for one in choices(ruleset, language) if one.value not in (usual[one.id], default[one.id])],
        rounds=0,
        minutes=0,
    )


@lru_cache(maxsize=64)
def _values(preset: str, packs: Collection[str], stamps: Sequence[str]) -> dict[str, object]:
    """Return the options of a set-up as it has them where nobody says otherwise."""
    return {name: setting.value for name, setting in Ruleset(preset, {}, tuple(packs)).settings.items()}


def pack_facts(packs: Iterable[str], language: str) -> list[PackFacts]:
    """Return what packs say of themselves; of one that is here no longer only what it was called by."""
    found = []
    for pack in packs:
        try:
            found.append(_pack_facts(pack, language))
        except StormriverError:
            found.append(PackFacts(Path(pack).name, title(Path(pack).name)))
    return found


@lru_cache(maxsize=256)
def _pack_facts(pack: str, language: str) -> PackFacts:
    about = PackAbout(pack_folder(pack))
    name, what = about.name, about.about
    if is_installed(about.folder):
        name, what = named_in(language, "pack", about.id, name), _told(language, f"pack.{about.id}.about", what)
    return PackFacts(about.id, name, about.version, about.author, about.licence, what)


def _told(language: str, key: str, english: str) -> str:
    """Return a sentence of the content in a language, in English where that has no words for it."""
    return str(rendering.language(language).catalogue.sections["phrases"].get(key, english))
