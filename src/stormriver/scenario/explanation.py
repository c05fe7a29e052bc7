"""Explaining a scenario: its run step by step, each ask with its options, the answer, and what followed."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from pathlib import Path

from stormriver.kernel import events
from stormriver.kernel.ask import Ask
from stormriver.kernel.game import Game
from stormriver.language import rendering
from stormriver.language.clauses import Text, listed
from stormriver.language.events import TURN_ENDED
from stormriver.language.message import note_in, put
from stormriver.language.naming import named
from stormriver.language.source import Node
from stormriver.scenario.files import Scenario, read, read_node
from stormriver.scenario.run import NO_TURN, Run, describe


def explain_file(path: str | Path, language: str = "en") -> str:
    """Return the run of a file's scenario in words of a language, step by step; its title is as its author wrote it.

    Raises:
        BadContent: if the file itself is wrong, with file, line and path.
    """
    return explain(read(path), language)


def explain(scenario: Scenario, language: str = "en") -> str:
    """Return the run of a scenario in words of a language, step by step."""
    lines = [scenario.title]
    if scenario.cite:
        lines.append(f"({scenario.cite})")
    if scenario.why:
        lines.append(scenario.why)
    telling = _Telling(scenario, lines, language)
    run = Run(scenario, telling.watch)
    outcome = run.outcome()
    telling.events(run.game)
    lines.append("")
    if outcome.passed:
        ask = run.game.ask
        if ask is None:
            lines.append(put("Nothing is pending any more.", language))
        else:
            lines.append(put("Pending: {ask}", language, ask=describe(run.game, ask)))
        lines.append(put("All that was expected holds.", language))
    else:
        lines.append(put(outcome.message, language))
    return "\n".join(lines)


@lru_cache(maxsize=1024)
def example_in_short(node: Node, language: str = "en") -> str:
    """Return what an example on a card shows in a few sentences; BadContent for whatever is wrong in it."""
    return in_short(read_node(node), language)


def in_short(scenario: Scenario, language: str = "en") -> str:
    """Return what a scenario shows in a few sentences: its title, who plays what, and what happens in its turns.

    Args:
        scenario: the scenario.
        language: in which it is told; the title of an example is among the notes of its catalogue, others are English.
    """
    run = Run(scenario)
    introduced = scenario.rulebook.introduce(run.game, language)
    run.outcome()
    names = [named(seat) for seat in scenario.table.seats]
    told = [text for turn in _turns(run, language) for text in joined(turn, names, language)]
    cast = [said for name, said in introduced.items() if any(name in text.rstrip(".").split() for text in told)]
    return " ".join([f"{note_in(language, scenario.title)}.", *cast, *told])


UNTOLD = frozenset({events.TURN, events.UNMARKED})
"""The kinds of events that the short form leaves out: whose turn it is, and that a mark has ended."""


def _turns(run: Run, language: str) -> list[list[str]]:
    """Return the sentences of each turn up to the one of the last answer; nothing of what lies between two turns."""
    turns: list[list[str]] = [[]]
    under_way = True
    for event in run.game.log or []:
        if event.kind == events.TURN:
            if NO_TURN < run.turn < event.data[0]:
                break
            turns.append([])
        under_way = event.kind == events.TURN or (under_way and event.kind != TURN_ENDED.name)
        text = run.scenario.rulebook.tell(run.game.table, event, language)
        if text and under_way and event.kind not in UNTOLD:
            turns[-1].append(text)
    return turns


def joined(texts: list[str], names: list[str], language: str = "en") -> list[str]:
    """Return sentences with those in a row that tell of the same seat made one: `Ann rolls 1 and fights.`

    Args:
        texts: the sentences; one that has a comma, an `and` or a mark of quotation stays as it is.
        names: the names of the seats.
        language: that of the sentences.
    """
    found = list[str]()
    speaker = rendering.language(language)
    apart = (",", speaker.lists["and"]["last"], "“", "„")
    for name, group in groupby(texts, lambda text: _subject(text, names, apart)):
        said = list(group)
        if name:
            deeds = [Text(text.removeprefix(f"{name} ").rstrip(".")) for text in said]
            said = [f"{name} {speaker.say(listed(deeds, 'and'))}."]
        found += said
    return found


def _subject(text: str, names: list[str], apart: tuple[str, ...]) -> str:
    """Return the name with which a sentence begins; nothing if a sign in it keeps it apart from others."""
    first = text.partition(" ")[0]
    return first if first in names and not any(sign in text for sign in apart) else ""


class _Telling:
    def __init__(self, scenario: Scenario, lines: list[str], language: str) -> None:
        self.scenario = scenario
        self.language = language
        self.lines = lines
        self.told = 0  # how many events have been told
        self.turn = 0
        self.steps = 0

    def watch(self, game: Game, ask: Ask, key: str, given: bool) -> None:
        self.events(game)
        if game.state.turn != self.turn:
            self.turn = game.state.turn
            self.lines += ["", put("Turn of {seat}", self.language, seat=game.table.seats[game.state.active])]
        self.steps += 1
        self.lines.append(f"{self.steps:3}. {game.table.question(ask.posed, self.language)}")
        self.lines.append(f"     {put(describe(game, ask), self.language)}")
        answer = "answer: {key}" if given else "answer: {key} (not in the file)"
        self.lines.append(f"     {put(answer, self.language, key=key)}")

    def events(self, game: Game) -> None:
        log = game.log or []
        for event in log[self.told :]:
            text = self.scenario.rulebook.tell(game.table, event, self.language)
            if text and event.kind != events.TURN:
                self.lines.append(f"       {text}")
        self.told = len(log)
