"""Readings of fights: by their exact odds, with what is won and lost, and of what helps in them."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import FightUnderWay, fight_under_way, supposed_creature, supposed_duel
from stormriver.adventure.analysis.under_way import Peril, peril_under_way, spell_answered
from stormriver.adventure.model.columns import GOLD, LIFE, SPACE
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.model.types import THIS
from stormriver.adventure.procedures.belongings import having, may_have
from stormriver.adventure.procedures.fights import meant
from stormriver.adventure.procedures.spells import SPELL
from stormriver.adventure.procedures.stats import can_use, carriers, forbidden
from stormriver.adventure.words.fights import Destroy, Evade, Fight, Ignore, SingleOut, Surprise
from stormriver.adventure.words.followers import Ally, Recruit
from stormriver.adventure.words.prevention import Prevent
from stormriver.adventure.words.spells import Incant
from stormriver.estimates.adventure.changes import Changes, add, mixed
from stormriver.estimates.adventure.fortune import life_lost
from stormriver.estimates.adventure.places import taken_away
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Effect

FATE_USED = 0.7
"""The weight of what fate can turn in a fight."""
DIE = 3.5


# creatures


@reads(Fight)
def fight(reader: Reader, word: Fight, context: Context) -> Changes:
    """The creature beaten, evaded or lost to."""
    if context.seat != reader.seat:
        return {}
    return creature(reader, supposed_creature(reader.game, context.seat, word, context, reader.row[SPACE]))


def creature(reader: Reader, fight: FightUnderWay, more: float = 0.0) -> Changes:
    """Return what meeting creatures changes: the better of fighting and, if that may be, evading.

    Args:
        reader: the reader.
        fight: the fight, under way or supposed.
        more: what is added to the character's score.
    """
    fought = struggle(reader, fight, more)
    if fight.may_be_evaded(reader.seat):
        return reader.best([fought, evaded(reader, fight)])
    return fought


def evaded(reader: Reader, fight: FightUnderWay) -> Changes:
    """Return what evading the creatures of a fight changes."""
    changes: Changes = {"evade": 1.0}
    if fight.creature is not None:
        add(changes, reader.effect(fight.creature.past, fight.about))
    return changes


def struggle(reader: Reader, fight: FightUnderWay, more: float = 0.0) -> Changes:
    """Return what fighting to the end changes: spoils by the chance of victory, a life by that of defeat."""
    chances = fight.odds(round(more))
    turned = (chances.win_with_fate - chances.win) * FATE_USED
    win = chances.win + turned
    lose = chances.lose * (1 - win) / max(1 - chances.win, 1e-9)
    changes = mixed([(win, victory(reader, fight)), (lose, defeat(reader, reader.seat, fight))])
    changes["end"] = changes.get("end", 0.0) + (1 - win - lose)
    if turned:
        changes["fate"] = changes.get("fate", 0.0) - turned
    return changes


def victory(reader: Reader, fight: FightUnderWay) -> Changes:
    """Return what beating the creatures of a fight changes: trophies or experience, and what follows."""
    changes: Changes = {}
    table = reader.table
    experience = "experience" in table.counters
    if experience:
        changes["experience"] = float(fight.experience)
    for card in fight.enemies:
        definition = table.cards[card]
        if not experience:
            trophy = "trophy.craft" if definition.craft else "trophy.strength"
            add(changes, {trophy: float(definition.craft or definition.strength)})
        add(changes, following(reader, "killed_enemy", definition.names))
        add(changes, said(reader, card, "overcome"))
    if fight.creature is not None:
        add(changes, reader.effect(fight.creature.won, fight.about))
        add(changes, reader.effect(fight.creature.past, fight.about))
    return changes


def said(reader: Reader, card: int, event: str) -> Changes:
    """Return what the text of an Enemy does on a victory over it or a defeat by it."""
    about = Context(reader.seat, card, space=reader.row[SPACE])
    definition = reader.table.cards[card]
    changes: Changes = {}
    for trigger in definition.trigger:
        if trigger.after == event:
            add(changes, reader.effect(trigger.do, about))
    for clause in definition.replace:
        if clause.event == "harm" and event == "prevailed":
            add(changes, reader.effect(clause.do, about))
    return changes


def following(reader: Reader, event: str, names: frozenset[str] = frozenset()) -> Changes:
    """Return what the seat's triggers do after an event: those of its cards, character and marks."""
    rows = reader.table.triggers.get(event)
    changes: Changes = {}
    if rows is None:
        return changes
    for source in carriers(reader.game, reader.seat, rows):
        card = source if source < reader.table.space_source else NONE
        for trigger in rows.clauses[source]:
            if trigger.of and trigger.of.isdisjoint(names):
                continue
            about = Context(reader.seat, card, space=reader.row[SPACE])
            if trigger.when.test(reader.game, about):
                add(changes, reader.effect(trigger.do, about))
    return changes


