"""Balance: effects are found where they are, counts are those of games, a card is left out of the same seeds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stormriver.api import begin_game, table_for
from stormriver.kernel.facade import Game
from stormriver.lab.regression import Case, effects
from stormriver.workshop.balance import observe
from test_cli import say, well


def sample(games: int = 400) -> list[Case]:
    """Return games whose outcome is made of what is in them: an axe adds 3, a boot that comes with axes nothing."""
    draw = random.Random(7)
    found = []
    for seed in range(games):
        axe = draw.random() < 0.5
        boot = draw.random() < (0.8 if axe else 0.2)
        there = {name for name, is_there in (("axe", axe), ("boot", boot), ("coin", seed == 3)) if is_there}
        found.append(Case(seed, there, 10 + 3 * axe + draw.gauss(0, 1)))
    return found


@pytest.mark.slow
def test_effects_of_things_that_come_together_are_told_apart() -> None:
    found = {effect.name: effect for effect in effects(sample())}
    assert found.keys() == {"axe", "boot"}  # of the coin, which was there once, nothing can be said
    assert found["axe"].low < 3 < found["axe"].high and found["axe"].low > 2.5
    assert found["boot"].low < 0 < found["boot"].high
    assert found["axe"].cases == sum("axe" in case.there for case in sample())


def test_cases_of_one_seed_count_as_one() -> None:
    """The same games told four times over are no more certain."""
    once = effects(sample(40))[0]
    again = effects([case for case in sample(40) for _ in range(4)])[0]
    assert again.value == pytest.approx(once.value, abs=1e-6)
    assert again.high - again.low == pytest.approx(once.high - once.low, rel=1e-3)
    assert effects([Case(1, {"axe"}, 1.0)] * 9 + [Case(1, set(), 0.0)] * 9) == []


@pytest.mark.long
def test_what_a_log_shows_is_counted() -> None:
    game = begin_game(seats=2, seed=5)
    draw = random.Random(1)
    for _ in range(150):
        if game.ask is not None:
            game.play(draw.randrange(len(game.ask.codes)))
    seen = observe(Game(game))
    drawn = {game.table.cards[event.data[0]].id for event in game.log or () if event.kind == "CardDrawn"}
    assert drawn <= seen["met"].keys()
    held = {game.table.cards[card].id for number, zone in enumerate(game.table.zones) if zone.name.startswith("play.")
            for card in game.state.zones[number]}  # fmt: skip
    assert held <= seen["kept"].keys()
    assert sum(seen["kills"].values()) <= sum(event.kind == "CharacterKilled" for event in game.log or ())


@pytest.mark.long
def test_balance_tells_of_each_card_of_the_pack(mill: Path) -> None:
    line = "pack balance old_mill --games 12 --players random,random --cap 400 --card old_mill_boar"
    found = well(f"{line} --json").json
    assert {card["name"] for card in found["cards"]} == {"old_mill_boar", "old_mill_spring", "old_mill_lantern"}
    assert max(card["games"] for card in found["cards"]) > 0
    assert [figure["name"] for figure in found["without"]] == ["rounds", "decisions", "games that end"]
    shown = well(line).out
    assert "Length in rounds" in shown and "With old_mill_boar less without it" in shown
    assert "Karten" in well(f"--language de {line}").out


@pytest.mark.long
def test_a_card_that_the_pack_has_not_is_told(mill: Path) -> None:
    said = say("pack balance old_mill --games 1 --card old_mill_bear")
    assert said.err == "The pack has no card 'old_mill_bear'; did you mean 'old_mill_boar'?\n"


@pytest.mark.long
def test_a_pack_of_a_thousand_cards_loads(tmp_path: Path) -> None:
    """How long that takes is measured by `make budgets`."""
    deeds = "meet: {choose: {a: {heal: 1}, b: {gain: {gold: 1}}}}"
    cards = (f"  - {{id: card_{number}, name: Card {number}, kind: stranger, {deeds}}}\n" for number in range(1000))
    (tmp_path / "cards.yaml").write_text("deck: adventure\ncards:\n" + "".join(cards), encoding="utf-8")
    table = table_for("revised4", 2, packs=[str(tmp_path)])
    assert {f"card_{number}" for number in range(1000)} <= {card.id for card in table.cards}
