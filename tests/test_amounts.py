"""A number below 0 is refused wherever it makes no sense, with the place and what would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stormriver.api import table_for
from stormriver.kernel.errors import BadContent
from support import crossing

WHY = " is less than nothing, which has no meaning here; write a number from 0"
SOMETIMES = "this can be less than nothing, which has no meaning here; write a number from 0"

CARD = "deck: adventure\ncards:\n  - {{id: trial, name: Trial, kind: {says}}}\n"
HERO = (
    "characters:\n  - {{id: hero, name: Hero, alignment: good, start: crags, strength: 3, craft: 4, life: 4, fate: 2,"
    " {says}}}\n"
)
SPACE = "spaces:\n  - {{id: nook, name: Nook, region: outer, {says}, next: [crags, city]}}\n"
MARK = "marks:\n  - {{id: trial, name: Trial, {says}}}\n"
MEET = CARD.format(says="place, meet: DO")

ADVENTURE = {
    "copies": CARD.format(says="object, copies: -1"),
    "order": CARD.format(says="object, order: -1"),
    "strength of an Enemy": CARD.format(says="animal, strength: -3"),
    "points": CARD.format(says="animal, strength: 3, points: -1"),
    "cost": CARD.format(says="follower, cost: -1"),
    "price": CARD.format(says="object, price: -2"),
    "holds": CARD.format(says="place, holds: {fate: -1}"),
    "gold": HERO.format(says="gold: -1"),
    "fate": HERO.format(says="gold: 1").replace("fate: 2", "fate: -2"),
    "spells": HERO.format(says="spells: -1"),
    "experience": HERO.format(says="experience: -1"),
    "draw": SPACE.format(says="draw: -1"),
    "row and column": SPACE.format(says="at: [0, -1]"),
    "strength of a form": MARK.format(says="strength: -2, craft: 1"),
    "escape": MARK.format(says="escape: -1"),
    "at most": CARD.format(says="object, modify: {strength: {at_most: -1}}"),
    "cost of an act": CARD.format(says="object, act: {at: free, cost: {gold: -1}, do: {heal: 1}}"),
    "gain": MEET.replace("DO", "{gain: {gold: -2}}"),
    "lose": MEET.replace("DO", "{lose: {life: -1}}"),
    "heal": MEET.replace("DO", "{heal: -1}"),
    "give gold": MEET.replace("DO", "{aim_at: any_other, do: {give: {gold: -1}, to: target}}"),
    "pay": MEET.replace("DO", "{pay: -1, for: {heal: 1}}"),
    "stake": MEET.replace("DO", "{stake: -1, do: {gain: {gold: staked}}}"),
    "owe": MEET.replace("DO", "{owe: -2}"),
    "sell": MEET.replace("DO", "{sell: object, for: -1}"),
    "shop": MEET.replace("DO", "{shop: {sword: -2}}"),
    "fetch": MEET.replace("DO", "{fetch: any, from: talismans, count: -1}"),
    "miss turns": MEET.replace("DO", "{miss_turn: -1}"),
    "gain Spells": MEET.replace("DO", "{gain_spells: -1}"),
    "transform": MEET.replace("DO", "{transform: toad, turns: -3}"),
    "mark": MEET.replace("DO", "{mark: done, amount: -1}"),
    "mark for turns": MEET.replace("DO", "{mark: done, turns: -1}"),
    "repeat": MEET.replace("DO", "{repeat: -1, do: {heal: 1}}"),
    "plus": MEET.replace("DO", "{roll: {1-6: {heal: 1}}, plus: -1}"),
    "fight": MEET.replace("DO", "{fight: Imp, strength: -1}"),
    "arrange": MEET.replace("DO", "{arrange: -3, of: adventure}"),
    "greater": MEET.replace("DO", "{if: {greater: {stat: craft}, than: -1}, then: {heal: 1}}"),
}
"""By what is written: packs of the adventure games."""

SIGNED = {
    "add": CARD.format(says="object, respond: {to: rolled, do: {add: -1}}"),
    "modify": CARD.format(says="object, modify: {battle: -1}"),
    "modify by a condition": CARD.format(says="object, modify: {battle: {if: {is: good}, then: -1, else: 1}}"),
    "a number less": MEET.replace("DO", "{gain: {gold: {sum: {stat: craft}, and: -1}}}"),
    "level": "regions: [{id: sky, name: Sky, level: -1}]",
}
"""Where a number below 0 says something."""

WARGAME = {
    "copies": "items: [{id: trial, name: Trial, copies: -1}]",
    "strength of a unit": "units: [{id: trial, name: Trial, side: good, type: monster, strength: -3}]",
    "points of a unit": "units: [{id: trial, name: Trial, side: good, type: monster, strength: 3, points: -1}]",
    "range": "spells: [{id: trial, name: Trial, at: any, target: unit, range: -2, effect: relieve}]",
    "covers": "spells: [{id: trial, name: Trial, at: any, target: square, covers: -2, effect: {lay: block}}]",
    "shoot": "spells: [{id: trial, name: Trial, at: shooting, target: foe, effect: {shoot: -5}}]",
    "lay": "spells: [{id: trial, name: Trial, at: any, target: square, effect: {lay: block, count: -1}}]",
    "gain": "spells: [{id: trial, name: Trial, at: phase, effect: {gain: -4}}]",
    "draw": "spells: [{id: trial, name: Trial, at: phase, effect: {draw_spells: -4}}]",
    "forget": "spells: [{id: trial, name: Trial, at: phase, effect: {forget: -4}}]",
    "power": "items: [{id: trial, name: Trial, gives: {when: {power: -1}, strength: 1}}]",
    **{
        f"gives {what}": f"items: [{{id: trial, name: Trial, gives: {{{what}: -1}}}}]"
        for what in ("volley", "becomes", "save", "steps", "wounds", "points", "gold", "heals", "hands")
    },
    **{
        what: f"tiles: [{{id: trial, name: Trial, side: neutral, {what}: -1}}]"
        for what in ("deadly", "mires", "burns", "shelters")
    },
}
"""By what is written: packs of the wargame."""


def wargame(folder: Path, says: str) -> Any:
    """Return the table of the wargame with a pack that consists of one file."""
    pack = folder / "trial"
    pack.mkdir()
    (pack / "trial.yaml").write_text(says, encoding="utf-8")
    return table_for("wargame", packs=[str(pack)])


@pytest.mark.parametrize("pack", ADVENTURE.values(), ids=ADVENTURE)
def test_a_number_below_0_is_refused(pack: str) -> None:
    with pytest.raises(BadContent, match=r"^trial.yaml, line \d, at .*: -\d" + WHY):
        crossing.read(pack)


@pytest.mark.parametrize("pack", WARGAME.values(), ids=WARGAME)
def test_a_number_below_0_is_refused_in_the_wargame(pack: str, tmp_path: Path) -> None:
    with pytest.raises(BadContent, match=r"^trial/trial.yaml, line 1, at .*: -\d" + WHY):
        wargame(tmp_path, pack)


@pytest.mark.parametrize("pack", SIGNED.values(), ids=SIGNED)
def test_what_is_added_may_be_below_0(pack: str) -> None:
    crossing.read(pack)


def test_a_number_that_a_condition_may_make_less_than_nothing_is_refused() -> None:
    with pytest.raises(BadContent, match=r"^trial.yaml, line 3, at cards\[0\].meet.gain.gold: " + SOMETIMES):
        crossing.read(MEET.replace("DO", "{gain: {gold: {if: {is: good}, then: 2, else: -1}}}"))


def test_a_chit_may_take_strength_away_and_spoil_recruiting(tmp_path: Path) -> None:
    says = "items: [{id: trial, name: Trial, gives: {strength: -1, shot: -2, recruit: -1}}]"
    table = wargame(tmp_path, says)
    trial = next(chit for chit in table.definitions if chit.id == "trial")
    assert table.says(trial) == (
        "Its bearer has strength -1 and strength -2 in ranged attacks and subtracts 1 from rolls on the Recruit Table."
    )
    assert table.says(trial, "de").endswith("zieht 1 von Würfen auf der Rekrutierungstabelle ab.")
