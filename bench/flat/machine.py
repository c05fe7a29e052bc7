"""The one loop that runs flat code, and the instructions of turns: characters, moves, trophies, what is left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flat import opcodes as op
from flat.asks import ask
from flat.encounters import encounter_step
from flat.holdings import TURN_END, discard, gain, leave_card
from flat.state import (
    ALIGNMENT,
    ANSWER,
    ASK,
    ASK_CARD,
    BEHIND,
    CARD,
    CASTS,
    CHARACTER,
    COLUMN,
    COUNT,
    CRAFT,
    DEAD,
    DEPTH,
    FATE,
    FIRST,
    GOLD,
    HANDED_IN,
    LAST,
    LEAVINGS,
    LEFT,
    LIFE,
    MISSED,
    MISSES,
    NONE,
    OPTIONS,
    OUT,
    OUTCOME,
    PC,
    PLAYING,
    POINTS,
    ROLL,
    ROUNDS,
    SEAT,
    SPACE,
    STACK,
    STATUS,
    STOPPED,
    STRENGTH,
    TURN,
    WINNERS,
    Game,
    assign,
    bit,
    called,
    change,
    column,
    is_playing,
    move_card,
    roll,
    shuffle,
)
from flat.words import word_step

if TYPE_CHECKING:
    from flat.cells import Cells, Int


def run(game: Game) -> None:
    """Carry out instructions until somebody must choose or somebody has won."""
    cells = game.cells
    code = game.program.code
    operands = game.program.operands
    pc = cells[PC]
    while True:
        what = code[pc]
        at = pc + 1
        pc = at + operands[what]
        if what < op.FIRST_OF_TURNS:
            to = control(cells, code, what, at, pc)
        elif what < op.FIRST_OF_ENCOUNTERS:
            to = turn_step(game, what, at, pc)
        elif what < op.FIRST_WORD:
            to = encounter_step(game, what, at, pc)
        elif what < op.FIRST_ASK:
            to = word_step(game, what, at, pc)
        else:
            to = deal(game) if what == op.ASK_CHARACTER else ask(game, what, at)
            if cells[COUNT] != 0 or cells[WINNERS] != 0:
                cells[PC] = pc
                return
        if to != NONE:
            pc = to


def play(game: Game, index: Int) -> None:
    """Answer with the option at `index`, and go on to the next ask."""
    cells = game.cells
    cells[ANSWER] = cells[OPTIONS + index]
    cells[COUNT] = 0
    if game.log is not None:
        game.tell("Answered", cells[SEAT], (int(index),), op.ASKED + cells[ASK] - op.FIRST_ASK, cells[ASK_CARD])
    run(game)


def play_at_random(game: Game, random: Int, most: Int) -> Int:
    """Play on, choosing by the generator, to the end or until so many decisions are made; return how many were."""
    made: Int = 0
    chance = random
    cells = game.cells
    while cells[WINNERS] == 0 and made < most:
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        play(game, ((chance >> 8) * cells[COUNT]) >> 23)
        made += 1
    return made


def control(cells: Cells, code: Cells, what: Int, at: Int, pc: Int) -> Int:
    """Carry out a jump, call or return; return where to go on, NONE for the next instruction."""
    if what == op.JUMP:
        return code[at]
    if what == op.CALL:
        return called(cells, code[at], pc)
    if what == op.RETURN:
        cells[DEPTH] -= 1
        return cells[STACK + cells[DEPTH]]
    if what == op.IF_ANSWER:
        return code[at + 1] if cells[ANSWER] >> 16 == code[at] >> 16 else NONE
    if what == op.IF_OUTCOME:
        return code[at + 1] if cells[OUTCOME] == code[at] else NONE
    return code[at] if cells[STOPPED] != 0 or not is_playing(cells, cells[SEAT]) else NONE


def turn_step(game: Game, what: Int, at: Int, pc: Int) -> Int:
    """Carry out an instruction of turns; return where to go on, NONE for the next instruction."""
    cells = game.cells
    code = game.program.code
    seat = cells[SEAT]
    if what == op.ROLL_DIE:
        cells[ROLL] = roll(game, seat, op.THROWN, cells[CARD])
    elif what == op.REROLL:
        change(game, seat, FATE, -1, op.THROWN, cells[CARD])
        if game.log is not None:
            source, act = game.program.fate_source, game.program.fate_act
            game.tell("AbilityUsed", seat, (int(source), int(act)), op.THROWN, cells[CARD])
        cells[ROLL] = roll(game, seat, op.THROWN, cells[CARD])
    elif what == op.WALK:
        space = cells[ANSWER] & 0xFFFF
        assign(game, seat, SPACE, space, op.WALKED)
        if game.log is not None:
            game.tell("Moved", seat, (int(space),), op.WALKED)
    elif what == op.BEGIN_TURN:
        return begin_turn(game, code[at], pc)
    elif what == op.COUNT_SPELLS:
        count_spells(game)
    elif what == op.END_TURN:
        end_turn(game)
    elif what == op.PASS_ON:
        pass_on(game)
    elif what == op.DITCH:
        card = cells[ANSWER] & 0xFFFF
        leave_card(game, seat, card, op.DITCHED)
        if game.log is not None:
            game.tell("Ditched", seat, (int(card),), op.DITCHED)
    elif what == op.PART_WITH:
        leave_card(game, seat, cells[ANSWER] & 0xFFFF, op.SURPLUS)
    elif what < op.BEGIN_TURN:
        return setup_step(game, what, at)
    else:
        trophy_step(game, what)
    return NONE


def setup_step(game: Game, what: Int, at: Int) -> Int:
    """Carry out an instruction of setting up; return where to go on, NONE for the next instruction."""
    cells = game.cells
    code = game.program.code
    if what == op.SHUFFLE:
        shuffle(game, code[at], op.SHUFFLE_DECKS)
    elif what == op.TAKE_CHARACTER:
        take_character(game)
    else:
        cells[SEAT] = (cells[SEAT] + 1) % game.program.seats
        if cells[SEAT] != 0:
            return code[at]
    return NONE


# turns


def begin_turn(game: Game, reborn: Int, pc: Int) -> Int:
    """A turn begins; who was killed starts a new character, who must miss the turn does."""
    cells = game.cells
    seat = cells[SEAT]
    cells[STOPPED] = cells[MISSES] = 0
    cells[CARD] = NONE
    cells[TURN] += 1
    if game.log is not None:
        game.tell("TurnBegan", seat, (int(cells[TURN]),), op.TURN_BEGUN)
    if column(cells, seat, STATUS) == DEAD:
        return called(cells, reborn, pc)
    if column(cells, seat, MISSED) > 0:
        change(game, seat, MISSED, -1, op.TURN_BEGUN)
        if game.log is not None:
            game.tell("TurnMissed", seat, (), op.TURN_BEGUN)
        cells[MISSES] = cells[STOPPED] = 1
    return NONE


def count_spells(game: Game) -> None:
    """Nobody holds Spells; still it is noted how many may be cast."""
    seat: Int = 0
    while seat < game.program.seats:
        assign(game, seat, CASTS, 0 if seat == game.cells[SEAT] else 1, op.SPELLS_COUNTED)
        seat += 1


def end_turn(game: Game) -> None:
    """What was left behind may be taken again."""
    cells = game.cells
    at: Int = 0
    while at < cells[LEFT]:
        if game.log is not None:
            card, owner = cells[LEAVINGS + 2 * at], cells[LEAVINGS + 2 * at + 1]
            data = (int(game.program.left_mark), int(game.program.seats + card), 1, TURN_END, int(owner), 1)
            game.tell("Unmarked", owner, data, op.TURN_OVER)
        at += 1
    cells[LEFT] = 0
    if game.log is not None:
        game.tell("TurnEnded", cells[SEAT], (), op.TURN_OVER)


def pass_on(game: Game) -> None:
    """Play passes clockwise; rounds are counted."""
    cells = game.cells
    seats = game.program.seats
    seat = cells[SEAT]
    following = (seat + 1) % seats
    while column(cells, following, STATUS) == OUT:
        following = (following + 1) % seats
    cells[SEAT] = following
    if following <= seat:
        if game.log is not None:
            kind, on, played = game.program.rounds_mark, game.program.mark_spaces, cells[ROUNDS]
            if played:
                game.tell("Unmarked", NONE, (int(kind), int(on), int(played), 0, NONE, 1), op.PASSED_ON)
            game.tell("Marked", NONE, (int(kind), int(on), int(played + 1), 0, NONE, 1), op.PASSED_ON)
        cells[ROUNDS] += 1


# a new character


def deal(game: Game) -> Int:
    """Deal a character, who is the only one to choose; where none is left the seat is out."""
    cells = game.cells
    program = game.program
    seat = cells[SEAT]
    pile = program.characters
    if cells[FIRST + pile] == NONE:
        assign(game, seat, STATUS, OUT, op.TURN_BEGUN)
        cells[STOPPED] = 1
        end_if_alone(game)
        cells[DEPTH] -= 1
        return cells[STACK + cells[DEPTH]]
    shuffle(game, pile, op.DEALT)
    card = cells[LAST + pile]
    move_card(game, card, program.choice + seat, seat, op.DEALT)
    cells[ANSWER] = card
    return NONE


def end_if_alone(game: Game) -> None:
    """Who is left alone has won."""
    cells = game.cells
    winners: Int = 0
    left: Int = 0
    seat: Int = 0
    while seat < game.program.seats:
        if column(cells, seat, STATUS) != OUT:
            left += 1
            winners |= bit(seat)
        seat += 1
    if left == 1:
        cells[WINNERS] = winners
        if game.log is not None:
            game.tell("GameEnded", NONE, (int(winners),), op.BEFORE_ALL)


def take_character(game: Game) -> None:
    """Place the figure, take lives, fate and gold."""
    cells = game.cells
    facts = game.program.facts
    seat = cells[SEAT]
    card = cells[ANSWER]
    about = card * op.FACTS
    cause = op.CHARACTER_TAKEN
    move_card(game, card, game.program.character + seat, seat, cause)
    assign(game, seat, CHARACTER, card, cause)
    assign(game, seat, STATUS, PLAYING, cause)
    assign(game, seat, SPACE, facts[about + op.F_START], cause)
    assign(game, seat, ALIGNMENT, facts[about + op.F_ALIGNMENT], cause)
    if game.log is not None:
        game.tell("CharacterTaken", seat, (int(card),), cause)
    gain(game, seat, LIFE, facts[about + op.F_LIFE], cause)
    gain(game, seat, FATE, facts[about + op.F_FATE], cause)
    gain(game, seat, GOLD, facts[about + op.F_GOLD], cause)


# trophies


def trophy_step(game: Game, what: Int) -> None:
    """Carry out an instruction of exchanging trophies."""
    cells = game.cells
    program = game.program
    seat = cells[SEAT]
    if what == op.BEGIN_EXCHANGE:
        cells[COLUMN] = STRENGTH if cells[ANSWER] == op.FOR_STRENGTH else CRAFT
        cells[POINTS] = cells[HANDED_IN] = 0
    elif what == op.HAND_IN:
        card = cells[ANSWER] & 0xFFFF
        cells[HANDED_IN] |= bit(card)
        cells[POINTS] += program.facts[card * op.FACTS + op.F_STRENGTH + cells[COLUMN] - STRENGTH]
    else:
        won = cells[FIRST + program.trophies + seat]
        while won != NONE:
            above = cells[BEHIND + won]
            if cells[HANDED_IN] >> won & 1:
                discard(game, won, seat, op.EXCHANGED)
            won = above
        points = cells[POINTS]
        gained = gain(game, seat, cells[COLUMN], points // program.trophy_points, op.EXCHANGED)
        if game.log is not None:
            data = (int(cells[COLUMN]), int(points), int(gained))
            game.tell("TrophiesExchanged", seat, data, op.EXCHANGED)
