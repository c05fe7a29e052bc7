"""What each option of an ask is expected to change, by the kind of the ask and the verb of the option."""

from __future__ import annotations

from collections.abc import Callable

from stormriver.adventure.model.columns import COUNTERS
from stormriver.adventure.model.procedures import FIGHT
from stormriver.adventure.model.types import NOBODY
from stormriver.adventure.outline import (
    arms,
    battles,
    bounties,
    cards,
    company,
    control,
    crowds,
    dealings,
    delving,
    figures,
    keeping,
    levies,
    mounts,
    moves,
    places,
    prizes,
    prowess,
    rolls,
    sides,
    states,
    upheaval,
)
from stormriver.adventure.outline.changes import Changes, add, going_on
from stormriver.adventure.outline.fortune import COUNTER, bought, life_lost
from stormriver.adventure.outline.having import dice_added, gained, lost
from stormriver.adventure.outline.meeting import card_met, character, encounter_space, first_met, mean_draw, visit
from stormriver.adventure.outline.reader import Reader, about
from stormriver.adventure.outline.rolls import rerolled, roll_under_way
from stormriver.adventure.outline.strife import duel, singled_out
from stormriver.adventure.procedures.spells import hand
from stormriver.adventure.procedures.windows import charges, find_act, targets, view
from stormriver.adventure.words.fortune import Lose, Pay
from stormriver.adventure.words.places import Visit
from stormriver.adventure.words.strife import SingleOut
from stormriver.kernel.ask import CARD, Ask, verb_of
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import Choose, May

Outlook = Callable[[Reader, str, int], Changes]
"""A reading of an option: the reader, the verb and its argument."""


def outlook(reader: Reader, ask: Ask, code: int) -> Changes:
    """Return what choosing an option is expected to change; nothing if it is not known.

    Args:
        reader: a reader of the view of the seat that is asked.
        ask: the pending ask.
        code: the code of one of its options.
    """
    name, kind, argument = verb_of(code)
    by_rule = kind != CARD and name in rule_keys(reader) and ask.kind != "fate"
    if by_rule or (name in ("cast", "use") and ask.kind != "use_kept"):
        return acted(reader, ask, code)
    reading = OUTLOOKS.get(ask.kind)
    if reading is not None:
        return reading(reader, name, argument)
    if kind == CARD and name == "take":
        return gained(reader, argument)
    return {}


def rule_keys(reader: Reader) -> set[str]:
    """Return the keys by which rules that lie on the table offer what they let one do."""
    return {act.key for act in reader.table.acts.get(reader.table.rule_source, ())}


def top(reader: Reader) -> Frame:
    """Return the frame that poses the ask."""
    return reader.state.frames[-1]


# Spells, cards and abilities


def acted(reader: Reader, ask: Ask, code: int) -> Changes:
    """Return what casting or using something changes, with what is still to be decided after it."""
    frames = reader.state.frames
    going = frames[-2] if ask.kind == "window" else frames[-1]
    name, _, argument = verb_of(code)
    if name == "cast":
        changes = cast(reader, argument, going)
    else:
        source, act = find_act(reader.game, reader.seat, code, going)
        card = source if source < reader.table.space_source else NONE
        frame = view(reader.game, reader.seat, card, going)
        changes = dict(reader.effect(act.do, frame))
        for column, amount in charges(reader.game, reader.seat, act, frame).items():
            add(changes, {COUNTER[column]: -float(amount)})
    return after(reader, ask, going, changes)


def cast(reader: Reader, card: int, going: Frame) -> Changes:
    """Return what casting a Spell at the best target changes; the Spell itself is gone."""
    definition = reader.table.cards[card]
    frame = view(reader.game, reader.seat, card, going)
    assert definition.cast is not None  # only what can be cast is on offer
    if definition.cast.target != NOBODY:
        aimed = []
        for seat in targets(reader.game, frame, card):
            frame.rival = seat
            aimed.append(reader.effect(definition.effect, frame))
        changes = dict(reader.best(aimed))
    else:
        changes = dict(reader.effect(definition.effect, frame))
    add(changes, {"spell": -1.0})
    return changes


