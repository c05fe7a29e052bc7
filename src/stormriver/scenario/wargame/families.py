"""Which keys the asks of a wargame may offer."""

from __future__ import annotations

from stormriver.scenario.families import plain

ANSWERS = {
    "ailment": "wound disease remove",
    "aim": "at on",
    "attacker": "pass attack steal",
    "break_off": "go_on break_off",
    "buy": "pass buy_item buy_neutral buy_own",
    "caster": "by",
    "chit": "chit",
    "cover": "on done",
    "die": "die",
    "equip": "give",
    "evade": "fight evade",
    "foe": "at",
    "heal": "pass heal",
    "infect": "at",
    "item": "item chit",
    "keep": "keep",
    "martyr": "pass martyr",
    "move": "to swap",
    "moves": "pass move",
    "partner": "with",
    "patient": "heal",
    "place": "on",
    "quest": "pass send",
    "redirect": "at on",
    "retreat": "pass to",
    "rob": "at",
    "shooter": "pass shoot volley infect cast",
    "square": "on",
    "surplus": "discard",
    "target": "at",
    "volley": "at",
    "window": "pass cast use fate",
}
"""The verbs with which asks of each kind are answered."""

FAMILIES = plain(ANSWERS)
"""The families of all kinds of asks; they are the same at every table."""
