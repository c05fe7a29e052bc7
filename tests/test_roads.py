"""Where moves lead, as a player may work it out beforehand."""

from __future__ import annotations

import pytest

import stormriver
from stormriver.adventure.analysis.roads import Roads, roads_of


def roads(preset: str, *packs: str) -> Roads:
    return roads_of(stormriver.new_game(preset, packs=packs).table)


def ends(found: Roads, start: str, count: int) -> set[str]:
    return {found.ids[end] for end in found.ends[found.number[start]][count - 1]}


def crossings(found: Roads, start: str, count: int) -> set[tuple[str, str, int]]:
    met = [found.tries[number] for steps, number in found.crossings[found.number[start]] if steps == count]
    return {(found.ids[c.space], found.ids[c.beyond], c.left) for c in met}


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_gate_that_is_the_last_step_but_has_to_be_passed_is_a_crossing_with_nothing_left(count: int) -> None:
    found = roads("third")
    assert "wizards_tower" not in ends(found, "castle", count)
    assert ("causeway", "wizards_tower", 0) in crossings(found, "castle", count)


def test_nobody_is_thought_to_enter_again_what_they_leave() -> None:
    found = roads("third")
    for count in range(1, 7):
        assert all(beyond != "wizards_tower" for _, beyond, _ in crossings(found, "wizards_tower", count))
    assert ends(found, "wizards_tower", 3) == {"hidden_valley", "wilderness_2"}


def test_the_step_over_a_bridge_counts_and_the_rest_is_left() -> None:
    assert crossings(roads("third"), "chapel", 4) == {("hills_1", "hills_4", 1)}


@pytest.mark.slow
def test_a_roll_that_leads_back_to_where_it_began_keeps_its_place(ring: str) -> None:
    found = roads("revised4", ring)
    ways = [{found.ids[end] for end in ends} for ends in found.ends[found.number["east"]]]
    assert ways == [{"north", "west"}, {"north", "west"}, set()] * 2
