"""Readings of Followers and of what is moved about: gifts, exchanges, who fights for one, cards picked on the board."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import FightUnderWay, fight_under_way
from stormriver.adventure.analysis.under_way import die_to_turn, roll_under_way
from stormriver.adventure.model.columns import GOLD, SPACE
from stormriver.adventure.model.types import ANYTHING, HERE_SPACE, TARGET, THAT, THIS, YOU
from stormriver.adventure.procedures.belongings import having, may_have, partable
from stormriver.adventure.procedures.spells import hand
from stormriver.adventure.procedures.stats import strength
from stormriver.adventure.procedures.targets import one, the_card
from stormriver.adventure.words.choice import PickCard
from stormriver.adventure.words.dice import RerollAttack
from stormriver.adventure.words.fights import Drive
from stormriver.adventure.words.followers import StandIn
from stormriver.adventure.words.movement import Walk
from stormriver.adventure.words.objects import Discard, Ditch, Give, Swap
from stormriver.adventure.words.places import Place
from stormriver.adventure.words.spells import KeepSpell, RenewSpells
from stormriver.estimates.adventure.battles import decided
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained, lost
from stormriver.estimates.adventure.meeting import first_met
from stormriver.estimates.adventure.prizes import ditched
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.estimates.adventure.rolls import SIDES, result
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


@reads(Give)
def give(reader: Reader, word: Give, context: Context) -> Changes:
    """Gold if it may be that, else the belonging that is least dear to the giver, and any of them to the taker."""
    taker = one(reader.game, context, word.to)
    giver = one(reader.game, context, TARGET) if word.to == YOU else context.seat
    if word.what.gold is not None:
        return paid_over(reader, giver, taker, word.what.gold.of(reader.game, context))
    if giver in (NONE, taker) or reader.seat not in (giver, taker):
        return {}
    if word.what.cards in (THIS, THAT):
        return {"follower": -1.0} if giver == reader.seat else {}
    found = partable(reader.game, giver, word.what.cards)
    gold = word.or_gold if reader.state.seats[giver][GOLD] >= word.or_gold else 0
    if not found and not gold:
        return reader.effect(word.else_, context)
    mine = reader.seat == taker
    changes: Changes = {}
    if gold:
        changes = {"gold": float(gold), "rival.gold": -float(gold)} if mine else {"gold": -float(gold)}
    elif mine:
        fit = [card for card in found if card >= 0 and may_have(reader.game, taker, card)]
        changes = dict(reader.mean([gained(reader, card) for card in fit])) if fit else {}
    else:
        changes = dict(reader.best(lost(reader, card) for card in found))
    add(changes, reader.effect(word.then, context))
    return changes


def paid_over(reader: Reader, giver: int, taker: int, amount: int) -> Changes:
    """Return what changes if gold goes from one character to another, as far as there is any."""
    if giver == NONE:
        return {}
    gold = float(min(amount, reader.state.seats[giver][GOLD]))
    changes = dict(reader.of(giver, {"gold": -gold}))
    if taker != NONE:
        add(changes, reader.of(taker, {"gold": gold}))
    return changes


def given_away(reader: Reader, name: str, argument: int) -> Changes:
    """Return what giving a belonging, or gold, to another character changes."""
    word = reader.word
    if name == "give_gold" and isinstance(word, Give):
        return {"gold": -float(word.or_gold)}
    return lost(reader, argument) if name == "give" else {}


@reads(Swap)
def swap(reader: Reader, word: Swap, context: Context) -> Changes:
    """The best of theirs for the least of one's own."""
    rival = one(reader.game, context, word.who)
    if rival == NONE or context.seat != reader.seat:
        return {}
    theirs = [card for card in having(reader.game, rival, word.things) if may_have(reader.game, reader.seat, card)]
    changes = dict(reader.best(gained(reader, card) for card in theirs))
    add(changes, reader.best(lost(reader, card) for card in having(reader.game, reader.seat, word.things)))
    return changes


@reads(Ditch)
def ditch(reader: Reader, word: Ditch, context: Context) -> Changes:
    """The card is lost, or the belonging worth least; which one was gained cannot always be foreseen."""
    if context.seat != reader.seat:
        return {}
    if word.what == ANYTHING:
        return ditched(reader, {})
    card = the_card(context, word.what)
    return lost(reader, card) if card != NONE else {"object": -1.0} if word.what == THAT else {}


