"""Scenarios: a position, answers and what must hold afterwards, in one file that people read and write."""

from stormriver.scenario.excerpt import cut, position_of
from stormriver.scenario.explanation import explain_file
from stormriver.scenario.files import Scenario, read
from stormriver.scenario.position import game_at
from stormriver.scenario.run import Outcome, run, run_file

__all__ = ["Outcome", "Scenario", "cut", "explain_file", "game_at", "position_of", "read", "run", "run_file"]
