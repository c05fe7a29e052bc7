"""The kinds of asks of the wargame, each declared once; the catalogues have their questions."""

from __future__ import annotations

from stormriver.kernel.ask import AskKind, kinds_of
from stormriver.language.asks import CHOOSE as CHOOSE
from stormriver.language.asks import MAY as MAY

AILMENT = AskKind("ailment")
AIM = AskKind("aim")
ATTACKER = AskKind("attacker")
BREAK_OFF = AskKind("break_off")
BUY = AskKind("buy")
CASTER = AskKind("caster")
CHIT = AskKind("chit")
COVER = AskKind("cover")
DIE = AskKind("die")
EQUIP = AskKind("equip")
EVADE = AskKind("evade")
FOE = AskKind("foe")
HEAL = AskKind("heal")
INFECT = AskKind("infect")
ITEM = AskKind("item")
KEEP = AskKind("keep")
MARTYR = AskKind("martyr")
MOVE = AskKind("move")
MOVES = AskKind("moves")
PARTNER = AskKind("partner")
PATIENT = AskKind("patient")
PLACE = AskKind("place")
QUEST = AskKind("quest")
REDIRECT = AskKind("redirect")
RETREAT = AskKind("retreat")
ROB = AskKind("rob")
SHOOTER = AskKind("shooter")
SQUARE = AskKind("square")
SURPLUS = AskKind("surplus")
TARGET = AskKind("target")
VOLLEY = AskKind("volley")
WINDOW = AskKind("window")

KINDS = kinds_of(globals())
"""All of them, those of the words among them that every rulebook has."""
