"""The catalogue of presets, options and packs, and the books of set-ups."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache

import stormriver
from stormriver import players
from stormriver.api import table_for
from stormriver.kernel.errors import StormriverError
from stormriver.language.packs import VARIABLE
from stormriver.language.ruleset import Ruleset, packs_for
from stormriver.language.setups import setup_of
from stormriver.presentation.game_settings import choices
from stormriver.presentation.names import named_in, title
from stormriver.presentation.registry import Book, presentation_of
from stormriver.server import played
from stormriver.server.errors import BadRequest, NotFound
from stormriver.server.languages import USUAL
from stormriver.server.messages import PROTOCOL
from stormriver.server.requests import Catalogue, PresetFacts, TableWanted


def catalogue(language: str = USUAL) -> Catalogue:
    """Return what a new table may be made of; the rulebook that is played unless another is wanted comes first."""
    return _catalogue(language, os.environ.get(VARIABLE, ""))


@cache
def _catalogue(language: str, packs: str) -> Catalogue:
    """Return the catalogue with the packs on offer; nothing else of it changes while the server runs."""
    usual = TableWanted().preset
    known = sorted(stormriver.presets(), key=lambda preset: preset != usual)
    return Catalogue(
        presets=[preset_facts(preset, language) for preset in known],
        players=list(players.NAMES),
        version=stormriver.__version__,
        protocol=PROTOCOL,
    )


def preset_facts(preset: str, language: str = USUAL) -> PresetFacts:
    """Return the catalogue's entry of a rulebook in a language."""
    ruleset = Ruleset(preset, {}, ())
    least, most = ruleset.seats
    setup = setup_of(preset)
    return PresetFacts(
        id=preset,
        name=named_in(language, "preset", preset, ruleset.entries["name"].text()),
        about=played.about(preset, setup, language),
        picture=played.picture(setup),
        least_seats=least,
        most_seats=most,
        options=list(choices(ruleset, language)),
        suggested=setup.suggested,
        lengths=played.lengths(preset, language),
        packs=played.pack_facts(packs_for(preset), language),
    )


def game_name(preset: str, packs: Sequence[str], language: str = USUAL) -> str:
    """Return what is played by a rulebook with packs, in words; what is here no longer is called by its id."""
    facts = next((known for known in catalogue(language).presets if known.id == preset), None)
    if facts is None:
        return title(preset)
    return named_with(facts.name, [pack.name for pack in played.pack_facts(packs, language)])


def named_with(preset: str, packs: Sequence[str]) -> str:
    """Return the name of a rulebook with those of packs; one that is named after another pack is left out."""
    leading = [name for name in packs if not any(name != other and name.startswith(other) for other in packs)]
    return ", ".join([preset, *leading])


def book(preset: str, options: Mapping[str, str], packs: Sequence[str], language: str = USUAL) -> Book:
    """Return the book of a set-up; packs are those on offer, so that nobody reaches into folders of the server.

    Raises:
        NotFound: if there is no such preset.
        StormriverError: if an option or a pack is not possible; `where` names the field.
    """
    if preset not in stormriver.presets():
        raise NotFound("server.lobby.no_preset", name=repr(preset))
    for pack in packs:
        if pack not in packs_for(preset):
            raise BadRequest("server.lobby.unknown_pack", "packs", name=repr(pack))
    try:
        least = next(facts.least_seats for facts in catalogue().presets if facts.id == preset)
        table = table_for(preset, least, options, packs)
    except StormriverError as error:
        error.where = "options"
        raise
    return presentation_of(table).book_of(table, language)


def options_of(text: str) -> dict[str, str]:
    """Return the options in a text such as `trophy_points=5,sudden_death=true`.

    Raises:
        BadRequest: if one has no `=`.
    """
    found = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadRequest("server.lobby.option_form", "options", text=repr(part))
        found[name] = value
    return found
