"""The lab: many games at once, by one process, several or a cluster, and figures with intervals from them."""

from __future__ import annotations

from stormriver.lab.experiment import Experiment
from stormriver.lab.runner import BrokenOff, Results, run
from stormriver.lab.simulation import GameRow
from stormriver.lab.statistics import DIFFERENCE, SHARE, STANDARD, Answer, Figure, Question

__all__ = [
    "DIFFERENCE",
    "SHARE",
    "STANDARD",
    "Answer",
    "BrokenOff",
    "Experiment",
    "Figure",
    "GameRow",
    "Question",
    "Results",
    "run",
]
