"""Computer players: they see only what their seat may, finish their games, and play cards they have never seen."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stormriver.adventure.view import View
from stormriver.api import begin_game
from stormriver.estimates.adventure.estimates import Estimates
from stormriver.kernel.ask import Ask, Posed
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.game import Game
from stormriver.kernel.script import Script
from stormriver.players import NAMES, make
from stormriver.players.adventure.steady import Steady
from stormriver.players.adventure.worth import Opinions, Worth
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from support.deciding import answered, play
from support.secrecy import dealt_anew


def new_game(seed: int, seats: int = 4, **options: object) -> Game:
    """Return a silent game."""
    return begin_game("revised4", seats=seats, seed=seed, options=options, log=False)


# any player


def test_every_player_can_be_made_by_name() -> None:
    game = new_game(1)
    assert game.ask is not None
    for name in NAMES:
        assert make(name, 7)(game.view(game.ask.seat), game.ask) in game.ask.keys


def test_an_unknown_player_is_refused_in_one_sentence() -> None:
    with pytest.raises(StormriverError, match=r"^There is no computer player 'bold'; there are random, steady\.$"):
        make("bold")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seeds_give_the_same_game(name: str) -> None:
    def standing(seed: int) -> tuple[object, ...]:
        game = new_game(2, seats=3)
        play(game, [make(name, seed + seat) for seat in range(3)], 150)
        return (game.state.turn, game.state.seats, game.state.zones)

    assert standing(5) == standing(5)


def test_another_seed_gives_a_random_player_other_choices() -> None:
    game = new_game(1)
    play(game, [make("random", seat) for seat in range(4)], 20)
    ask = NumberedAsk(Posed(0, "test", list(range(60)), 0, -1), game.table)
    assert {make("random", seed)(game.view(0), ask) for seed in range(30)} > {"0", "1"}


class NumberedAsk(Ask):
    """An ask whose keys are numbers, of which no rule knows."""

    @property
    def keys(self) -> list[str]:
        return [str(number) for number in range(3)]


def careful(view: View, ask: Ask) -> str:
    """Return the first key whose expected changes are no loss, else the last one: the player of the documentation."""
    expected = Estimates(view, Worth(view))
    for key, option in ask.options.items():
        changes = expected.option(option)
        if changes and min(changes.values()) >= 0:
            return key
    return ask.keys[-1]


@pytest.mark.slow
def test_a_player_in_ten_lines_plays() -> None:
    assert play(new_game(3), [careful] * 4, 400) == 400


# secrets


class Watched:
    """A player whose every choice is made again with the hidden cards dealt anew; they must not make a difference."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.different = 0
        self.looked_at = 0

    def look(self, game: Game, player: type[Steady]) -> str:
        """Return the choice of a fresh player, and count whether it hung on a card that the seat does not know."""
        assert game.ask is not None
        seat = game.ask.seat
        view = game.view(seat)
        chosen = player(self.seed)(view, view.ask)
        other = dealt_anew(game, seat, self.rng)
        again = other.view(seat)
        assert again.ask is not None
        self.looked_at += 1
        self.different += player(self.seed)(again, again.ask) != chosen
        return chosen


class Peeking(Steady):
    """A steady player who knows the top Adventure card by a way that no player has."""

    def __call__(self, view: View, ask: Ask) -> str:
        """Return any key, as the hidden card says."""
        top = Peeking.game.state.zones[Peeking.game.table.deck_zone[0]][-1]
        return ask.keys[top % len(ask.keys)]

    game: Game


def watched(seed: int, decisions: int, player: type[Steady]) -> Watched:
    """Return what was seen of a game in which all seats are watched."""
    game = new_game(seed)
    eye = Watched(seed)
    for _ in range(decisions):
        if game.ask is None:
            break
        game.play(game.ask.keys.index(eye.look(game, player)))
    return eye


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_no_choice_hangs_on_a_card_that_the_seat_does_not_know(seed: int) -> None:
    eye = watched(seed, 150, Steady)
    assert eye.looked_at == 150
    assert eye.different == 0