def defeat(reader: Reader, seat: int, fight: FightUnderWay) -> Changes:
    """Return what losing a fight changes for one of its sides; Armour may save the life in a battle."""
    saved = 0.0 if fight.psychic else saving(reader, seat)
    changes = {name: amount * (1 - saved) for name, amount in life_lost(reader, seat, 1).items()}
    if seat == reader.seat and not fight.against_character:
        if not fight.takes_life:
            changes = {}
        for card in fight.enemies:
            add(changes, said(reader, card, "prevailed"))
    changes["end"] = 1.0
    return reader.of(seat, changes)


def saving(reader: Reader, seat: int, besides: int = NONE) -> float:
    """Return the best chance that one of a seat's cards saves a life lost in battle, `besides` left out."""
    table = reader.table
    rows = table.acts_at(table.LIFE_LOST)
    best = 0.0
    with reader.defeat():
        for source in carriers(reader.game, seat, rows):
            if source in table.armours and source != besides and can_use(reader.game, seat, source):
                for act in rows.clauses[source]:
                    best = max(best, reader.effect(act.do, Context(seat, source)).get("save", 0.0))
    return best


# characters


def duel(reader: Reader, rival: int, psychic: bool) -> Changes:
    """Return what attacking another character changes; the turn ends with it."""
    return duelled(reader, supposed_duel(reader.game, reader.seat, rival, psychic, reader.row[SPACE]))


def duelled(reader: Reader, fight: FightUnderWay, more: float = 0.0) -> Changes:
    """Return what a fight with another character changes for the reader's seat, on whichever side it is.

    Args:
        reader: the reader.
        fight: the fight, under way or supposed.
        more: what is added to the score of the reader's seat.
    """
    attacks = fight.seat == reader.seat
    chances = fight.odds(round(more if attacks else -more))
    win, lose = (chances.win, chances.lose) if attacks else (chances.lose, chances.win)
    won = reader.best(rewards(reader, fight.opponent_of(reader.seat), fight))
    changes = mixed([(win, won), (lose, defeat(reader, reader.seat, fight))])
    if attacks:
        changes["end"] = 1.0
    else:
        changes.pop("end", None)
    return changes


def rewards(reader: Reader, loser: int, fight: FightUnderWay) -> list[Changes]:
    """Return what each reward for beating a character changes."""
    from stormriver.estimates.adventure.having import gained

    table = reader.game.table
    choices = [life_taken(reader, loser, fight)]
    for card in reader.state.zones[table.play + loser]:
        if table.is_object[card] and may_have(reader.game, reader.seat, card):
            choices.append(gained(reader, card))
    if reader.state.seats[loser][GOLD]:
        choices.append({"gold": 1.0})
    return choices


def life_taken(reader: Reader, loser: int, fight: FightUnderWay) -> Changes:
    """Return what taking a life from a beaten character changes; of one who is killed all may be taken."""
    from stormriver.estimates.adventure.having import gained

    saved = 0.0 if fight.psychic else saving(reader, loser)
    changes: Changes = {}
    add(changes, reader.of(loser, life_lost(reader, loser, 1)), 1 - saved)
    add(changes, following(reader, "took_life"), 1 - saved)
    if reader.state.seats[loser][LIFE] == 1:
        changes["gold"] = changes.get("gold", 0.0) + reader.state.seats[loser][GOLD] * (1 - saved)
        for card in reader.state.zones[reader.table.play + loser]:
            if may_have(reader.game, reader.seat, card):
                add(changes, reader.best([{}, gained(reader, card)]), 1 - saved)
    return changes


