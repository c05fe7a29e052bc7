"""What having a card changes, read from its hooks: numbers, what it saves, allows, forbids, lets do and lets follow."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.hooks import Act, Trigger
from stormriver.adventure.model.types import YOU
from stormriver.adventure.procedures.spells import hand
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.windows import charges
from stormriver.estimates.adventure.changes import Changes, add, lasting
from stormriver.estimates.adventure.counters import counted
from stormriver.estimates.adventure.reader import Reader
from stormriver.estimates.adventure.strife import saved_by, saving
from stormriver.estimates.adventure.victory import KEEPING, contracts
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import ALWAYS, NOTHING

SOMETIMES: Final = 0.3
"""The weight of what holds under a condition."""
SELDOM: Final = 0.1
"""The weight of what needs a victory over another character."""
AT_WILL: Final = 0.8
"""The weight of what may be done at any time, but mostly once only."""
AGAIN: Final = 3.0
"""The weight of what may be done in every turn."""
OFTEN: Final = {
    "killed_enemy": 1.0,
    "took_life": 0.3,
    "cast_last": 0.5,
    "check": 0.0,
    "turn_begun": 5.0,
    "move_begun": 0.0,
    "drew": 2.0,
    "killed": 0.1,
}
"""How often an event comes while a card is kept; any other SOMETIMES."""
BARS: Final = {"roll_move": 5.0, "have": 1.0, "cast": 1.0, "gain": 1.0, "act": 1.0}
"""The `bar` of being forbidden an action; of any other action 0."""
ALLOWED: Final[dict[str, Changes]] = {
    "evade": {"chance": 2.0},
    "roll_two": {"chance": 3.0},
    "choose_die": {"chance": 3.0},
    "psychic_attack": {"chance": 2.0},
    "add_dice": {"battle": 3.5},
}
"""The changes of being allowed an action; for any other action one more `chance`."""
AT_GOAL: Final = 30.0
"""The further `bar` of being forbidden to cast where only casting wins."""


def gained(reader: Reader, card: int) -> Changes:
    """Return what gaining a card is expected to change for the seat."""
    return reader.as_supposed(_gained, card)


def _gained(reader: Reader, card: int) -> Changes:
    definition = reader.table.cards[card]
    for clause in definition.replace:
        if clause.event == "take":
            return reader.effect(clause.do, Context(reader.seat, card))
    changes = dict(had(reader, card))
    if definition.taken is not NOTHING:
        add(changes, reader.effect(definition.taken, Context(reader.seat, card)))
    for trigger in definition.trigger:
        if trigger.after == "taken" and trigger.when.test(reader.game, Context(reader.seat, card)):
            add(changes, reader.effect(trigger.do, Context(reader.seat, card)))
    return changes


def lost(reader: Reader, card: int) -> Changes:
    """Return what losing a card is expected to change for the seat."""
    return {name: -amount for name, amount in had(reader, card).items()}


def had(reader: Reader, card: int) -> Changes:
    """Return the changes between having a card and not having it."""
    if card in reader.holding:
        return {}
    return reader.as_supposed(_had, card)


def _had(reader: Reader, card: int) -> Changes:
    brought = reader.within(card, lambda: _brought(reader, card))
    return {name: amount for name, amount in brought.items() if amount}


def _brought(reader: Reader, card: int) -> Changes:
    """Return what each hook of a card brings to whoever has it, together."""
    table = reader.table
    definition = table.cards[card]
    total: Changes = {}
    if table.is_object[card]:
        total["object"] = 1.0
    elif (table.is_belonging[card] or table.is_enemy[card]) and not definition.seeks:
        total["follower"] = 1.0
    if reader.is_key(definition.names):
        total["key"] = 1.0
    if definition.seeks:
        add(total, contracts(reader, card, KEEPING))
    _numbers(reader, card, total)
    _saves(reader, card, total)
    for permission in definition.allow:
        add(total, ALLOWED.get(permission.action, {"chance": 1.0}))
    if card in table.weapons and "battle" in total:
        total["battle"] = max(0.0, total["battle"] - _other_weapon(reader, card))
    for permission in definition.forbid:
        add(total, {"bar": _bar(reader, permission.action)})
    add(total, {"chance": float(len(definition.replace))})
    for act in definition.act:
        _act(reader, card, act, total)
    for trigger in definition.trigger:
        often = OFTEN.get(trigger.after, SOMETIMES)
        if often and trigger.after != "taken":
            add(total, lasting(reader.effect(trigger.do, _followed(reader, card, trigger))), often)
    add(total, {"bar": 1.0 * len(definition.must)})
    return total


def _followed(reader: Reader, card: int, trigger: Trigger) -> Context:
    """Return what a trigger is about; of the events of others, some other character's."""
    about = Context(reader.seat, card)
    if trigger.who == YOU:
        return about
    return next((about.facing(seat) for seat in playing(reader.game) if seat != reader.seat), about)


