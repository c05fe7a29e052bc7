"""The answers of a scenario: which ask each is meant for, what it answers, and what must not be on offer there."""

from __future__ import annotations

from dataclasses import dataclass

from stormriver.kernel.ask import Ask
from stormriver.kernel.state import NONE
from stormriver.language.source import Node, closest
from stormriver.scenario.names import Vocabulary

ASKS = (
    "bonus", "character", "choose", "ditch", "encounter", "evade", "exchange", "fate", "fight", "may", "meet", "move",
    "redraw", "reward", "roll", "rolled", "spoils", "surplus", "target", "teleport", "trophies", "visit",
    "visit_one", "weapon", "window",
)  # fmt: skip
