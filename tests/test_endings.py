"""Cards that lie on the goal: which may lie there, how they are laid, and that nobody knows one that lies face down."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.adventure.procedures import endings
from stormriver.api import begin_game, resume_game
from stormriver.estimates.adventure.victory import needed_to_win
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game
from stormriver.kernel.view import ONLOOKER, guess, mask
from stormriver.players import make
from stormriver.presentation.adventure.build_view import view_of
from stormriver.presentation.facts import UNKNOWN
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.tables import table_of

SECOND = """
deck: endings
cards:
  - {id: quiet_end, name: Quiet End, kind: ending, variants: [hidden], meet: win}
"""
POSITION = """
title: Ann is about to reach the goal
game: {{preset: revised4, packs: [city_endings, {pack}], options: {{ending: hidden}}}}
players:
  - {{seat: ann, character: thief, at: valley_of_fire, cards: [talisman]}}
  - {{seat: ben, character: elf, at: city}}
goal: {goal}
turn: ann
"""


def lying(game: Game) -> tuple[list[str], list[str]]:
    """Return the ids of what lies on the goal face up, and face down."""
    table = table_of(game)
    up, down = (game.state.zones[zone] for zone in (table.goal, table.goal_covered))
    return [table.cards[card].id for card in up], [table.cards[card].id for card in down]


def drawn(packs: list[str], ending: str, games: int = 12) -> set[str]:
    """Return what lies on the goal in so many games."""
    found: set[str] = set()
    for seed in range(games):
        up, down = lying(begin_game("revised4", 2, seed, {"ending": ending}, packs, log=False))
        assert (len(up), len(down)) == ((1, 0) if ending == "revealed" else (0, 1))
        found.update(up + down)
    return found


@pytest.mark.slow
def test_nothing_lies_on_the_goal_unless_it_is_chosen() -> None:
    assert lying(begin_game("revised4", 2, 1, packs=["city"])) == ([], [])


@pytest.mark.slow
def test_a_revealed_ending_is_one_that_may_be_revealed() -> None:
    assert drawn(["city"], "revealed") == {"assassins_guild", "merchants_guild", "thieves_guild"}


def test_an_ending_about_cards_that_are_not_in_the_game_is_left_out() -> None:
    assert drawn(["city_endings"], "revealed") == {"merchants_guild", "thieves_guild"}


@pytest.mark.slow
def test_a_hidden_ending_is_one_that_may_be_hidden(tmp_path: Path) -> None:
    (tmp_path / "quiet.yaml").write_text(SECOND, encoding="utf-8")
    assert drawn(["city"], "hidden") == {"thieves_guild"}
    assert drawn(["city_endings", str(tmp_path)], "hidden") == {"thieves_guild", "quiet_end"}


@pytest.mark.slow
def test_a_card_that_may_not_lie_there_is_refused() -> None:
    text = POSITION.format(pack="city", goal="merchants_guild")
    with pytest.raises(StormriverError, match="does not lie on the goal"):
        read_scenario(text)


def test_nobody_knows_an_ending_that_lies_face_down(tmp_path: Path) -> None:
    """Every view, guess and answer of a computer player is the same, whichever of two lies there."""
    (tmp_path / "quiet.yaml").write_text(SECOND, encoding="utf-8")
    games = [build(read_scenario(POSITION.format(pack=tmp_path, goal=goal))) for goal in ("quiet_end", "thieves_guild")]
    for game in games:
        game.run()
        table, state = game.table, game.state
        for seat in (ONLOOKER, 0, 1):
            masked = mask(table, state, seat)
            assert masked.zones[table.goal_covered][0] < 0
            assert all(masked.place[card] < 0 for card in table.endings if state.place[card] == table.goal_covered)
            assert len(guess(table, masked, 1).zones[table.goal_covered]) == 1
    one, other = games
    for seat in (ONLOOKER, 0, 1):
        assert mask(one.table, one.state, seat).zones == mask(other.table, other.state, seat).zones
        assert seat < 0 or needed_to_win(one.view(seat)) == needed_to_win(other.view(seat))
    ask = one.ask
    assert ask is not None and other.ask is not None
    keys = [make("steady", 1)(game.view(0), game.view(0).ask) for game in games]
    assert keys[0] == keys[1]
    for game in games:
        for key in ("walk", "to:crown_of_command"):
            game.answer(key)
        assert not lying(game)[1]
    assert [lying(game)[0] for game in games] == [["quiet_end"], ["thieves_guild"]]


def test_an_ending_outlives_a_save() -> None:
    game = begin_game("revised4", 2, 3, {"ending": "revealed"}, ["city"])
    again = resume_game(game.save())
    assert lying(again) == lying(game)
    assert endings.variant(table_of(again), table_of(again).ending_decks[0]) == "revealed"


def test_an_ending_is_shown_on_the_goal_as_a_card_face_down_until_it_is_turned_up(tmp_path: Path) -> None:
    (tmp_path / "quiet.yaml").write_text(SECOND, encoding="utf-8")
    game = build(read_scenario(POSITION.format(pack=tmp_path, goal="quiet_end")))
    game.run()
    assert [held.card for held in view_of(game, 0).spaces["crown_of_command"].cards] == [UNKNOWN]
    for key in ("walk", "to:crown_of_command"):
        game.answer(key)
    assert [held.card for held in view_of(game, 1).spaces["crown_of_command"].cards] == ["quiet_end"]
