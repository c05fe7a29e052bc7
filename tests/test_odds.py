"""The exact chances of a fight, beside those that counting each throw gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from stormriver.adventure.analysis.odds import ADDED, MATCHED, SIDES, chances
from stormriver.adventure.procedures.fights import MOST_DICE
from stormriver.kernel import events
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import Run

CARDS = """
deck: purchase
cards:
  - {id: lead_glove, name: Lead Glove, kind: object, modify: {attack_dice: AMOUNT}}
"""
POSITION = """
title: A battle with more or fewer dice than there are
game: {preset: revised4, packs: [PACK]}
players:
  - {seat: ann, character: warrior, at: village, cards: [lead_glove]}
  - {seat: ben, character: dwarf}
spaces: {fields_1: [bear]}
dice: [1, DICE]
answers: [roll, "to:fields_1", space, fight]
"""


def counted(thrown: tuple[int, ...], dice: int) -> tuple[int, bool]:
    """Return the value of a throw, and whether the other side's does not count for it."""
    matched = bool(dice & MATCHED) and len(thrown) > 1 and len(set(thrown)) == 1
    return (sum if dice & ADDED else max)(thrown or (0,)), matched


def lead_of(mine: tuple[int, ...], dice: int, theirs: tuple[int, ...], rival_dice: int) -> int:
    """Return by how much one throw is ahead of another."""
    (own, silences), (other, silenced) = counted(mine, dice), counted(theirs, rival_dice)
    return (0 if silenced else own) - (0 if silences else other)


def rolled_again(thrown: tuple[int, ...], which: int) -> list[tuple[int, ...]]:
    """Return what a throw may become by one of its dice."""
    return [(*thrown[:which], new, *thrown[which + 1 :]) for new in SIDES]


@pytest.mark.parametrize(("dice", "rival_dice"), [(2 | ADDED, 1), (2 | MATCHED, 2 | MATCHED), (3 | MATCHED, 1)])
@pytest.mark.parametrize("lead", [-3, 0, 2])
def test_chances_are_those_of_all_throws(lead: int, dice: int, rival_dice: int) -> None:
    throws = list(product(product(SIDES, repeat=dice % ADDED), product(SIDES, repeat=rival_dice % ADDED)))
    leads = [lead + lead_of(mine, dice, theirs, rival_dice) for mine, theirs in throws]
    again = [
        max(
            Fraction(sum(lead + lead_of(new, dice, theirs, rival_dice) > 0 for new in rolled_again(mine, i)), 6)
            for i in range(len(mine))
        )
        for mine, theirs in throws
    ]
    odds = chances(lead, dice, rival_dice, fate=True)
    assert odds.win == pytest.approx(sum(one > 0 for one in leads) / len(leads))
    assert odds.draw == pytest.approx(leads.count(0) / len(leads))
    assert odds.lose == pytest.approx(sum(one < 0 for one in leads) / len(leads))
    helped = sum(1 if one > 0 else other for one, other in zip(leads, again, strict=True))
    assert odds.win_with_fate == pytest.approx(float(helped) / len(leads))


@pytest.mark.slow
def test_chances_of_as_many_dice_as_there_may_be_add_up() -> None:
    odds = chances(0, MOST_DICE | MATCHED, MOST_DICE | MATCHED, fate=True)
    assert odds.win + odds.draw + odds.lose == pytest.approx(1)
    assert odds.win == pytest.approx(odds.lose)


@pytest.mark.slow
@pytest.mark.parametrize(("amount", "dice"), [(-3, 1), (1, 3), (40, MOST_DICE)])
def test_an_attack_is_rolled_with_one_die_at_least_and_eight_at_most(amount: int, dice: int, tmp_path: Path) -> None:
    """The warrior has two by themselves."""
    folder = tmp_path / "gloves"
    folder.mkdir()
    (folder / "pack.yaml").write_text("language: 2\n")
    (folder / "cards.yaml").write_text(CARDS.replace("AMOUNT", str(amount)))
    rolled = ", ".join(["5"] * (dice + 1))  # also that of the Enemy
    run = Run(read_scenario(POSITION.replace("PACK", str(folder)).replace("DICE", rolled)))
    run.play()
    rolls = [event.data for event in run.game.log or () if event.kind == events.ROLLED]
    assert rolls[1] == (5,) * dice
