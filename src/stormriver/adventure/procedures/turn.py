"""The turn, from its beginning to passing on, and a new character's beginning (rules chapters `turn`, `setup`)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import (
    ALIGNMENT,
    ALIGNMENTS,
    CASTS,
    CHARACTER,
    CRAFT,
    DEAD,
    EXTRA,
    FATE,
    GOLD,
    LIFE,
    MISSED,
    OUT,
    PLAYING,
    SPACE,
    STATUS,
    STRENGTH,
)
from stormriver.adventure.model.frames import Exchange, Move, Reborn, Setup, Turn
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import endings, status_effects
from stormriver.adventure.procedures.belongings import belongings, discard, drop, may_have, take
from stormriver.adventure.procedures.encounter import arrive
from stormriver.adventure.procedures.fortune import gain
from stormriver.adventure.procedures.limits import may_exchange
from stormriver.adventure.procedures.lives import last_one
from stormriver.adventure.procedures.spells import draw_spells
from stormriver.adventure.procedures.stats import find_marks, is_playing, marks_on
from stormriver.adventure.procedures.triggers import fire, fire_for_all
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import GOING_ON, MOVED, NONE, OVER
from stormriver.language.grammar import NOTHING

CHARACTER_KEY: Final = verb("character", CARD)
STRENGTH_KEY: Final = verb("strength")
CRAFT_KEY: Final = verb("craft")
UNLIMITED: Final = 1 << 10
"""More Spells than anybody could cast in a turn."""


# setting up


def shuffle_decks(game: AdventureGame, frame: Setup) -> None:
    """Shuffle all face-down decks (setup.adventure_deck, setup.spell_deck)."""
    table = game.table
    for number, deck in enumerate(table.decks):
        if deck.hidden:
            game.shuffle(table.deck_zone[number])


def lay_out(game: AdventureGame, frame: Setup | Turn) -> None:
    """Lay on spaces what is to lie there at the start and after each turn."""
    stock_spaces(game, frame.seat)


def stock_spaces(game: AdventureGame, seat: int) -> None:
    """Lay on spaces what is to lie there and does not, as if a seat did it."""
    table = game.table
    for number in table.stocked_spaces:
        table.spaces[number].stock.run(game, Context(seat, space=number))


def lay_by_rules(game: AdventureGame, frame: Setup) -> None:
    """Lay out what the rules on the table say."""
    set_up_rules(game, frame.seat)


def set_up_rules(game: AdventureGame, seat: int) -> None:
    """Do what the rules on the table say for the set-up, as if a seat did it."""
    for rule in game.table.rules[::-1]:  # what begins last is carried out first
        if rule.set_up is not NOTHING:
            rule.set_up.run(game, Context(seat))


def lay_ending(game: AdventureGame, frame: Setup) -> None:
    """Lay on the goal what says how the game is won, if that is played with (endings.set_up)."""
    endings.lay(game)


def first_characters(game: AdventureGame, frame: Setup) -> None:
    """Deal characters to everybody (setup.deal)."""
    for seat in reversed(range(len(game.state.seats))):
        game.push(Reborn(seat, bonus=True))


def first_turn(game: AdventureGame, frame: Setup) -> None:
    """The first seat begins (setup.first_player)."""
    game.state.frames.pop()
    game.push(Turn(frame.seat))


SETUP_STEPS: Final[Steps] = (
    ("setup.adventure_deck", shuffle_decks),
    ("setup.adventure_deck", lay_out),
    ("setup.adventure_deck", lay_by_rules),
    ("setup.adventure_deck", lay_ending),
    ("setup.deal", first_characters),
    ("setup.first_player", first_turn),
)


# a new character


def deal(game: AdventureGame, frame: Reborn) -> None:
    """Deal characters at random to choose from (setup.deal, option.choose_of_three)."""
    table = game.table
    pile = table.deck_zone[table.character_deck]
    if not game.state.zones[pile]:  # nobody is left to play: out of the game (ruling.8)
        game.state.frames.pop()
        game.set(frame.seat, STATUS, OUT)
        status_effects.end_owned(game, frame.seat)
        game.state.interrupt = OVER
        last_one(game, killed=frame.seat)
        return
    game.shuffle(pile)
    count = min(int(table.options["characters_to_choose"]), len(game.state.zones[pile]))
    for card in game.state.zones[pile][-count:]:
        game.move_card(card, table.choice + frame.seat, frame.seat)


def bring_back(game: AdventureGame, frame: Reborn) -> None:
    """When all characters have been played, those that were killed are shuffled in again (death.characters_used_up)."""
    table = game.table
    pile = table.deck_zone[table.character_deck]
    if not game.state.zones[pile]:
        for card in game.state.zones[table.box]:
            if table.backs[card] == table.character_deck:
                game.move_card(card, pile)


def choose_character(game: AdventureGame, frame: Reborn) -> None:
    """Choose one of those dealt."""
    cards = game.state.zones[game.table.choice + frame.seat]
    game.pose(frame.seat, asks.CHARACTER, [CHARACTER_KEY + card for card in cards])


def take_character(game: AdventureGame, frame: Reborn) -> None:
    """Place the figure, take lives, fate and gold (setup.start_space, setup.lives_fate_gold)."""
    table = game.table
    seat = frame.seat
    card = game.state.answer - CHARACTER_KEY
    for other in game.state.zones[table.choice + seat]:
        if other != card:
            game.move_card(other, table.deck_zone[table.character_deck], seat)
    game.move_card(card, table.character + seat, seat)
    definition = table.cards[card]
    game.set(seat, CHARACTER, card)
    game.set(seat, STATUS, PLAYING)
    game.set(seat, SPACE, definition.start)
    game.set(seat, ALIGNMENT, ALIGNMENTS.index(definition.alignment))
    events.CHARACTER_TAKEN.tell(game, seat, card)
    gain(game, seat, LIFE, definition.life)
    gain(game, seat, FATE, definition.fate)
    gain(game, seat, GOLD, definition.gold)


def take_start(game: AdventureGame, frame: Reborn) -> None:
    """Draw starting Spells, take starting Objects and inherit (setup.starting_spells, setup.starting_objects)."""
    table = game.table
    seat = frame.seat
    definition = table.cards[game.state.seats[seat][CHARACTER]]
    draw_spells(game, seat, definition.spells)
    for wanted in definition.objects:
        for card in game.state.zones[table.deck_zone[table.stock_of_objects]]:
            if table.cards[card].id == wanted:
                take(game, seat, card)
                break
    for card in belongings(game, seat):
        if not may_have(game, seat, card):
            drop(game, seat, card)
    fire(game, seat, "begun")


def take_over(game: AdventureGame, frame: Reborn) -> None:
    """Place the figure; what was put aside and may not be had by the new character is discarded (death.not_inherited).

    This is done at once: whatever is looked at later, as not permitted, would be left on the space.
    """
    take_character(game, frame)
    for card in belongings(game, frame.seat):
        if not may_have(game, frame.seat, card):
            discard(game, card, frame.seat)


def offer_bonus(game: AdventureGame, frame: Reborn) -> None:
    """With the starting bonus each chooses 1 Strength or Craft (option.starting_bonus)."""
    game.state.answer = NONE
    if frame.bonus:
        game.pose(frame.seat, asks.BONUS, [STRENGTH_KEY, CRAFT_KEY])


def take_bonus(game: AdventureGame, frame: Reborn) -> None:
    """The new character gains the counter of Strength or Craft that was chosen."""
    if game.state.answer != NONE:
        gain(game, frame.seat, STRENGTH if game.state.answer == STRENGTH_KEY else CRAFT, 1)


REBORN_STEPS: Final[Steps] = (
    ("setup.deal", deal),
    ("setup.deal", choose_character),
    ("setup.start_space", take_character),
    ("setup.starting_spells", take_start),
)
REBORN_AGAIN_STEPS: Final[Steps] = (
    ("death.characters_used_up", bring_back),
    ("setup.deal", deal),
    ("setup.deal", choose_character),
    ("death.not_inherited", take_over),
    ("setup.starting_spells", take_start),
)
REBORN_BONUS_STEPS: Final[Steps] = (
    *REBORN_STEPS,
    ("option.starting_bonus", offer_bonus),
    ("option.starting_bonus", take_bonus),
)


# the turn


def begin_at(game: AdventureGame, seat: int) -> None:
    """Let a game begin with the turn of a seat."""
    game.state.active = seat
    game.push(Turn(seat))


def begin(game: AdventureGame, frame: Turn) -> None:
    """A turn begins; who was killed starts a new character, who must miss the turn does (turn.lose)."""
    state = game.state
    seat = frame.seat
    state.interrupt = GOING_ON
    frame.missed = False
    game.begin_turn(seat)
    status_effects.begin_turn(game, seat)
    if state.seats[seat][STATUS] == DEAD:
        game.push(Reborn(seat))
    elif state.seats[seat][MISSED] > 0:
        game.change(seat, MISSED, -1)
        events.TURN_MISSED.tell(game, seat)
        frame.missed = True
        state.interrupt = OVER


def count_spells(game: AdventureGame, frame: Turn) -> None:
    """As many Spells may be cast as are held now; others may cast one (spells.cast_limit, spells.cast_other_turn)."""
    table = game.table
    held = len(game.state.zones[table.hand + frame.seat])
    limited = table.options["casting_limit"]
    for seat, row in enumerate(game.state.seats):
        casts = UNLIMITED if not limited else held if seat == frame.seat else 1
        if row[CASTS] != casts:
            game.set(seat, CASTS, casts)
    if game.state.interrupt == GOING_ON:
        fire(game, frame.seat, "turn_begun")


def others_may_cast(game: AdventureGame, frame: Turn) -> None:
    """Others may act before the character moves (ruling.91)."""
    if game.state.interrupt == GOING_ON:
        open_window(game, frame.seat, 0, game.table.ANOTHER_TURN_START)


def move(game: AdventureGame, frame: Turn) -> None:
    """First part: movement (turn.order)."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        game.push(Move(frame.seat))


