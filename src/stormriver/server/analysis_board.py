"""Analyses: positions of anybody's own, played on and taken back.

The server keeps nothing of them. A request brings the text of a scenario, and the answer is that text with what was
done, and the game where it stands. What a request may cost is bounded by the length of its text and of its run.
"""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from msgspec.structs import replace

import stormriver
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.kernel.view import OMNISCIENT
from stormriver.language.message import sentence_of, translated
from stormriver.language.naming import named
from stormriver.language.ruleset import packs_for
from stormriver.language.source import Node, closest, read_text
from stormriver.presentation.registry import View, presentation_of
from stormriver.scenario.analysis_board import Analysis
from stormriver.scenario.editing import edited
from stormriver.server.analysis_facts import Analysed, AnalysisWanted
from stormriver.server.bot_pool import PlayerFailed
from stormriver.server.errors import Declined
from stormriver.server.lobby import Lobby

MOST_ANSWERS = 400
"""How many answers an analysis may hold, those that went without saying included."""
FILE = "scenario"
"""What messages call the text."""
BOTS = "analysis"
"""What stands for the id of a table where computer players are asked."""


class Found(NamedTuple):
    """Where a scenario stands, and its game; None where the text is wrong."""

    facts: Analysed
    game: Game | None = None


async def analysed(lobby: Lobby, wanted: AnalysisWanted, language: str) -> Analysed:
    """Return where a scenario stands once what is wanted has been done with it.

    Raises:
        StormriverError: if the pending ask does not offer the key.
        Declined: if no advice can be had.
    """
    found = await lobby.background.do(look_at, wanted, language)
    if wanted.advice and found.game is not None and found.game.ask is not None:
        try:
            found.facts.advice = await lobby.bots.advice(found.game, BOTS, language=language)
        except PlayerFailed:
            raise Declined("server.no_hint") from None
    return found.facts


def look_at(wanted: AnalysisWanted, language: str) -> Found:
    """Return where a scenario stands once what is wanted has been done with it, but for advice, and its game.

    Raises:
        StormriverError: if the pending ask does not offer the key.
    """
    text = wanted.text
    try:
        text = edited(text, wanted.changes) if wanted.changes else text
        analysis = _within_bounds(text)
        if wanted.back:
            text = analysis.taken_back(wanted.back)
            analysis = _within_bounds(text)
        if wanted.key:
            analysis.play(wanted.key, wanted.dice, lambda sides: secrets.randbelow(sides) + 1)
            text = analysis.text
            _demand_bounds(read_text(text, FILE))
        if wanted.conclude:
            text = analysis.concluded()
    except BadContent as wrong:
        line = getattr(wrong.args[0], "parts", {}).get("line", 0)
        return Found(Analysed(text, _entries(text), error=sentence_of(wrong, language), line=int(line)))
    return Found(_told(analysis, text, wanted.since, language), analysis.game)


def _within_bounds(text: str) -> Analysis:
    """Return the analysis of a text; BadContent if that is wrong, reaches for what is not ours, or is too long."""
    _demand_bounds(read_text(text, FILE))
    return Analysis(text, FILE)


def _demand_bounds(root: Node) -> None:
    entries = root.mapping()
    answers = entries["answers"].many() if "answers" in entries else []
    if len(answers) > MOST_ANSWERS:
        entries["answers"].fail("an analysis has at most {most} answers", most=MOST_ANSWERS)
    game = entries["game"].mapping() if "game" in entries else {}
    if "preset" not in game or not game.get("packs"):
        return
    preset = game["preset"].text()
    known = packs_for(preset) if preset in stormriver.presets() else {}
    for pack in game["packs"].many():
        if pack.text() not in known:  # a folder would be one of the server
            pack.fail("no pack is called {name!r}{hint}", name=pack.text(), hint=closest(pack.text(), known))


def _entries(text: str) -> dict[str, Any]:
    """Return what a text says, by key; nothing if it cannot be read."""
    try:
        plain = read_text(text, FILE).plain()
    except BadContent:
        return {}
    return plain if isinstance(plain, dict) else {}


def _told(analysis: Analysis, text: str, since: int, language: str) -> Analysed:
    game = analysis.game
    table, log = game.table, game.log or []
    shown = presentation_of(table)
    told = shown.told(table, log, min(since, len(log)), OMNISCIENT, shown.trail(table), language)
    return Analysed(
        text=text,
        entries=_entries(text),
        view=_view(game, language),
        told=list(told),
        events=len(log),
        given=[_answer(game, one.ask, one.key, language) for one in analysis.given if not one.forced],
        error="" if analysis.problem is None else translated(analysis.problem, language),
    )


def _view(game: Game, language: str) -> View:
    """Return an open view of a game, as the seat that is asked has it before it; seats are called as people are."""
    view: View = presentation_of(game.table).view_of(game, OMNISCIENT, None, language)
    seats: tuple[Any, ...] = tuple(replace(seat, name=named(seat.name)) for seat in view.seats)
    view = replace(view, seats=seats, result=tuple(map(named, view.result)))
    if view.ask is None:
        return view
    return replace(view, seat=view.ask.seat, ask=replace(view.ask, matter=None))


def _answer(game: Game, ask: Ask, key: str, language: str) -> str:
    """Return an answer in one line: whose it was, and what it did."""
    said = game.table.describe(ask.posed, ask.options[key].code, language)
    return f"{named(game.table.seats[ask.seat])}: {said.partition('. ')[0].rstrip('.')}"
