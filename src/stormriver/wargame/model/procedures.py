"""The numbers by which frames speak of procedures; number 0 is a word of a chit."""

from __future__ import annotations

NAMES = (
    "word", "setup", "turn", "time", "magic", "quest", "movement", "shooting", "battles", "healing", "recruiting",
    "ending", "move", "shoot", "battle", "theft", "enter", "hit", "roll", "draw", "place", "equip", "cast", "window",
    "fate", "volley",
)  # fmt: skip

(
    WORD, SETUP, TURN, TIME, MAGIC, QUEST, MOVEMENT, SHOOTING, BATTLES, HEALING, RECRUITING,
    ENDING, MOVE, SHOOT, BATTLE, THEFT, ENTER, HIT, ROLL, DRAW, PLACE, EQUIP, CAST, WINDOW, FATE, VOLLEY,
) = range(len(NAMES))  # fmt: skip