def after(reader: Reader, ask: Ask, going: Frame, changes: Changes) -> Changes:
    """Add what is still to come after an act, so that it can be compared with doing without it."""
    if ask.kind in ("fight", "evade") or (ask.kind == "window" and going.procedure == FIGHT):
        return battles.helped(reader, ask.kind, going, changes)
    if ask.kind == "roll":
        add(changes, moves.usual(reader), going_on(changes))
    elif ask.kind == "encounter":
        add(changes, reader.best(encounters(reader)), going_on(changes))
    elif ask.kind in PAYING:
        add(changes, reader.best(otherwise(reader, ask)), going_on(changes))
    return changes


PAYING = frozenset({"shop", "buy", "stake", "due"})
"""The asks in which gold is paid, and at which it may be raised first."""


def otherwise(reader: Reader, ask: Ask) -> list[Changes]:
    """Return what each option changes that is no use of a Spell, card or ability."""
    found = []
    for code in ask.codes:
        name, _, argument = verb_of(code)
        if name not in ("cast", "use"):
            found.append(OUTLOOKS[ask.kind](reader, name, argument))
    return found


# encounters


def encounters(reader: Reader) -> list[Changes]:
    """Return what each thing that may be encountered changes."""
    ask = reader.state.ask
    assert ask is not None
    found = []
    for code in ask.codes:
        name, _, argument = verb_of(code)
        if name in ("space", "character", "pass"):
            found.append(encountered(reader, name, argument))
    return found


def encountered(reader: Reader, name: str, argument: int) -> Changes:
    """Return what encountering the space or a character changes."""
    if name == "space":
        return encounter_space(reader, top(reader).space)
    if name == "character":
        return character(reader, argument)
    if name == "ditch":
        return prizes.ditched(reader, reader.best(encounters(reader)))
    return {}


def visited(reader: Reader, name: str, argument: int) -> Changes:
    """Return what visiting a space or the individual on a card changes."""
    if name != "visit":
        return {}
    frame = top(reader)
    return card_met(reader, frame.card, frame.space) if frame.card != NONE else visit(reader, frame.space)


def met(reader: Reader, name: str, argument: int) -> Changes:
    """Return what attacking the character who is met changes."""
    return duel(reader, top(reader).rival, name == "psychic")


def redrawn(reader: Reader, name: str, argument: int) -> Changes:
    """Return what exchanging a card just drawn for the next one changes."""
    if name != "redraw":
        return {}
    changes: Changes = {}
    add(changes, mean_draw(reader))
    add(changes, first_met(reader, argument), -1.0)
    return changes


# words that ask


def chosen(reader: Reader, name: str, argument: int) -> Changes:
    """Return what one of the choices or people of a word changes."""
    frame = top(reader)
    word = reader.table.words[frame.word]
    if isinstance(word, Choose):
        return reader.effect(word.choices[argument], about(frame))
    return reader.effect(word.people[argument], about(frame)) if isinstance(word, Visit) else {}


def allowed_to(reader: Reader, name: str, argument: int) -> Changes:
    """Return what doing what one may changes."""
    frame = top(reader)
    word = reader.table.words[frame.word]
    return reader.effect(word.effect, about(frame)) if name == "yes" and isinstance(word, May) else {}


def paid(reader: Reader, name: str, argument: int) -> Changes:
    """Return what buying something so many times changes."""
    frame = top(reader)
    word = reader.table.words[frame.word]
    return bought(reader, word, about(frame), argument) if isinstance(word, Pay) else {}


def spared(reader: Reader, name: str, argument: int) -> Changes:
    """Return what losing the lives, or a belonging instead of one of them, changes."""
    frame = top(reader)
    word = reader.table.words[frame.word]
    if not isinstance(word, Lose):
        return {}
    if name == "pass":
        return life_lost(reader, reader.seat, frame.amount)
    changes = dict(life_lost(reader, reader.seat, frame.amount - 1))
    add(changes, lost(reader, argument))
    return changes


def rolled_again(reader: Reader, name: str, argument: int) -> Changes:
    """Return the difference that rolling one of the dice again is expected to make."""
    under_way = roll_under_way(reader)
    return {} if under_way is None else rerolled(reader, under_way, argument - 1)


