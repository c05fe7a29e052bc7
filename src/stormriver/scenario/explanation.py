"""Explaining a scenario: its run step by step, each ask with its options, the answer, and what followed."""

from __future__ import annotations

from pathlib import Path

from stormriver.adventure.stats import table_of
from stormriver.adventure.story import OMNISCIENT, event_text
from stormriver.kernel import events
from stormriver.kernel.ask import Ask
from stormriver.kernel.game import Game
from stormriver.scenario.files import Scenario, read
from stormriver.scenario.run import Run, describe


def explain_file(path: str | Path) -> str:
    """Return the run of a file's scenario in words, step by step.

    Raises:
        BadContent: if the file itself is wrong, with file, line and path.
    """
    return explain(read(path))


def explain(scenario: Scenario) -> str:
    """Return the run of a scenario in words, step by step."""
    lines = [scenario.title]
    if scenario.cite:
        lines.append(f"({scenario.cite})")
    telling = _Telling(lines)
    run = Run(scenario, telling.watch)
    outcome = run.outcome()
    telling.events(run.game)
    lines.append("")
    if outcome.passed:
        ask = run.game.ask
        lines.append("Nothing is pending; the game is over." if ask is None else f"Pending: {describe(run.game, ask)}")
        lines.append("All that was expected holds.")
    else:
        lines.append(outcome.message)
    return "\n".join(lines)


def in_short(scenario: Scenario) -> str:
    """Return what a scenario shows in a few sentences: its title, and what happens in it."""
    run = Run(scenario)
    run.outcome()
    texts = (event_text(run.game.table, event, OMNISCIENT) for event in run.game.log or [])
    return " ".join([f"{scenario.title}.", *(text for text in texts if text)])


class _Telling:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.told = 0  # how many events have been told
        self.turn = 0
        self.steps = 0

    def watch(self, game: Game, ask: Ask, key: str, given: bool) -> None:
        self.events(game)
        if game.state.turn != self.turn:
            self.turn = game.state.turn
            self.lines += ["", f"Turn of {table_of(game).seats[game.state.active]}"]
        self.steps += 1
        self.lines.append(f"{self.steps:3}. {ask.text}")
        self.lines.append(f"     {describe(game, ask)}")
        self.lines.append(f"     answer: {key}{'' if given else ' (not in the file)'}")

    def events(self, game: Game) -> None:
        log = game.log or []
        for event in log[self.told :]:
            text = event_text(table_of(game), event, OMNISCIENT)
            if text and event.kind != events.TURN:
                self.lines.append(f"       {text}")
        self.told = len(log)
