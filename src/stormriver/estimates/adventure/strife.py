"""What fights are expected to bring: by their exact odds, with what is won and lost."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.analysis.fights import FightUnderWay, supposed_duel
from stormriver.adventure.model.columns import GOLD, LIFE, SPACE
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.stats import can_use, carriers
from stormriver.estimates.adventure.changes import Changes, add, mixed
from stormriver.estimates.adventure.counters import life_lost
from stormriver.estimates.adventure.reader import Reader
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE

FATE_USED: Final = 0.7
"""The weight of what fate can turn in a fight."""


DIE: Final = 3.5


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
    if table.armours.isdisjoint(reader.state.zones[table.play + seat]):
        return best
    for source in carriers(reader.game, seat, rows):
        if source in table.armours and source != besides and can_use(reader.game, seat, source):
            for act in rows.clauses[source]:
                best = max(best, saved_by(reader, seat, source, act))
    return best


def saved_by(reader: Reader, seat: int, card: int, act: Act) -> float:
    """Return the chance that an act of a seat's card saves a life lost in battle."""
    return reader.in_defeat(lambda: reader.effect(act.do, Context(seat, card))).get("save", 0.0)


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
        changes["gold"] = changes.get("gold", 0.0) + float(reader.state.seats[loser][GOLD]) * (1 - saved)
        for card in reader.state.zones[reader.table.play + loser]:
            if may_have(reader.game, reader.seat, card):
                add(changes, reader.best([{}, gained(reader, card)]), 1 - saved)
    return changes