def aimed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a Spell changes when it is aimed at a seat or a card."""
    frame = top(reader)
    definition = reader.table.cards[frame.card]
    if name == "at":
        shown = view(reader.game, reader.seat, frame.card, frame)
        shown.rival = argument
        return reader.effect(definition.effect, shown)
    if name == "card":
        return {change: -amount for change, amount in first_met(reader, argument).items()}
    return {}


def which(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing an Enemy, to help or to be left behind, changes: the stronger the better."""
    frame = top(reader)
    word = reader.table.words[frame.word]
    if isinstance(word, SingleOut):
        return singled_out(reader, word, frame, argument)
    definition = reader.table.cards[argument]
    return {"battle": float(definition.strength + definition.craft)}


def wielded(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a Weapon adds in the fight."""
    if name != "weapon":
        return {}
    table = reader.table
    frame = Frame(FIGHT, reader.seat, card=argument, space=top(reader).space, rival=top(reader).rival)
    total = 0.0
    for modify in table.cards[argument].modify:
        if modify.number in (table.BATTLE, table.STRENGTH) and modify.when.test(reader.game, frame):
            total += modify.amount.of(reader.game, frame)
    extra = {"chance": 0.1 * len(table.cards[argument].trigger)}
    return {"battle": total + dice_added(reader, argument), **extra}


def began(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a character begins with, and its abilities."""
    definition = reader.table.cards[argument]
    changes: Changes = {column: float(getattr(definition, column)) for column in COUNTERS}
    add(changes, {"spell": float(definition.spells), "object": float(len(definition.objects))})
    add(changes, {"chance": float(len(definition.abilities))})
    return changes


def given(reader: Reader, name: str, argument: int) -> Changes:
    """Return what discarding a card changes."""
    if argument in hand(reader.game, reader.seat):
        return {"spell": -1.0}
    return lost(reader, argument)


def bonus(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a counter at the start changes."""
    return {name: 1.0}


OUTLOOKS: dict[str, Outlook] = {
    "aim": crowds.chosen_seat,
    "begin": figures.set_out_at,
    "bonus": bonus,
    "buy": paid,
    "character": began,
    "choose": chosen,
    "discard": given,
    "ditch": given,
    "due": crowds.owed,
    "encounter": encountered,
    "evade": battles.attacked,
    "exchange": prizes.exchanged,
    "face": company.face_shown,
    "fate": battles.fate,
    "fetch": keeping.fetched,
    "fight": battles.attacked,
    "give": company.given_away,
    "giver": crowds.chosen_seat,
    "join": figures.joined,
    "may": allowed_to,
    "meet": met,
    "move": moves.moved,
    "order": figures.first_of,
    "onward": company.gone_on,
    "pick": company.picked,
    "put_on": keeping.put_or_not,
    "receiver": crowds.chosen_seat,
    "redraw": redrawn,
    "renew": company.renewed,
    "reroll": rolled_again,
    "redeem": bounties.redeemed,
    "use_kept": bounties.used_kept,
    "result": figures.result_chosen,
    "reward": battles.rewarded,
    "seize": figures.seized,
    "roll": moves.set_out,
    "sell": prizes.sold_or_not,
    "shop": prizes.bought_or_not,
    "side": sides.chosen_side,
    "spare": spared,
    "spoils": prizes.taken_or_not,
    "stake": keeping.paid_down,
    "stride": mounts.strode,
    "surplus": given,
    "swap": company.given_away,
    "take": prizes.taken_or_not,
    "take_from": prizes.taken_or_not,
    "take_trophy": dealings.trophy_taken,
    "target": aimed,
    "teleport": moves.carried,
    "trophies": prizes.handed_in,
    "visit": visited,
    "visit_one": chosen,
    "weapon": wielded,
    "which": which,
}
"""How the options of each kind of ask are read."""

READ_BY = (
    arms, bounties, cards, company, control, crowds, dealings, delving, figures, keeping, levies, mounts, places,
    prowess, rolls, sides, states, upheaval,
)  # fmt: skip
"""The modules whose readings make themselves known when they are imported."""
