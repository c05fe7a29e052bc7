"""The instructions of encounters: drawing cards, meeting them in order, taking, and fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flat import opcodes as op
from flat.holdings import discard, gain, held, lose_lives, stat, take_gold, was_left_by
from flat.state import (
    ANSWER,
    ATTACK,
    BEHIND,
    CARD,
    CRAFT,
    DEFENCE,
    FATE,
    FIRST,
    GOLD,
    GOLD_OFFERED,
    GOLD_ON,
    GROUP,
    LAST,
    LIVES,
    LOSER,
    LOSS_CARD,
    MET,
    NONE,
    OFFERED,
    OUTCOME,
    POWER,
    PSYCHIC,
    SEAT,
    SECOND,
    SPACE,
    STOPPED,
    STRENGTH,
    TAKES_GOLD,
    WHO,
    Game,
    bit,
    called,
    change,
    column,
    count_cards,
    is_playing,
    move_card,
    roll,
    shuffle,
)

if TYPE_CHECKING:
    from flat.cells import Int

BELONGINGS: Final = 5
"""The encounter number from which cards are taken, and gold with them."""


def encounter_step(game: Game, what: Int, at: Int, pc: Int) -> Int:
    """Carry out an instruction of encounters; return where to go on, NONE for the next instruction."""
    cells = game.cells
    if what == op.NEXT_CARD:
        return next_card(game, at)
    if what == op.MEET:
        return meet(game, at, pc)
    if what == op.TAKEN:
        return taken(game, pc)
    if what == op.VISIT:
        cells[CARD] = NONE
        cells[WHO] = cells[SEAT]
        visit = game.program.visits[column(cells, cells[SEAT], SPACE)]
        return called(cells, visit, pc) if visit != 0 else NONE
    if what == op.DRAW:
        draw(game)
    elif what == op.CARD_DONE:
        card_done(game)
    elif what == op.THROW:
        throw(game)
    elif what == op.REROLL_ATTACK:
        reroll_attack(game)
    elif what == op.COMPARE:
        compare(game)
    elif what == op.SPOILS:
        take_trophies(game)
    elif what == op.CUT_SHORT:
        cells[STOPPED] = 1
    else:
        lose_lives(game)
    return NONE


# drawing


def draw(game: Game) -> None:
    """Draw up to the number of the space; all cards that lie there count."""
    cells = game.cells
    program = game.program
    seat = cells[SEAT]
    space = column(cells, seat, SPACE)
    zone = program.lying + space
    cells[MET] = cells[GOLD_OFFERED] = 0
    wanted = program.draws[space] - count_cards(cells, zone)
    while wanted > 0:
        card = top(game)
        if card == NONE:
            return
        move_card(game, card, zone, seat, op.DRAWN)
        if game.log is not None:
            game.tell("CardDrawn", seat, (int(card), int(space)), op.DRAWN)
        wanted -= 1


def top(game: Game) -> Int:
    """Return the top card of the deck, after shuffling the discards into it if it is empty; NONE if there is none."""
    cells = game.cells
    deck, discards = game.program.deck, game.program.discard
    if cells[LAST + deck] == NONE:
        if cells[FIRST + discards] == NONE:
            return NONE
        while cells[FIRST + discards] != NONE:
            move_card(game, cells[FIRST + discards], deck, NONE, op.DRAWN)
        shuffle(game, deck, op.DRAWN)
    return cells[LAST + deck]


# meeting


def first_waiting(game: Game) -> Int:
    """Return the card on the space that is to be met next: the lowest number, of equal ones the first; NONE if none."""
    cells = game.cells
    facts = game.program.facts
    seat = cells[SEAT]
    found: Int = NONE
    if not is_playing(cells, seat):
        return found
    card = cells[FIRST + game.program.lying + column(cells, seat, SPACE)]
    while card != NONE:
        if cells[MET] >> card & 1 == 0 and not was_left_by(game, seat, card):
            if found == NONE or facts[card * op.FACTS] < facts[found * op.FACTS]:
                found = card
        card = cells[BEHIND + card]
    return found


def next_card(game: Game, at: Int) -> Int:
    """Find the next cards to be met; gold is offered with the first belongings, or last."""
    cells = game.cells
    program = game.program
    facts = program.facts
    if cells[STOPPED] != 0 or not is_playing(cells, cells[SEAT]):
        return program.code[at + 2]
    card = first_waiting(game)
    if cells[GOLD_OFFERED] == 0 and (card == NONE or facts[card * op.FACTS + op.F_ORDER] >= BELONGINGS):
        cells[GOLD_OFFERED] = 1
        gold = cells[GOLD_ON + column(cells, cells[SEAT], SPACE)]
        if gold > 0 and (card == NONE or facts[card * op.FACTS + op.F_IS_BELONGING] == 0):
            cells[OFFERED] = 0
            cells[TAKES_GOLD] = 1
            cells[CARD] = NONE
            return program.code[at + 1]
    if card == NONE:
        return program.code[at]
    cells[CARD] = card
    cells[GROUP] = fellows(game, card)
    cells[MET] |= cells[GROUP]
    return NONE


def fellows(game: Game, first: Int) -> Int:
    """Return the cards that are met with one: Enemies that fight as one by Strength, belongings; one bit each."""
    cells = game.cells
    facts = game.program.facts
    about = first * op.FACTS
    fighting = facts[about + op.F_IS_ENEMY] != 0 and facts[about + op.F_CRAFT] == 0
    taking = facts[about + op.F_IS_BELONGING] != 0
    group = bit(first)
    if not (fighting or taking):
        return group
    card = cells[FIRST + game.program.lying + column(cells, cells[SEAT], SPACE)]
    while card != NONE:
        other = card * op.FACTS
        if facts[other] == facts[about] and cells[MET] >> card & 1 == 0 and not was_left_by(game, cells[SEAT], card):
            as_one = fighting and facts[other + op.F_IS_ENEMY] != 0 and facts[other + op.F_CRAFT] == 0
            if as_one or (taking and facts[other + op.F_IS_BELONGING] != 0):
                group |= bit(card)
        card = cells[BEHIND + card]
    return group


def meet(game: Game, at: Int, pc: Int) -> Int:
    """Meet a card: fight it, take it, or do what it says."""
    cells = game.cells
    program = game.program
    seat = cells[SEAT]
    card = cells[CARD]
    about = card * op.FACTS
    if program.facts[about + op.F_IS_ENEMY] != 0:
        if game.log is not None:
            game.tell("EnemyMet", seat, (int(card),), op.ENEMY_MET, card)
        cells[POWER] = 0
        cells[PSYCHIC] = 1 if program.facts[about + op.F_CRAFT] != 0 else 0
        return called(cells, program.code[at], pc)
    if program.facts[about + op.F_IS_BELONGING] != 0:
        cells[OFFERED] = cells[GROUP]
        cells[TAKES_GOLD] = 1 if program.facts[about + op.F_ORDER] >= BELONGINGS else 0
        return called(cells, program.code[at + 1], pc)
    if game.log is not None:
        game.tell("CardMet", seat, (int(card),), op.CARD_MET, card)
    cells[WHO] = seat
    return called(cells, program.facts[about + op.F_MEET], pc)


def card_done(game: Game) -> None:
    """A card that is discarded once it has worked is."""
    cells = game.cells
    card = cells[CARD]
    if game.program.facts[card * op.FACTS + op.F_VANISHES] != 0:
        discard(game, card, cells[SEAT], op.CARD_OVER, card)


def taken(game: Game, pc: Int) -> Int:
    """Take what was chosen: gold, or a card, or what stands on it instead."""
    cells = game.cells
    program = game.program
    seat = cells[SEAT]
    if cells[ANSWER] == op.GOLD_TOO:
        found = take_gold(game, column(cells, seat, SPACE), op.TAKING)
        gain(game, seat, GOLD, found, op.TAKING)
        return NONE
    card = cells[ANSWER] & 0xFFFF
    cells[OFFERED] &= ~bit(card)
    if game.log is not None:
        game.tell("CardTaken", seat, (int(card),), op.TAKING)
    instead = program.facts[card * op.FACTS + op.F_TAKEN]
    if instead == 0:
        move_card(game, card, program.play + seat, seat, op.TAKING)
        return NONE
    discard(game, card, seat, op.TAKING)
    cells[WHO] = seat
    cells[CARD] = card
    return called(cells, instead, pc)


# fights


def throw(game: Game) -> None:
    """Both sides roll."""
    cells = game.cells
    seat = cells[SEAT]
    psychic = cells[PSYCHIC]
    if game.log is not None:
        game.tell("Attacked", seat, (NONE, int(psychic)), op.ATTACKED)
    if psychic != 0 or held(game, seat, op.F_ADDS_DICE) == 0:
        cells[ATTACK] = roll(game, seat, op.ATTACKED)
        cells[SECOND] = 0
    else:
        roll_two(game, seat)
    cells[DEFENCE] = roll(game, NONE, op.ATTACKED)


def roll_two(game: Game, seat: Int) -> None:
    """Roll two dice, of which the higher counts; the log tells them together."""
    cells = game.cells
    log = game.log
    game.log = None
    cells[ATTACK] = roll(game, seat, op.ATTACKED)
    cells[SECOND] = roll(game, seat, op.ATTACKED)
    game.log = log
    if log is not None:
        game.tell("Rolled", seat, (int(cells[ATTACK]), int(cells[SECOND])), op.ATTACKED)


def reroll_attack(game: Game) -> None:
    """Roll a die of the attack again for fate."""
    cells = game.cells
    seat = cells[SEAT]
    change(game, seat, FATE, -1, op.ATTACK_REROLLED)
    if game.log is not None:
        game.tell("FatePaid", seat, (), op.ATTACK_REROLLED)
    which = SECOND if cells[ANSWER] == op.PAY_FATE_FOR + 2 else ATTACK
    cells[which] = roll(game, seat, op.ATTACK_REROLLED)


def compare(game: Game) -> None:
    """Compare the scores, and say how it ended; who lost to creatures is about to lose a life."""
    cells = game.cells
    seat = cells[SEAT]
    mine = stat(game, seat, CRAFT if cells[PSYCHIC] != 0 else STRENGTH)
    if cells[PSYCHIC] == 0:
        mine += held(game, seat, op.F_ADDS_BATTLE)
    mine += cells[ATTACK] if cells[ATTACK] > cells[SECOND] else cells[SECOND]
    theirs = (cells[POWER] if cells[POWER] != 0 else power(game)) + cells[DEFENCE]
    cells[OUTCOME] = op.WON if mine > theirs else op.LOST if mine < theirs else op.STOOD_OFF
    if game.log is not None:
        game.tell("Compared", seat, (int(mine), int(theirs)), op.COMPARED)
        said = "FightWon" if mine > theirs else "FightLost" if mine < theirs else "StoodOff"
        game.tell(said, seat, (NONE,), op.DECIDED)
    cells[LOSER] = seat
    cells[LIVES] = 1
    cells[LOSS_CARD] = NONE


def power(game: Game) -> Int:
    """Return the Strength or Craft of the Enemies of a fight together."""
    cells = game.cells
    facts = game.program.facts
    found: Int = 0
    card: Int = 0
    group = cells[GROUP]
    while group != 0:
        if group & 1 != 0:
            found += facts[card * op.FACTS + op.F_STRENGTH] + facts[card * op.FACTS + op.F_CRAFT]
        group >>= 1
        card += 1
    return found


def take_trophies(game: Game) -> None:
    """The Enemies are killed and kept as trophies."""
    cells = game.cells
    seat = cells[SEAT]
    card: Int = 0
    group = cells[GROUP] if cells[POWER] == 0 else 0
    while group != 0:
        if group & 1 != 0:
            if game.log is not None:
                game.tell("EnemyKilled", seat, (int(card),), op.SPOILS_TAKEN)
            move_card(game, card, game.program.trophies + seat, seat, op.SPOILS_TAKEN)
        group >>= 1
        card += 1
