"""Whatever is told in a log, and whatever a word of a card does, names the rule of the rulebook that it carries out."""

from __future__ import annotations

import pytest

from stormriver.api import begin_game
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.language.grammar import Effect, words
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.contract import written_rules

POSITION = """
title: A position to log from
game: {preset: revised4}
players:
  - {seat: ann, fate: 0, %s}
  - {seat: ben, character: elf, at: castle}
turn: ann
%s
"""

WITHOUT_A_RULE = {
    # they put others together
    "aim_at", "choose", "each", "if", "may", "must", "nothing", "pick_card", "repeat",
    # only their cards tell of them
    "advance", "ally", "arrange", "clear_away", "destroy", "discard", "each_here",
    "extra_turn", "lay_on", "mark", "peek", "pick_space", "pick_up", "put_back", "put_in_force", "put_on",
    "recruit", "redirect", "remove", "roam", "spend", "surprise", "sweep", "take", "unmark",
}  # fmt: skip
"""The words for which the rulebook has no rule but that what a card says holds."""


def told(ann: str, more: str, dice: list[int], *keys: str) -> Game:
    """Return a game with a log in which these keys were answered where they are on offer, and all else passed."""
    game = build(read_scenario(POSITION % (ann, more)))
    game.script, game.log = Script(dice=dice), []
    game.run()
    wanted = list(keys)
    while wanted:
        assert game.ask is not None
        offered = game.ask.keys
        game.answer(wanted.pop(0) if wanted[0] in offered else "pass" if "pass" in offered else offered[0])
    return game


@pytest.mark.parametrize(
    ("ann", "more", "dice", "keys", "kind", "rule"),
    [
        # what one chooses on a space, what a card offers, what a row of a table does
        ("character: priest, at: hills_1, lives: 1", "", [1], ["to:chapel", "choose:heal"], "Changed",
         "attributes.heal"),
        ("character: thief, at: city", "spaces: {fields_4: [magic_stream]}", [1, 1], ["to:fields_4", "yes"], "Changed",
         "attributes.strength_counters"),
        ("character: thief, at: plains_1", "", [1, 6, 1], ["to:crags", "roll"], "Changed",
         "attributes.strength_counters"),
        ("character: thief, at: city", "spaces: {fields_4: [imp]}", [1, 1, 4, 4], ["to:fields_4", "roll"], "Teleported",
         "encounter.moved_elsewhere"),
        # what a word rolls, and what is answered to a word
        ("character: thief, at: plains_1", "", [1, 6, 1], ["to:crags", "roll"], "Rolled", "components.dice"),
        ("character: priest, at: hills_1, lives: 1", "", [1], ["to:chapel", "choose:heal"], "Answered", Effect.rule),
    ],
)  # fmt: skip
def test_a_line_of_the_log_names_the_rule_of_the_word_behind_it(
    ann: str, more: str, dice: list[int], keys: list[str], kind: str, rule: str
) -> None:
    game = told(ann, more, dice, *keys)
    assert game.log is not None
    assert rule in [game.table.rule(event.cause) for event in game.log if event.kind == kind]


def test_every_word_names_the_rule_it_carries_out() -> None:
    """Whoever adds a word looks for its rule, or says that the rulebook has none."""
    begin_game("revised4")
    rules = {name: word.rule for name, word in words(Effect, "adventure").items()}
    assert {name: rule for name, rule in rules.items() if rule not in written_rules()} == {}
    assert {name for name, rule in rules.items() if rule == Effect.rule} == WITHOUT_A_RULE
