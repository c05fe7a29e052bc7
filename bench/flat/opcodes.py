"""The instruction set of the study, and what all games of one set-up share: code and facts as packed numbers.

An instruction is its number and its operands, one behind the other. A card or space has code of its own, which the
compiler makes of its words (`compiler.py`); the procedures of the rulebook are code too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from flat.cells import filled

if TYPE_CHECKING:
    from flat.cells import Cells, Int

# control: the operands are addresses
JUMP: Final = 0
CALL: Final = 1
RETURN: Final = 2
IF_STOPPED: Final = 3  # go to an address if the turn is cut short or its character gone
IF_ANSWER: Final = 4  # a kind of option, and where to go if such a one was chosen
IF_OUTCOME: Final = 5  # an outcome, and where to go if the fight has it

# setting up, and turns
SHUFFLE: Final = 6  # a zone
NEXT_SEAT: Final = 7  # go to an address unless all seats have a character
TAKE_CHARACTER: Final = 8
BEGIN_TURN: Final = 9  # call an address for a new character
COUNT_SPELLS: Final = 10
ROLL_DIE: Final = 11
REROLL: Final = 12
WALK: Final = 13
DITCH: Final = 14
PART_WITH: Final = 15
BEGIN_EXCHANGE: Final = 16
HAND_IN: Final = 17
EXCHANGE: Final = 18
END_TURN: Final = 19
PASS_ON: Final = 20

# encounters
DRAW: Final = 21
NEXT_CARD: Final = 22  # where to go if no card is left; if gold is offered; if the encounter is over
MEET: Final = 23  # call an address for a fight; for what may be taken
CARD_DONE: Final = 24
VISIT: Final = 25  # call the code of the space
TAKEN: Final = 26
THROW: Final = 27
REROLL_ATTACK: Final = 28
COMPARE: Final = 29
SPOILS: Final = 30
CUT_SHORT: Final = 31  # the turn
LOSE_LIVES: Final = 32

# words; they are about the seat of the register WHO
BY_ALIGNMENT: Final = 33  # where to go
BY_ROLL: Final = 34  # where to go
GAIN: Final = 35  # column, amount, cause
LOSE: Final = 36  # column, amount, cause
HEAL: Final = 37  # column, amount, cause
MISS: Final = 38  # turns, cause
ABOUT_ALL: Final = 39  # begin with all who play
NEXT_OF_ALL: Final = 40  # take the next of them; go to an address if none is left
UNLESS_ALIGNED: Final = 41  # alignment, and where to go for all others
IF_LEAST: Final = 42  # column, number, and where to go for who has as much
CREATURE: Final = 43  # Strength or Craft, and 1 if it is Craft
VICTIM: Final = 44  # lives that are about to be lost

# asks: the run ends there if there is a choice, or nobody left to make one
ASK_MANNER: Final = 45
ASK_FATE: Final = 46
ASK_MOVE: Final = 47
ASK_ENCOUNTER: Final = 48
ASK_TAKE: Final = 49  # where to go if there is nothing to take
ASK_ATTACK_FATE: Final = 50
ASK_DITCH: Final = 51
ASK_SURPLUS: Final = 52  # where to go if there is none
ASK_EXCHANGE: Final = 53  # where to go if there is nothing to exchange
ASK_TROPHIES: Final = 54
ASK_CHARACTER: Final = 55

FIRST_OF_TURNS: Final = SHUFFLE
FIRST_OF_ENCOUNTERS: Final = DRAW
FIRST_WORD: Final = BY_ALIGNMENT
FIRST_ASK: Final = ASK_MANNER

OPERANDS: Final = (
    1, 1, 0, 1, 2, 2,
    1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    3, 6, 3, 3, 3, 2, 0, 1, 2, 3, 2, 1,
    0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0,
)  # fmt: skip
"""How many operands each instruction has."""

# options: a kind, and an argument in the lower bits
OPTION: Final = 1 << 16
ROLL_IT: Final = 0 * OPTION
LEAVE: Final = 1 * OPTION  # something behind
PASS: Final = 2 * OPTION
PAY_FATE: Final = 3 * OPTION
PAY_FATE_FOR: Final = 4 * OPTION  # one of several dice
TO: Final = 5 * OPTION
THE_SPACE: Final = 6 * OPTION
TAKE: Final = 7 * OPTION
GOLD_TOO: Final = 8 * OPTION
DONE: Final = 9 * OPTION
LEAVE_CARD: Final = 10 * OPTION
FOR_STRENGTH: Final = 11 * OPTION
FOR_CRAFT: Final = 12 * OPTION
HAND_OVER: Final = 13 * OPTION

# outcomes of a fight
WON: Final = 1
LOST: Final = 2
STOOD_OFF: Final = 3

# causes: indexes of `Program.causes`
BEFORE_ALL: Final = 0
SHUFFLE_DECKS: Final = 1
DEALT: Final = 2
CHARACTER_TAKEN: Final = 3
TURN_BEGUN: Final = 4
SPELLS_COUNTED: Final = 5
TURN_OVER: Final = 6
PASSED_ON: Final = 7
DITCHED: Final = 8
SURPLUS: Final = 9
EXCHANGED: Final = 10
THROWN: Final = 11
WALKED: Final = 12
DRAWN: Final = 13
CARD_MET: Final = 14
ENEMY_MET: Final = 15
CARD_OVER: Final = 16
TAKING: Final = 17
ATTACKED: Final = 18
ATTACK_REROLLED: Final = 19
COMPARED: Final = 20
DECIDED: Final = 21
SPOILS_TAKEN: Final = 22
LIVES_LOST: Final = 23
GIVEN_BACK: Final = 24
ESTATE_LEFT: Final = 25
BOARD_LEFT: Final = 26
ASKED: Final = 27  # and one for each ask behind it, in the order of the instructions
CAUSES: Final = ASKED + len(OPERANDS) - FIRST_ASK

# facts of a card
F_ORDER: Final = 0
F_STRENGTH: Final = 1
F_CRAFT: Final = 2
F_IS_ENEMY: Final = 3
F_IS_BELONGING: Final = 4
F_IS_BURDEN: Final = 5
F_VANISHES: Final = 6
F_NOT_FOR: Final = 7  # alignments, one bit each
F_ADDS_STRENGTH: Final = 8
F_ADDS_CRAFT: Final = 9
F_ADDS_BATTLE: Final = 10
F_ADDS_CARRY: Final = 11
F_ADDS_DICE: Final = 12
F_MEET: Final = 13  # where its code begins
F_TAKEN: Final = 14  # where the code begins that takes the place of having it; 0 for none
F_DISCARD: Final = 15
F_LIFE: Final = 16  # of a character; in the order of the columns
F_FATE: Final = 17
F_GOLD: Final = 18
F_START: Final = 19
F_ALIGNMENT: Final = 20
FACTS: Final = 24


@final
class Program:
    """What all games of a set-up share; made by `compiler.compiled`, never changed.

    Attributes:
        code: the instructions.
        operands: how many numbers follow each instruction.
        causes: the numbers of the steps that the log names as causes.
        facts: of each card, FACTS numbers.
        walks: by space, count from 1 to 6 and way round, where a walk ends.
        draws: how many cards each space has drawn.
        visits: where the code of each space begins; 0 for none.
        first_zone: where each card lies before the game.
        stock: by column, how many small and large counters there are.
    """

    __slots__ = (
        "code", "operands", "causes", "facts", "walks", "draws", "visits", "first_zone", "stock", "seats", "cards",
        "deck", "discard", "characters", "box", "lying", "play", "trophies", "choice", "character", "carry",
        "trophy_points", "fate_source", "fate_act", "gold_mark", "left_mark", "rounds_mark", "mark_spaces",
    )  # fmt: skip

    def __init__(self, lists: dict[str, list[int]], numbers: dict[str, int]) -> None:
        self.code: Cells = filled(lists["code"])
        self.operands: Cells = filled(list(OPERANDS))
        self.causes = lists["causes"]
        self.facts: Cells = filled(lists["facts"])
        self.walks: Cells = filled(lists["walks"])
        self.draws: Cells = filled(lists["draws"])
        self.visits: Cells = filled(lists["visits"])
        self.first_zone: Cells = filled(lists["first_zone"])
        self.stock: Cells = filled(lists["stock"])
        self.seats: Int = numbers["seats"]
        self.cards: Int = numbers["cards"]
        self.deck: Int = numbers["deck"]
        self.discard: Int = numbers["discard"]
        self.characters: Int = numbers["characters"]
        self.box: Int = numbers["box"]
        self.lying: Int = numbers["lying"]
        self.play: Int = numbers["play"]
        self.trophies: Int = numbers["trophies"]
        self.choice: Int = numbers["choice"]
        self.character: Int = numbers["character"]
        self.carry: Int = numbers["carry"]
        self.trophy_points: Int = numbers["trophy_points"]
        self.fate_source: Int = numbers["fate_source"]
        self.fate_act: Int = numbers["fate_act"]
        self.gold_mark: Int = numbers["gold_mark"]
        self.left_mark: Int = numbers["left_mark"]
        self.rounds_mark: Int = numbers["rounds_mark"]
        self.mark_spaces: Int = numbers["mark_spaces"]