def test_a_player_who_peeked_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above is worth something: with the hidden cards in sight it finds differences."""
    made = dealt_anew

    def dealt(game: Game, seat: int, rng: random.Random) -> Game:
        Peeking.game = made(game, seat, rng)
        return Peeking.game

    monkeypatch.setattr("test_players.dealt_anew", dealt)
    Peeking.game = new_game(1)
    assert watched(1, 60, Peeking).different > 5


@pytest.mark.slow
def test_a_view_holds_no_card_that_its_seat_does_not_know() -> None:
    """What players are given: hidden cards are no numbers of cards, and the dice to come are gone."""
    game = new_game(4)
    play(game, [make("steady", seat) for seat in range(4)], 100)
    for seat in range(4):
        view = game.view(seat)
        hidden = {card for zone in game.table.zones for card in _hidden(game, seat, zone.name)}
        shown = {card for cards in view.game.state.zones for card in cards if card >= 0}
        assert hidden
        assert not hidden & shown
        assert view.game.state.dice == 0


def _hidden(game: Game, seat: int, zone: str) -> list[int]:
    number = next(n for n, found in enumerate(game.table.zones) if found.name == zone)
    known = game.state.known
    if game.table.sees(game.state, seat, number):
        return []
    return [card for card in game.state.zones[number] if not known.get(card, 0) >> seat & 1]


# steady


@pytest.mark.long
def test_four_steady_players_finish_their_game() -> None:
    """And any other two players, a thousand times: `make ladder`."""
    game = new_game(0)
    decisions = play(game, [make("steady", seat) for seat in range(4)])
    assert game.ask is None, f"not over after {decisions} decisions and {game.state.turn} turns"
    assert len(game.result) == 1
    assert game.state.turn < 4 * 300


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"bloodbath": True}), (5, {}), (6, {}), (4, {"sudden_death": True}), (4, {"last_round": 15})],
)
def test_steady_players_finish_under_other_rules(seats: int, options: dict[str, object]) -> None:
    game = new_game(5, seats, **options)
    play(game, [make("steady", seat) for seat in range(seats)])
    assert game.ask is None


@pytest.mark.long
def test_four_steady_players_finish_with_the_city() -> None:
    game = begin_game("revised4", seats=4, seed=10, packs=["city"], log=False)
    play(game, [make("steady", 100 + seat) for seat in range(4)])
    assert game.ask is None


@pytest.mark.long
@pytest.mark.parametrize(("seed", "options"), [(6, {}), (18, {"tower": "board", "spend_talisman": True})])
def test_four_steady_players_finish_the_third_edition(seed: int, options: dict[str, object]) -> None:
    game = begin_game("third", seats=4, seed=seed, options=options, log=False)
    play(game, [make("steady", seat) for seat in range(4)])
    assert game.ask is None
    assert len(game.result) == 1


@pytest.mark.long
def test_steady_beats_three_random_players() -> None:
    """Of six games the player wins at least five; by chance it would be one or two. `make ladder` plays 1,000."""
    won = 0
    for seed in range(6):
        game = new_game(100 + seed)
        seat = seed % 4
        players = [make("steady" if number == seat else "random", number) for number in range(4)]
        play(game, players)
        won += game.result == [game.table.seats[seat]]
    assert won >= 5


@pytest.mark.slow
def test_no_turn_of_steady_players_goes_on_for_ever() -> None:
    """Nothing is bought and sold, or taken and left, over and over."""
    game = new_game(9)
    players = [make("steady", seat) for seat in range(4)]
    longest = 0
    for _ in range(150):
        turn, decisions = game.state.turn, 0
        while game.ask is not None and game.state.turn == turn:
            decisions += play(game, players, 1)
        longest = max(longest, decisions)
    assert 0 < longest < 60


def test_whoever_goes_on_too_long_in_one_turn_only_ends_it() -> None:
    """After sixty decisions in a turn nothing is done that need not be."""
    game = position("character: thief, at: fields_3, fate: 0", "spaces: {fields_4: [ring]}")
    assert decided(game, "take", "to:fields_4") == "take:ring"
    player = Steady(1)
    view = game.view(0)
    assert view.ask is not None
    answers = [player(view, view.ask) for _ in range(61)]
    assert answers == ["take:ring"] * 60 + ["done"]


# single decisions

POSITION = """
title: A decision
game: {preset: revised4, packs: [%s]}
players:
  - {seat: ann, %s}
  - {seat: ben, %s}
