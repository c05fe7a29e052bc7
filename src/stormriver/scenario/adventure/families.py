"""Which keys the asks of an adventure game may offer."""

from __future__ import annotations

from functools import lru_cache

from stormriver.adventure.model import asks
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.model.table import AdventureTable
from stormriver.scenario.families import Families, Family, plain

ANSWERS = {
    "accost": "at",
    "aim": "at",
    "arrange": "under",
    "automate": "card",
    "begin": "to",
    "bonus": "strength craft",
    "buy": "buy",
    "character": "character",
    "deck": "deck",
    "discard": "discard done",
    "ditch": "ditch gold",
    "due": "done",
    "encounter": "space character pass",
    "evade": "stand evade",
    "exchange": "pass strength craft",
    "face": "face",
    "fate": "pass fate face",
    "fetch": "take top",
    "fight": "fight evade leave",
    "give": "give give_gold",
    "giver": "at",
    "join": "at",
    "keep_back": "keep",
    "meet": "attack psychic",
    "move": "to cross turn_back stay",
    "onward": "pass to",
    "order": "first",
    "pick": "card",
    "pick_space": "to",
    "put_back": "back",
    "put_on": "put done",
    "receiver": "at",
    "redeem": "hand_in done",
    "redraw": "pass redraw",
    "remove": "discard",
    "renew": "discard done",
    "reroll": "die",
    "result": "result",
    "reward": "life gold take nothing",
    "roam": "to",
    "roll": "roll roll_two walk stay try",
    "rolled": "pass fate",
    "seize": "take",
    "sell": "sell done",
    "serve": "at",
    "shop": "buy top burgle burgle_top done",
    "side": "creature at",
    "spare": "pass discard",
    "spoils": "take gold done",
    "stake": "pay",
    "stride": "face",
    "surplus": "ditch discard",
    "swap": "give",
    "take": "take gold done",
    "take_from": "take gold",
    "take_trophy": "card",
    "target": "at on card",
    "teleport": "to",
    "trophies": "hand_in done",
    "use_kept": "use done",
    "visit": "visit skip evade",
    "visit_one": "choose",
    "way": "clockwise counterclockwise",
    "weapon": "weapon no_weapon",
    "which": "card",
    "window": "pass",
    "worked": "pass",
}
"""The verbs with which asks of each kind are answered."""

MOMENTS: dict[str, str] = {
    asks.BUY: "paying",
    asks.DUE: "paying",
    asks.ENCOUNTER: "encounter",
    asks.EVADE: "attack attacked met",
    asks.FATE: "attack_rolled",
    asks.FIGHT: "attack attacked",
    asks.MEET: "meet",
    asks.MOVE: "set_out",
    asks.REWARD: "reward",
    asks.ROLL: "turn_start move instead_of_roll",
    asks.ROLLED: "rolled move_rolled",
    asks.SHOP: "paying",
    asks.STAKE: "paying",
    asks.TAKE: "paying",
    asks.VISIT: "card_met",
    asks.WORKED: "spell_worked",
}
"""The moments of the acts and Spells that asks of each kind offer as well; at all other moments a window opens."""
FREE = frozenset({asks.ROLL, asks.MOVE, asks.ENCOUNTER, asks.FIGHT, asks.EVADE})
"""The kinds of asks at which acts and Spells are free: after one of them the question is still to be answered."""
DITCHING = frozenset({asks.ROLL, asks.MOVE, asks.ENCOUNTER})
"""The kinds of asks at which belongings may be ditched as well."""


@lru_cache(maxsize=64)
def families(table: AdventureTable) -> Families:
    """Return the families of all kinds of asks at a table."""
    found = plain(ANSWERS)
    asked = {kind: moments.split() for kind, moments in MOMENTS.items()}
    elsewhere = {moment for moments in asked.values() for moment in moments} - {"attack"}  # which is both
    for kind, moments in (*asked.items(), (asks.WINDOW, [name for name in BITS if name not in elsewhere])):
        more = _borne(table, sum(BITS[name] for name in moments))
        if kind in DITCHING:
            more |= {"ditch"}
        answers = found[kind].answers
        found[kind] = Family(answers, more - answers) if kind in FREE else Family(answers | more)
    return found


def _borne(table: AdventureTable, moments: int) -> frozenset[str]:
    """Return the verbs of the acts and Spells of a table that are for one of these moments."""
    acts = [(source, act) for source, found in table.acts.items() for act in found if act.at & moments]
    verbs = {act.key if source == table.rule_source else "use" for source, act in acts}
    return frozenset(verbs | ({"cast"} if table.spell_moments & moments else set()))