# what helps in a fight


@reads(Destroy)
def destroyed(reader: Reader, word: Destroy, context: Context) -> Changes:
    """The creature is out of the way; for one that is no card, its reward follows; of this one no trophy remains."""
    if word.things == THIS:
        card = reader.table.cards[context.card]
        return {"trophy.craft": -float(card.craft)} if card.craft else {"trophy.strength": -float(card.strength)}
    under_way = fight_under_way(reader.game)
    changes: Changes = {"evade": 1.0}
    if under_way is not None and under_way.creature is not None:
        add(changes, reader.effect(under_way.creature.won, under_way.about))
    return changes


@reads(Evade)
@reads(Ignore)
def past_it(reader: Reader, word: Effect, context: Context) -> Changes:
    """The creature is out of the way."""
    return {"evade": 1.0}


@reads(Recruit)
def recruit(reader: Reader, word: Recruit, context: Context) -> Changes:
    """The Enemy becomes a Follower, and the fight with it is over."""
    found = meant(reader.game, context, word.things)
    return reader.of(context.seat, {"follower": 1.0, "evade": 1.0}) if found else {}


@reads(SingleOut)
def single_out(reader: Reader, word: SingleOut, context: Context) -> Changes:
    """What is done to the creature that is best for it."""
    cards = meant(reader.game, context, word.things)
    return reader.choice(context.seat, [singled_out(reader, word, context, card) for card in cards]) if cards else {}


def singled_out(reader: Reader, word: SingleOut, context: Context, card: int) -> Changes:
    """Return what singling out one creature changes."""
    return reader.effect(word.do_, context.aimed(card))


@reads(Surprise)
def surprise(reader: Reader, word: Surprise, context: Context) -> Changes:
    """The opponent's die falls away."""
    return {"battle": DIE}


@reads(Ally)
def ally(reader: Reader, word: Ally, context: Context) -> Changes:
    """The Strength of the strongest of those who may help, who may be lost by it."""
    helpers = [reader.table.cards[card].strength for card in having(reader.game, context.seat, word.things)]
    if not helpers:
        return {}
    return {"battle": float(max(helpers)), **({"follower": -1.0} if word.lost else {})}


@reads(Prevent)
def prevent(reader: Reader, word: Prevent, context: Context) -> Changes:
    """A life is not lost, a Follower or an Enemy not killed, somebody not taken away; a Spell fails."""
    if word.answers == BITS["spell_cast"]:
        return cancelled(reader, context)
    if reader.defeated or word.answers == BITS["defeated"]:
        return {"save": 1.0}
    peril = peril_under_way(reader.game)
    if peril is None:
        return {"save": 1.0}
    return reader.of(peril.seat, {name: -amount for name, amount in averted(reader, peril).items()})


def averted(reader: Reader, peril: Peril) -> Changes:
    """Return what a peril under way changes for whom it is about, unless it is prevented."""
    if peril.what == "lives":
        return life_lost(reader, peril.seat, 1 if peril.count < reader.state.seats[peril.seat][LIFE] else peril.count)
    if peril.what == "enemy":
        fight = fight_under_way(reader.game)
        return victory(reader, fight) if fight is not None and peril.seat == reader.seat else {"trophy.strength": 3.0}
    if peril.what == "taken_away":
        return taken_away(reader, peril.seat, peril.space)
    return {"turn": -float(peril.count)} if peril.what == "turns" else {"follower": -1.0}


def cancelled(reader: Reader, context: Context) -> Changes:
    """Return the opposite of what the Spell that is answered would change."""
    answered = spell_answered(reader.game, context.card)
    if answered is None:
        return {"chance": 1.0}
    return {name: -amount for name, amount in reader.effect(*answered).items()}


@reads(Incant)
def incant(reader: Reader, word: Incant, context: Context) -> Changes:
    """What the Spell does, if it can be cast."""
    if forbidden(reader.game, context.seat, "cast", SPELL):
        return {}
    return reader.effect(word.do_, context)