turn: ann
%s
"""

BEN = "character: elf, at: castle"


def position(ann: str, more: str = "", ben: str = BEN, pack: str = "", dice: tuple[int, ...] = (1, 1, 1, 1)) -> Game:
    """Return a game in which it is ann's turn, with these facts and dice."""
    game = build(read_scenario(POSITION % (pack, ann, ben, more)))
    game.script = Script(dice=list(dice))
    game.run()
    return game


def decided(game: Game, kind: str, *keys: str, opinions: Opinions | None = None) -> str:
    """Return what steady answers to the first ask of a kind, after these keys were given where they are offered."""
    return answered(Steady(1, opinions or Opinions()), game, kind, *keys)


def test_the_hurt_are_healed() -> None:
    ann = "character: priest, at: hills_1, fate: 0, lives: 1"
    assert decided(position(ann), "choose", "to:chapel") == "choose:heal"


def test_lives_are_bought_when_they_are_few() -> None:
    few = position("character: dwarf, at: fields_1, fate: 0, lives: 1, gold: 3")
    assert decided(few, "visit_one", "to:village") == "choose:healer"


def test_a_weapon_is_bought_by_who_has_none() -> None:
    ann = "character: troll, at: fields_1, fate: 0, gold: 3, cards: [%s]"
    visit = ("to:village", "space", "choose:blacksmith")
    assert decided(position(ann % ""), "shop", *visit) in ("buy:sword", "buy:axe")
    assert not decided(position(ann % "sword"), "shop", *visit).startswith(("buy:sword", "buy:axe"))


def test_a_dragon_is_evaded_and_a_boar_is_fought() -> None:
    ann, ben = "character: elf, at: plains_1, fate: 0, lives: 2, strength: 8", "character: thief, at: castle"
    assert decided(position(ann, "spaces: {woods_2: [dragon]}", ben), "fight", "to:woods_2") == "evade"
    assert decided(position(ann, "spaces: {woods_2: [wild_boar]}", ben), "fight", "to:woods_2") == "fight"


def test_the_move_goes_where_the_prize_lies() -> None:
    ann = "character: thief, at: fields_3, fate: 0"
    assert decided(position(ann, "spaces: {fields_4: [ring]}", dice=(2,)), "move") == "to:fields_4"
    assert decided(position(ann, "spaces: {plains_1: [ring]}", dice=(2,)), "move") == "to:plains_1"


def test_the_move_shuns_a_dragon() -> None:
    ann = "character: thief, at: fields_3, fate: 0, lives: 2"
    assert decided(position(ann, "spaces: {fields_4: [dragon]}", dice=(2,)), "move") != "to:fields_4"


def test_fate_is_paid_where_it_turns_a_fight_and_only_there() -> None:
    """With 5 against 1 the bear, as strong, is beaten; with 1 against 5 the die is rolled again."""
    ann = "character: thief, at: crags, fate: 1, lives: 3"
    for dice, key in (((1, 5, 1), "pass"), ((1, 1, 5), "fate")):
        game = position(ann, "spaces: {plains_1: [bear]}", dice=dice)
        assert decided(game, "fate", "to:plains_1", "space", "fight") == key


def test_a_talisman_is_taken_from_the_beaten() -> None:
    ann = "character: troll, at: crags, fate: 0, strength: 12"
    ben = "character: elf, at: plains_1, fate: 0, cards: [talisman, helmet], gold: 3"
    game = position(ann, ben=ben, dice=(1, 6, 1))
    assert decided(game, "encounter", "to:plains_1") == "character:ben"
    assert decided(game, "reward", "character:ben", "attack") == "take:talisman"


def test_whoever_beats_a_rival_always_takes_something() -> None:
    """On the Crown, with a quest for a life that would carry the winner away, too: else nobody would ever win."""
    marks = "marks: {quest: 1, quest_life: 1}"
    ann = f"character: troll, at: crown_of_command, fate: 0, strength: 12, cards: [talisman], {marks}"
    ben = "character: elf, at: crown_of_command, fate: 0, gold: 0"
    reached = "marks: {crown_of_command: {summit_reached: 1}}"
    game = position(ann, reached, ben=ben, dice=(6, 1))
    assert decided(game, "reward", "character:ben", "attack") == "life"