def encounter(game: AdventureGame, frame: Turn) -> None:
    """Second part: encounters, on each space where the character lands (encounter.after_move)."""
    state = game.state
    if state.interrupt != OVER and is_playing(game, frame.seat):
        state.interrupt = GOING_ON
        arrive(game, frame.seat)


def encounter_again(game: AdventureGame, frame: Turn) -> None:
    """A character carried elsewhere by an encounter encounters that space too (encounter.moved_elsewhere)."""
    if not is_playing(game, frame.seat):
        return
    if game.state.interrupt == MOVED:
        game.go_to(frame, encounter)
    elif not frame.missed:
        fire(game, frame.seat, "encounter_over")


def exchange(game: AdventureGame, frame: Turn) -> None:
    """At the end of the turn trophies may be exchanged (trophies.exchange); not of a missed one (ruling.25)."""
    seat = frame.seat
    if is_playing(game, seat) and not frame.missed and may_exchange(game, seat):
        game.push(Exchange(seat))


def end_window(game: AdventureGame, frame: Turn) -> None:
    """Spells for the end of a turn."""
    if is_playing(game, frame.seat):
        table = game.table
        fire(game, frame.seat, "turn_over")
        if not frame.missed and game.state.frames:  # ruling.25; the game may be over
            open_window(game, frame.seat, table.TURN_END, table.ANOTHER_TURN_END)


