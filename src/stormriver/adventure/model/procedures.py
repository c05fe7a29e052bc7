"""The numbers by which frames speak of procedures; number 0 is a word of a card.

Which steps a procedure has is settled by the preset (see ruleset.py): a preset may replace one
named list of steps by another.
"""

from __future__ import annotations

NAMES = (
    "word",
    "setup",
    "turn",
    "move",
    "arrive",
    "encounter",
    "meet",
    "draw",
    "resolve",
    "take",
    "fight",
    "roll",
    "lose_lives",
    "die",
    "cast",
    "window",
    "surplus",
    "exchange",
    "reborn",
    "loot",
    "ditch",
    "lose_follower",
    "confine",
    "miss",
)

(
    WORD,
    SETUP,
    TURN,
    MOVE,
    ARRIVE,
    ENCOUNTER,
    MEET,
    DRAW,
    RESOLVE,
    TAKE,
    FIGHT,
    ROLL,
    LOSE_LIVES,
    DIE,
    CAST,
    WINDOW,
    SURPLUS,
    EXCHANGE,
    REBORN,
    LOOT,
    DITCH,
    LOSE_FOLLOWER,
    CONFINE,
    MISS,
) = range(len(NAMES))