def _bar(reader: Reader, action: str) -> float:
    """Return how much it is to be forbidden something; who can cast nothing at the goal cannot win."""
    bar = BARS.get(action, 0.0)
    if action == "cast":
        bar += len(hand(reader.game, reader.seat)) + (AT_GOAL if reader.row[SPACE] == reader.table.summit else 0.0)
    return bar


def _numbers(reader: Reader, card: int, total: Changes) -> None:
    """Add the numbers it changes."""
    table = reader.table
    for modify in table.cards[card].modify:
        name = table.number_names[modify.number]
        if modify.at_most != NONE:
            add(total, {"chance": 1.0})
            continue
        amount = float(modify.amount.of(reader.game, Context(reader.seat, card)))
        plain = name in ("strength", "craft", "battle", "psychic")
        add(total, {name if plain else f"number.{name}": amount}, 1.0 if modify.when is ALWAYS else SOMETIMES)


def _other_weapon(reader: Reader, card: int) -> float:
    """Return what the best other Weapon of the seat adds in battle."""
    table = reader.table
    best = 0.0
    for other in reader.state.zones[table.play + reader.seat]:
        if other in table.weapons and other != card:
            amounts = [
                float(modify.amount.of(reader.game, Context(reader.seat, other)))
                for modify in table.cards[other].modify
                if modify.when is ALWAYS
            ]
            best = max(best, sum(amounts) + dice_added(reader, other))
    return best


def dice_added(reader: Reader, card: int) -> float:
    """Return the mean of the dice that a Weapon adds to the attack roll."""
    return sum(ALLOWED.get(permission.action, {}).get("battle", 0.0) for permission in reader.table.cards[card].allow)


def _saves(reader: Reader, card: int, total: Changes) -> None:
    """Add the chance that it saves a life, above what another Armour does."""
    table = reader.table
    for act in table.cards[card].respond:
        if not act.at & (table.LIFE_LOST | table.DEFEATED):
            add(total, {"chance": 1.0})
            continue
        saved = saved_by(reader, reader.seat, card, act)
        if saved and card in table.armours:
            saved = max(0.0, saved - saving(reader, reader.seat, card))
        add(total, {"save": saved, "chance": 0.0 if saved else 1.0})


def _uses(reader: Reader, act: Act, context: Context) -> float:
    """Return how often an act is taken to be of use: one that is free as a turn begins, whenever one likes."""
    if act.at & reader.table.VICTORY:
        return SELDOM
    if act.cost or not act.at & reader.table.TURN_START or not act.when.test(reader.game, context):
        return SOMETIMES
    return AGAIN if act.once == "turn" else AT_WILL


def _act(reader: Reader, card: int, act: Act, total: Changes) -> None:
    """Add what it lets the seat do, if that is of use, in part."""
    frame = Context(reader.seat, card)
    changes = dict(reader.effect(act.do, frame))
    for column, amount in charges(reader.game, reader.seat, act, frame).items():
        add(changes, counted(reader, column, -float(amount)))
    if reader.worth(changes) > 0:
        add(total, lasting(changes), _uses(reader, act, frame))
    add(total, {"chance": 1.0})