def test_the_only_talisman_is_kept_for_nothing() -> None:
    """Among too many Objects the last to be left is the one that opens the way."""
    ann = "character: thief, at: fields_3, fate: 0, cards: [talisman, helmet, axe, sword]"
    game = position(ann, "spaces: {fields_4: [ring]}")
    assert decided(game, "surplus", "to:fields_4", "take:ring") not in ("ditch:talisman", "ditch:ring")


def test_the_strong_go_on_to_the_crown_and_the_weak_turn_back() -> None:
    strong = "character: troll, at: crypt, fate: 0, strength: 14, cards: [talisman]"
    assert decided(position(strong), "move") == "to:dice_with_death"
    weak = "character: druid, at: crypt, fate: 0, lives: 2, cards: [talisman]"
    assert decided(position(weak), "move") == "turn_back"


def test_without_a_talisman_nobody_goes_for_the_crown() -> None:
    ann = "character: troll, at: plain_of_peril, fate: 0, strength: 14"
    assert decided(position(ann), "move") == "to:portal_of_power"


def test_a_quest_is_accepted_by_who_lacks_a_talisman() -> None:
    ann = "character: thief, at: runes_2, fate: 0"
    assert decided(position(ann), "may", "to:warlocks_cave") == "yes"
    assert decided(position(ann + ", cards: [talisman]"), "may", "to:warlocks_cave") == "no"


def test_trophies_are_exchanged_when_little_is_wasted() -> None:
    ann = "character: troll, at: crags, fate: 0, trophies: [%s]"
    assert decided(position(ann % "serpent, bear"), "exchange") == "strength"
    assert decided(position(ann % "ogre, ogre"), "exchange") == "pass"


def test_a_healing_spell_is_cast_on_oneself() -> None:
    ann = "character: wizard, at: fields_3, fate: 0, lives: 1, spells: [healing]"
    game = position(ann)
    assert decided(game, "roll") == "cast:healing"
    assert decided(game, "target", "cast:healing") == "at:ann"


def test_a_bolder_player_goes_on_where_another_turns_back() -> None:
    """Opinions are what a player is made of: who fears death less dares more."""
    ann = "character: thief, at: mines, fate: 0, lives: 3, strength: 7, cards: [talisman]"
    bold = Opinions(goal=600.0, death=0.0, life=0.1)
    assert decided(position(ann), "move") == "turn_back"
    assert decided(position(ann), "move", opinions=bold) == "to:vampires_tower"


def test_who_is_asked_late_for_advice_is_not_bold_at_once() -> None:
    """Since when nobody can return, only those know who were there: a hint takes it that it is from now on."""
    game = position("character: thief, at: mines, fate: 0", "marks: {crown_of_command: {summit_reached: 1}}")
    early = game.view(0)
    game.state.turn = 100
    late = game.view(0)
    assert late.final and late.ask is not None and early.ask is not None
    assert Steady().weighed(late, late.ask) == Steady().weighed(early, early.ask)


# the 3rd Edition: experience and the Tower

THIRD = """
title: A decision
game: {preset: third}
players:
  - {seat: ann, %s}
  - {seat: ben, %s}
turn: ann
%s
"""


def third(ann: str, more: str = "", ben: str = "character: elf, at: castle", dice: tuple[int, ...] = (1,)) -> Game:
    """Return such a game of the 3rd Edition."""
    game = build(read_scenario(THIRD % (ann, ben, more)))
    game.script = Script(dice=list(dice))
    game.run()
    return game


def test_the_strong_enter_the_tower_and_the_weak_pass_it_by() -> None:
    ann = "character: minotaur, at: causeway, gold: 0, cards: [talisman]"
    assert decided(third(f"{ann}, strength: 12"), "move", "roll") == "cross:wizards_tower"
    assert decided(third(ann), "move", "roll") != "cross:wizards_tower"
    wise = "character: elf, at: causeway, gold: 0, craft: 12, cards: [talisman]"
    assert decided(third(wise, ben="character: dwarf, at: castle"), "move", "roll") == "cross:wizards_tower"


