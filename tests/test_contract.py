"""The engine keeps its promises wherever it is led: at every card, space and kind of ask, and all the way back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stormriver.adventure.model import asks as adventure_asks
from stormriver.api import begin_game
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import BadAnswer
from stormriver.kernel.game import Game
from stormriver.scenario.files import read
from stormriver.scenario.run import Run
from stormriver.wargame.model import asks as war_asks
from support.contract import IN_ORDER, PROMISES
from support.random_games import (
    Play,
    Tour,
    set_ups,
    slots,
    stops,
    worlds,
)
from support.secrecy import SECRETS, due

SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.mark.long
@pytest.mark.parametrize(("preset", "packs"), worlds())
def test_promises_at_every_card_and_space(preset: str, packs: tuple[str, ...]) -> None:
    """A rich character meets each card and visits each space; every promise holds at the decisions that follow."""
    for number, stop in enumerate(stops(preset, packs)):
        tour = Tour(preset, number, stop, packs)
        for decision, _ in enumerate(tour.decisions(4), number):
            tour.check(*PROMISES, *IN_ORDER["adventure"], *due(decision))


MEETINGS = (
    "adventure/alchemist_market",
    "adventure/demon_trophy",
    "adventure/enchanter_teleport",
    "adventure/mule_ditched_burden",
    "adventure/orb_of_knowledge",
    "adventure/runesword_character_sword",
    "board/vampires_tower",
    "characters/minstrel_charm_fate",
    "characters/thief_free_purchase",
    "city/board/seers_parlour_decks",
    "city/characters/bounty_hunter_trophy",
    "city/characters/cat_burglar_order",
    "city/characters/maid_at_the_tavern",
    "city/characters/maid_four",
    "city/characters/spy_begins",
    "city/characters/spy_shadow",
    "city/characters/tinkerer_automates",
    "city/events/charity",
    "city/events/taxation_alchemist",
    "city/followers/haggler",
    "city/followers/panhandler",
    "city/followers/scribe",
    "city/pets/fez",
    "city/pets/hopper",
    "city/pets/luna",
    "city/places/assassins_conclave",
    "city/places/pawnshop",
    "city/posters/claimed_before_bought",
    "city/potions/renewal_potion",
    "city/strangers/street_sage",
    "duels/turn_after_killing",
    "../../src/stormriver/content/frontier/scenarios/turn_the_rider",
    "third/followers/horse",
    "third/spells/finger_of_death",
    "wargame/abilities/disease",
    "wargame/abilities/fast",
    "wargame/abilities/fate_on_a_foes_die",
    "wargame/abilities/martyr",
    "../packs/ashes/scenarios/devourer",
    "../packs/wildfire/scenarios/summer",
    "wargame/abilities/steal",
    "wargame/phases/battle_evaded",
    "wargame/phases/spell_between_shots",
    "wargame/rulings/buy_each_once",
    "wargame/rulings/reflection_of_misdirection",
    "wargame/rulings/several_curses",
    "wargame/spells/curse_in_anothers_turn",
    "wargame/spells/displacement",
)
"""Scenarios in which every kind of ask is met, but for the bonus at the beginning of a game."""


@pytest.mark.slow
def test_promises_at_every_kind_of_ask() -> None:
    """Each kind of ask that is declared is looked at where a scenario comes to it first, or a game that begins."""
    left = set(adventure_asks.KINDS | war_asks.KINDS)

    def look(game: Game, ask: Ask, key: str = "", told: bool = True) -> None:
        if ask.kind in left:
            for check in (*PROMISES, *IN_ORDER[game.table.rulebook.name], *SECRETS):
                clone = game.clone()
                clone.header = game.table.rulebook.header(game.table, 1, game.skip_forced)  # a position has none
                check(clone, random.Random(check.__name__))
            left.remove(ask.kind)

    for name in MEETINGS:
        outcome = Run(read(SCENARIOS / f"{name}.yaml"), look).outcome()
        assert outcome.passed, outcome.message
    beginning = begin_game("revised4", 2, 1, {"starting_bonus": True})
    look(beginning, beginning.ask or pytest.fail("nothing is asked"))
    assert left == set(), "these kinds of asks are met nowhere: name a scenario in which they are"


def test_undo_leads_all_the_way_back() -> None:
    """After 60 answers each of the 60 positions before can be reached again, at once and one by one."""
    game = begin_game("revised4", seats=3, seed=5)
    before = [slots(game.state)]
    logged = [len(game.log or [])]
    for number in range(60):
        assert game.ask is not None
        game.answer(game.ask.keys[number % len(game.ask.keys)])
        before.append(slots(game.state))
        logged.append(len(game.log or []))
    game.undo(20)
    assert (slots(game.state), len(game.log or [])) == (before[40], logged[40])
    for number in reversed(range(40)):
        game.undo()
        assert (slots(game.state), len(game.log or [])) == (before[number], logged[number])
    with pytest.raises(BadAnswer, match=r"^Cannot take back 1 answers; 0 were given\.$"):
        game.undo()


@pytest.mark.slow
def test_a_game_that_is_over_takes_no_answer() -> None:
    """Once there is a winner nothing is asked, and any answer is refused in one sentence."""
    play = Play(next(game for game in set_ups() if ("last_round", 2) in game.options and not game.unchecked))
    play.run()
    assert play.game.ask is None
    assert play.game.result
    with pytest.raises(BadAnswer, match=r"^The game is over; there is nothing to answer with 'pass'\.$"):
        play.game.answer("pass")