@reads(StandIn)
def stand_in(reader: Reader, word: StandIn, context: Context) -> Changes:
    """The difference in Strength, and a defeat that costs no life but the Follower."""
    return {"battle": float(word.strength - strength(reader.game, context.seat)), "save": 1.0, "follower": -0.5}


@reads(KeepSpell)
def keep_spell(reader: Reader, word: KeepSpell, context: Context) -> Changes:
    """One Spell instead of another."""
    return {"chance": 1.0} if context.seat == reader.seat else {}


@reads(RenewSpells)
def renew_spells(reader: Reader, word: RenewSpells, context: Context) -> Changes:
    """Spells instead of others that may be of no use."""
    return {"chance": float(len(hand(reader.game, context.seat)))} if context.seat == reader.seat else {}


@reads(PickCard)
def pick_card(reader: Reader, word: PickCard, context: Context) -> Changes:
    """The best of the cards that may be chosen."""
    if context.seat != reader.seat or reader.row[SPACE] == NONE:
        return {}
    found = []
    for card in word.among(reader.game, context):
        found.append(reader.effect(word.do_, context.aimed(card)))
    return reader.best([{}, *found]) if found else {"chance": 1.0}


@reads(Place)
def placed(reader: Reader, word: Place, context: Context) -> Changes:
    """A card that comes to lie here is met; what one does elsewhere is read when somebody comes to it."""
    return first_met(reader, context.target) if word.on == HERE_SPACE and context.target >= 0 else {}


def picked(reader: Reader, name: str, argument: int) -> Changes:
    """Return what choosing a card lying on the board changes."""
    word = reader.word
    if name != "card" or not isinstance(word, PickCard):
        return {}
    if isinstance(word.do_, Discard):
        return {change: -amount for change, amount in first_met(reader, argument).items()}
    return reader.effect(word.do_, reader.context.aimed(argument))


@reads(Drive)
def drive(reader: Reader, word: Drive, context: Context) -> Changes:
    """The Enemy is out of the way."""
    return {"evade": 1.0}


@reads(Walk)
def walk(reader: Reader, word: Walk, context: Context) -> Changes:
    """A move of 1 space."""
    return {"steps:1": 1.0, "away": 1.0} if context.seat == reader.seat else {}


ANEW = 1.5
"""About how much a second attack roll adds to the score in a fight."""


@reads(RerollAttack)
def roll_anew(reader: Reader, word: RerollAttack, context: Context) -> Changes:
    """The difference that another attack roll is expected to make."""
    fight = fight_under_way(reader.game)
    if fight is None or not fight.concerns(reader.seat) or not fight.dice_lie:
        return {"battle": ANEW}
    return reader.mean([attack_shown(reader, fight, side) for side in SIDES])


def attack_shown(reader: Reader, fight: FightUnderWay, side: int) -> Changes:
    """Return the difference that turning the lowest die of the attack to another number makes."""
    dice = fight.dice_of(reader.seat)[0]
    new = [*dice]
    new[dice.index(min(dice))] = side
    lead = fight.lead_of(reader.seat)
    changes: Changes = {}
    add(changes, decided(reader, fight, lead), -1.0)
    add(changes, decided(reader, fight, lead + max(new) - max(dice)))
    return changes


def fate_shown(reader: Reader, name: str, argument: int) -> Changes:
    """Return the difference that paying fate for a number of one's choice makes in a fight."""
    fight = fight_under_way(reader.game)
    if fight is None:
        return {}
    changes = dict(attack_shown(reader, fight, argument))
    add(changes, {"fate": -1.0})
    return changes


def face_shown(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a roll under way changes if one of its dice is turned to the number chosen."""
    rolled = roll_under_way(reader.game)
    if rolled is None:
        return {}
    which = die_to_turn(reader.game)
    old = rolled.natural >> 3 * which & 7
    return result(reader, rolled, rolled.total + argument - old, rolled.natural + (argument - old << 3 * which))


def gone_on(reader: Reader, name: str, argument: int) -> Changes:
    """Return what going on to the next space, or staying where the move ended, changes."""
    space = argument if name == "to" else reader.row[SPACE]
    return {f"at:{reader.game.table.spaces[space].id}": 1.0}


def renewed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what discarding a Spell for an unknown one changes."""
    return {"chance": 0.1} if name == "discard" else {}