def test_the_king_is_fought_by_what_one_has_more_of() -> None:
    ann = "character: minotaur, at: causeway, gold: 0, cards: [talisman], %s"
    keys = ("roll", "cross:wizards_tower", "space")
    tower = "shuffled: {tower: [dragon_king]}"
    assert decided(third(ann % "strength: 12", tower), "choose", *keys) == "choose:battle"
    assert decided(third(ann % "craft: 12", tower), "choose", *keys) == "choose:psychic"


def test_experience_is_exchanged_at_once_for_what_helps_most() -> None:
    ann = "character: minotaur, at: village, gold: 0, experience: 7"
    assert decided(third(ann), "roll") == "experience_strength"
    assert decided(third(f"{ann}, lives: 1"), "roll") == "experience_life"
    assert decided(third("character: minotaur, at: village, gold: 0, experience: 6"), "roll") == "roll"


def test_a_rival_who_may_win_against_the_king_is_weakened() -> None:
    """Another's fight with a goblin is nothing to cast a Spell at."""
    ann = "character: minotaur, at: %s, gold: 0, strength: 12, cards: [talisman]"
    ben = "character: elf, at: castle, spells: [weakness]"
    king = third(ann % "causeway", "shuffled: {tower: [dragon_king]}", ben)
    keys = ("roll", "cross:wizards_tower", "space", "choose:battle")
    assert decided(king, "window", *keys) == "cast:weakness"
    assert decided(king, "side", "cast:weakness") == "at:ann"
    goblin = third(ann % "village", "spaces: {fields_1: [goblin]}", ben)
    assert decided(goblin, "window", "roll", "to:fields_1", "space", "fight") == "pass"


# the City: its shops, bounties and Jail

WARES = [
    ("hammer_street", 4, "", "armoury", "buy:battle_axe"),
    ("hammer_street", 4, "stiletto", "armoury", "buy:battle_axe"),
    ("hammer_street", 8, "battle_axe", "armoury", "buy:full_plate"),
    ("elemental_avenue", 5, "battle_axe", "magic_emporium", "buy:magic_ring"),
    ("drovers_way", 4, "", "stables", "buy:warhorse"),
    ("cauldron_alley", 5, "battle_axe", "apothecary", "top:potions"),
]
"""Where a Warrior stands, their gold and cards, the shop beside that street, and what they buy there."""
wares = pytest.mark.parametrize(("street", "gold", "cards", "shop", "ware"), WARES)


def in_the_city(ann: str, more: str = "", dice: tuple[int, ...] = (1, 1, 1, 1)) -> Game:
    """Return a game with the City in which it is ann's turn."""
    return position(f"{ann}, fate: 0", more, pack="city", dice=dice)


def warrior(street: str, gold: int, cards: str = "", dice: int = 1, more: str = "") -> Game:
    """Return such a game with a Warrior who has gold and cards."""
    return in_the_city(f"character: warrior, at: {street}, gold: {gold}, cards: [{cards}]", more, (dice, 1, 1, 1))


@wares
def test_a_shop_is_gone_into_by_who_can_buy_something_useful(
    street: str, gold: int, cards: str, shop: str, ware: str
) -> None:
    assert decided(warrior(street, gold, cards), "move") == f"to:{shop}"
    assert decided(warrior(street, gold, cards), "shop", f"to:{shop}", "space") == ware


@wares
def test_a_shop_is_passed_by_without_gold(street: str, gold: int, cards: str, shop: str, ware: str) -> None:
    assert decided(warrior(street, 0, cards), "move") != f"to:{shop}"


def test_a_shop_is_passed_by_that_has_nothing_better() -> None:
    """Whoever comes in would have to buy one thing."""
    assert decided(warrior("hammer_street", 5, "battle_axe, full_plate"), "move") != "to:armoury"
    assert decided(warrior("drovers_way", 2), "move") != "to:stables"


def test_nothing_more_is_bought_than_is_of_use() -> None:
    """A second Weapon would be in the way, and the rest of the gold is kept."""
    assert decided(warrior("hammer_street", 8, ""), "shop", "to:armoury", "space", "buy:battle_axe") == "done"


def test_a_pet_is_bought_by_the_rich_only() -> None:
    at_the_counter = ("to:menagerie", "space")
    assert decided(warrior("market_square", 14), "shop", *at_the_counter, "top:pets") == "top:pets"
    assert decided(warrior("market_square", 6), "shop", *at_the_counter, "top:pets") == "done"