def end(game: AdventureGame, frame: Turn) -> None:
    """What lasted until now ends."""
    lay_out(game, frame)
    status_effects.end_turn(game, frame.seat)
    events.TURN_ENDED.tell(game, frame.seat)


def pass_on(game: AdventureGame, frame: Turn) -> None:
    """Play passes clockwise, unless further turns are due; after the last round the game is scored (turn.clockwise)."""
    state = game.state
    table = game.table
    seat = frame.seat
    game.restart(frame)
    if state.seats[seat][EXTRA] > 0 and is_playing(game, seat):
        game.change(seat, EXTRA, -1)
        return
    count = len(state.seats)
    following = (seat + 1) % count
    while state.seats[following][STATUS] == OUT:
        following = (following + 1) % count
    frame.seat = following
    if following <= seat:
        _round_over(game, int(table.options["last_round"]))


def _round_over(game: AdventureGame, last: int) -> None:
    table = game.table
    kind = table.rule_marks.rounds
    played = marks_on(game, table.board, kind) + 1
    for mark in find_marks(game, table.board, kind):
        game.unmark(mark)
    game.mark(kind, table.board, played)
    if last and played >= last:
        game.end(best(game))
    elif "round_over" in table.triggers:
        game.state.interrupt = GOING_ON
        fire_for_all(game, "round_over")


def best(game: AdventureGame) -> int:
    """Return the seats with the highest score, one bit each (option.timed_game)."""
    scores = {seat: standing(game, seat) for seat, row in enumerate(game.state.seats) if row[STATUS] != OUT}
    highest = max(scores.values(), default=0)
    return sum(1 << seat for seat, points in scores.items() if points == highest)


def standing(game: AdventureGame, seat: int) -> int:
    """Return a seat's score: counters, gold and cards beyond what the character started with."""
    table = game.table
    row = game.state.seats[seat]
    if row[CHARACTER] == NONE:
        return 0
    definition = table.cards[row[CHARACTER]]
    cards = len(belongings(game, seat)) + len(game.state.zones[table.hand + seat])
    start = definition.gold + definition.spells + len(definition.objects)
    return row[STRENGTH] + row[CRAFT] + row[GOLD] + cards - start


TURN_STEPS: Final[Steps] = (
    ("turn.order", begin),
    ("spells.cast_limit", count_spells),
    ("spells.as_printed", others_may_cast),
    ("turn.order", move),
    ("encounter.after_move", encounter),
    ("encounter.moved_elsewhere", encounter_again),
    ("trophies.exchange", exchange),
    ("spells.as_printed", end_window),
    ("turn.order", end),
    ("turn.clockwise", pass_on),
)
