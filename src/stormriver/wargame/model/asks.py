"""The kinds of asks of the wargame, each declared once; the catalogues have their questions."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import AskKind, kinds_of
from stormriver.language.asks import CHOOSE as CHOOSE
from stormriver.language.asks import MAY as MAY

AILMENT: Final = AskKind("ailment")
AIM: Final = AskKind("aim")
ATTACKER: Final = AskKind("attacker")
BREAK_OFF: Final = AskKind("break_off")
BUY: Final = AskKind("buy")
CASTER: Final = AskKind("caster")
CHIT: Final = AskKind("chit")
COVER: Final = AskKind("cover")
DIE: Final = AskKind("die")
EQUIP: Final = AskKind("equip")
EVADE: Final = AskKind("evade")
FOE: Final = AskKind("foe")
HEAL: Final = AskKind("heal")
INFECT: Final = AskKind("infect")
ITEM: Final = AskKind("item")
KEEP: Final = AskKind("keep")
MARTYR: Final = AskKind("martyr")
MOVE: Final = AskKind("move")
MOVES: Final = AskKind("moves")
PARTNER: Final = AskKind("partner")
PATIENT: Final = AskKind("patient")
PLACE: Final = AskKind("place")
QUEST: Final = AskKind("quest")
REDIRECT: Final = AskKind("redirect")
RETREAT: Final = AskKind("retreat")
ROB: Final = AskKind("rob")
SHOOTER: Final = AskKind("shooter")
SQUARE: Final = AskKind("square")
SURPLUS: Final = AskKind("surplus")
TARGET: Final = AskKind("target")
VOLLEY: Final = AskKind("volley")
WINDOW: Final = AskKind("window")

KINDS: Final = kinds_of(globals())
"""All of them, those of the words among them that every rulebook has."""