def test_the_hurt_go_to_the_high_temple_and_pay_for_each_life() -> None:
    hurt = "character: warrior, at: sanctuary_square, lives: 1, gold: 3"
    assert decided(in_the_city(hurt), "move") == "to:high_temple"
    assert decided(in_the_city(hurt), "choose", "to:high_temple", "space") == "choose:healing"
    assert decided(in_the_city(hurt), "buy", "to:high_temple", "space", "choose:healing") == "buy:3"
    assert decided(warrior("sanctuary_square", 3), "move") != "to:high_temple"


def test_trophies_are_taken_to_the_academy_where_they_bring_more() -> None:
    ann = "character: warrior, at: noble_street, gold: 0, trophies: [%s]"
    assert decided(in_the_city(ann % "bear, wolf"), "move") == "to:academy"
    assert decided(in_the_city(ann % "wolf"), "move") != "to:academy"


DEALER = "spaces: {scribes_row: [shady_dealer]}"


def test_a_talisman_that_is_to_be_had_for_gold_is_gone_for_until_one_has_it() -> None:
    assert decided(warrior("city_gate", 2, more=DEALER), "move") == "to:scribes_row"
    assert decided(warrior("city_gate", 2, "talisman", more=DEALER), "move") != "to:scribes_row"
    again = ("to:scribes_row", "space")
    assert decided(warrior("city_gate", 3, more=DEALER), "may", *again) == "yes"
    assert decided(warrior("city_gate", 3, "talisman, talisman", more=DEALER), "may", *again) == "no"


def test_the_city_is_entered_for_its_wares_and_not_without_gold() -> None:
    assert decided(warrior("fields_3", 5, dice=2), "move") == "cross:city_gate"
    assert decided(warrior("fields_3", 0, dice=2), "move") != "cross:city_gate"


def test_the_city_is_left_when_there_is_nothing_more_to_buy() -> None:
    assert decided(warrior("speakers_corner", 0, dice=3), "move") == "cross:city"
    assert decided(warrior("speakers_corner", 5, dice=3), "move") != "cross:city"


POSTERS = "decks: {posters: [wanted_animal, wanted_spirit, wanted_good, wanted_dragon, wanted_evil]}"
HUNTER = "character: warrior, at: speakers_corner, gold: 0, trophies: [giant_rat, giant_fly]"


def test_a_bounty_that_can_be_claimed_at_the_gate_is_gone_for_and_claimed() -> None:
    assert decided(in_the_city(HUNTER, POSTERS), "move") == "to:city_gate"
    assert decided(in_the_city(HUNTER, POSTERS), "use_kept", "to:city_gate", "space") == "use:wanted_animal"


def test_a_bounty_of_ones_own_is_claimed_where_one_stands() -> None:
    ann = "character: warrior, at: fields_3, gold: 0, cards: [wanted_animal], trophies: [%s]"
    assert decided(in_the_city(ann % "giant_rat, giant_fly"), "roll") == "use:wanted_animal"


def test_trophies_that_nearly_make_a_point_of_strength_are_not_handed_in_by_the_rich() -> None:
    ann = "character: warrior, at: fields_3, gold: 9, cards: [wanted_animal], trophies: [giant_rat, giant_fly]"
    assert decided(in_the_city(ann), "roll") == "roll"


def test_the_last_gold_is_not_spent_on_posters_that_pay_nothing_yet() -> None:
    assert decided(warrior("speakers_corner", 3, more=POSTERS), "buy", "to:city_gate", "space") == "buy:0"


def test_the_way_out_of_jail_is_paid_for() -> None:
    assert decided(in_the_city("character: warrior, at: jail, gold: 1", dice=(4,)), "buy", "try") == "buy:1"


def test_a_free_choice_out_of_jail_leads_where_gold_is_worth_most() -> None:
    """On a 6 one goes to any street: with the gold for it to the one before the best shops, without to the Gate."""
    jailed = "character: warrior, at: jail, gold: %d"
    assert decided(in_the_city(jailed % 0, dice=(6,)), "teleport", "try") in ("to:city_gate", "to:speakers_corner")
    rich = decided(in_the_city(jailed % 5, dice=(6,)), "teleport", "try")
    assert rich in ("to:noble_street", "to:cauldron_alley", "to:elemental_avenue")


