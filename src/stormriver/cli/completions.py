"""What the shell completes behind options: rulebooks, packs, options, cards, players, games, lessons, languages.

Each function is given what has been typed of a word, and loads what it looks through only then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

import typer

from stormriver.kernel.errors import StormriverError

Found = list[tuple[str, str]]
"""The words that what has been typed may become, each with what some shells show beside it."""
SEVERAL = ","
"""What stands between several words in one."""
SET = "="
"""What stands between an option and its value."""


def silent(complete: Callable[..., Found]) -> Callable[..., Found]:
    """Let a completion find nothing where something is wrong, such as a pack: whoever types is not disturbed."""

    @wraps(complete)
    def found(*given: Any, **named: Any) -> Found:
        try:
            return complete(*given, **named)
        except (StormriverError, OSError):
            return []

    return found


@silent
def presets(incomplete: str) -> Found:
    """Complete a rulebook."""
    from stormriver.cli.help import named_presets
    from stormriver.cli.reader_language import READER

    return _beginning(incomplete, named_presets(READER.language))


@silent
def packs(context: typer.Context, incomplete: str) -> Found:
    """Complete one of several packs that there are for the rulebook."""
    from stormriver.language.packs import offer_installed
    from stormriver.language.ruleset import packs_for

    offer_installed()
    return _last_of_several(incomplete, packs_for(_preset(context)))


@silent
def installed_packs(incomplete: str) -> Found:
    """Complete a pack that is installed."""
    from stormriver.workshop import installing

    return _beginning(incomplete, {one.id: one.name for one in installing.known() if one.place == "installed"})


@silent
def options(context: typer.Context, incomplete: str) -> Found:
    """Complete an option of the rulebook, with the values that it can take, of a number some."""
    from stormriver.cli.reader_language import READER
    from stormriver.presentation.game_settings import choices

    found = {}
    for choice in choices(_ruleset(context), READER.language):
        for value in _values(choice):
            found[f"{choice.id}{SET}{value}"] = choice.name
    return _beginning(incomplete, found)


@silent
def cards(context: typer.Context, incomplete: str) -> Found:
    """Complete the id of a card."""
    from stormriver.cli.reader_language import READER

    table = _table(context)
    return _beginning(incomplete, {card.id: table.name_of(card, READER.language) for card in table.definitions})


@silent
def options_and_rules(context: typer.Context, incomplete: str) -> Found:
    """Complete the name of an option, or the id of a rule."""
    from stormriver.cli.reader_language import READER
    from stormriver.presentation.game_settings import choices
    from stormriver.presentation.rule_texts import told_rules

    table = _table(context)
    named = {choice.id: choice.name for choice in choices(table.ruleset, READER.language)}
    titled = {id: rule.title for id, rule in told_rules(table, READER.language).items()}
    return _beginning(incomplete, named | titled)


@silent
def players(incomplete: str) -> Found:
    """Complete one of several computer players."""
    from stormriver.players import NAMES

    return _last_of_several(incomplete, dict.fromkeys(NAMES, ""))


@silent
def people_and_players(incomplete: str) -> Found:
    """Complete one of several players, of which `you` is a person."""
    from stormriver.cli.kept_games import PERSON
    from stormriver.players import NAMES

    return _last_of_several(incomplete, dict.fromkeys((PERSON, *NAMES), ""))


@silent
def games(incomplete: str) -> Found:
    """Complete the name of a game that is kept."""
    from stormriver.cli.kept_games import kept

    return _beginning(incomplete, {one.name: ", ".join(one.seats) for one in kept()})


@silent
def records(incomplete: str) -> Found:
    """Complete the name of a game that is kept and over, or the file of a record."""
    from pathlib import Path

    from stormriver.cli.kept_games import kept

    given = Path(incomplete)
    folder, begun = (given, "") if incomplete.endswith("/") else (given.parent, given.name)
    files = {f"{file}/" if file.is_dir() else str(file): "" for file in sorted(folder.glob(f"{begun}*"))}
    return _beginning(incomplete, {one.name: ", ".join(one.seats) for one in kept() if one.over} | files)


@silent
def lessons(incomplete: str) -> Found:
    """Complete the id of a lesson."""
    from stormriver.scenario.lessons import lesson_ids

    return _beginning(incomplete, dict.fromkeys(lesson_ids(), ""))


@silent
def colours(incomplete: str) -> Found:
    """Complete which colours there are to be."""
    from stormriver.cli.screen.palette import COLOURS

    return _beginning(incomplete, dict.fromkeys(COLOURS, ""))


@silent
def languages(incomplete: str) -> Found:
    """Complete the code of a language."""
    from stormriver.language import catalogue

    return _beginning(incomplete, dict.fromkeys(catalogue.languages(), ""))


def _beginning(incomplete: str, known: Mapping[str, str]) -> Found:
    return [(word, told) for word, told in known.items() if word.startswith(incomplete)]


def _last_of_several(incomplete: str, known: Mapping[str, str]) -> Found:
    """Complete the last of several words with commas between them."""
    before, comma, last = incomplete.rpartition(SEVERAL)
    return [(f"{before}{comma}{word}", told) for word, told in _beginning(last, known)]


def _preset(context: typer.Context) -> str:
    """Return the rulebook that a command line names so far, or the one that is played by default."""
    from stormriver.workshop.bench import PACK_PRESET

    return context.params.get("preset") or PACK_PRESET


def _packs(context: typer.Context) -> list[str]:
    from stormriver.cli.game_setup import packs_of
    from stormriver.language.packs import offer_installed

    offer_installed()
    return packs_of(context.params.get("packs"))


def _ruleset(context: typer.Context) -> Any:
    from stormriver.language.ruleset import Ruleset

    return Ruleset(_preset(context), {}, tuple(_packs(context)))


def _table(context: typer.Context) -> Any:
    from stormriver.workshop.bench import table_of

    return table_of(_preset(context), {}, _packs(context))


def _values(choice: Any) -> Iterable[str]:
    """Return values that an option can take: all of them, or of a number its bounds and the one it has by default."""
    if isinstance(choice.default, bool):
        return ("true", "false")
    return choice.words or map(str, sorted({choice.least, choice.default, choice.most}))