def test_fate_is_paid_in_jail_for_a_roll_that_hurts() -> None:
    for dice, key in (((1, 5), "fate"), ((5, 5), "pass")):
        game = position("character: warrior, fate: 2, lives: 2, at: jail, gold: 1", pack="city", dice=dice)
        assert decided(game, "rolled", "try") == key


def test_who_has_bribed_the_jailer_does_not_go_to_jail() -> None:
    game = in_the_city(
        "character: thief, at: royal_lane, gold: 0, cards: [jailer]",
        "spaces: {sanctuary_square: [city_watch]}",
        dice=(1, 1, 6),
    )
    assert decided(game, "window", "to:sanctuary_square", "space", "fight") == "use:jailer_bribed"


def test_gold_is_raised_once_and_not_over_and_over() -> None:
    """A player who might sell something before they pay does not ask again and again whether to."""
    ann = "character: warrior, at: royal_lane, gold: 1, cards: [alchemist, talisman]"
    game = in_the_city(ann, "spaces: {sanctuary_square: [beggar_king]}")
    assert decided(game, "stake", "to:sanctuary_square", "space").startswith("pay:")


# cards that nobody has seen before

PACK = """
deck: adventure
cards:
  - {id: star_blade, name: Star Blade, kind: magic_object, tags: [weapon], modify: {battle: 5}}
  - {id: lead_ring, name: Lead Ring, kind: magic_object, modify: {strength: -2}}
  - {id: old_gate, name: Old Gate, kind: place, meet: {may: {lose: {life: 2}}}}
  - {id: fresh_spring, name: Fresh Spring, kind: place, meet: {may: {gain: {craft: 2}}}}
  - id: three_doors
    name: Three Doors
    kind: stranger
    meet:
      choose:
        blue: {lose: {gold: 1}}
        red: {roll: {1-3: {gain: {strength: 2}}, 4-6: nothing}}
        green: {gain: {fate: 1}}
  - {id: moon_wolf, name: Moon Wolf, kind: animal, strength: 12}
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of a pack with cards of its own."""
    folder = tmp_path / "novelties"
    folder.mkdir()
    (folder / "cards.yaml").write_text(PACK, encoding="utf-8")
    return str(folder)


ANN = "character: thief, at: fields_3, fate: 0, gold: 1, lives: 3"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "kind", "key"),
    [
        ("star_blade", "take", "take:star_blade"),
        ("lead_ring", "take", "done"),
        ("old_gate", "may", "no"),
        ("fresh_spring", "may", "yes"),
        ("three_doors", "choose", "choose:red"),
    ],
)
def test_a_card_never_seen_before_is_played_by_its_effect(pack: str, card: str, kind: str, key: str) -> None:
    game = position(ANN, f"spaces: {{fields_4: [{card}]}}", pack=pack)
    assert decided(game, kind, "to:fields_4", "space") == key


def test_a_beast_never_seen_before_is_shunned(pack: str) -> None:
    game = position(ANN, "spaces: {fields_4: [moon_wolf]}", pack=pack, dice=(2,))
    assert decided(game, "move") == "to:plains_1"


@pytest.mark.slow
def test_games_with_such_cards_go_on(pack: str) -> None:
    game = begin_game("revised4", seats=3, seed=1, packs=[pack], log=False)
    assert play(game, [make("steady", seat) for seat in range(3)], 300) == 300


# small boards


@pytest.mark.parametrize(("space", "key"), [("east", "to:north"), ("north", "cross:tavern")])
def test_a_player_looks_ahead_on_a_board_where_a_roll_may_lead_nowhere(ring: str, space: str, key: str) -> None:
    game = position(f"character: thief, at: {space}, fate: 0", pack=ring, dice=(2, 1))
    assert decided(game, "move", "roll") == key


@pytest.mark.slow
def test_games_on_a_board_where_a_roll_may_lead_nowhere_go_on(ring: str) -> None:
    game = begin_game("revised4", seats=3, seed=1, packs=[ring], log=False)
    assert play(game, [make("steady", seat) for seat in range(3)], 150) == 150
