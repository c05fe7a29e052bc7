"""Readings of the options of a fight under way."""

from __future__ import annotations

from stormriver.adventure.analysis.fights import FightUnderWay, fight_under_way
from stormriver.adventure.model import asks
from stormriver.estimates.adventure.changes import RIVAL, Changes, add
from stormriver.estimates.adventure.having import gained
from stormriver.estimates.adventure.reader import Reader
from stormriver.estimates.adventure.strife import defeat, duelled, evaded, life_taken, rewards, struggle, victory


def attacked(reader: Reader, name: str, argument: int) -> Changes:
    """Return what fighting, standing, evading or leaving alone is expected to change."""
    fight = fight_under_way(reader.game)
    if fight is None or name not in ("fight", "stand", "evade"):
        return {}
    return fought(reader, fight) if name != "evade" else got_past(reader, fight)


def fought(reader: Reader, fight: FightUnderWay, more: float = 0.0) -> Changes:
    """Return what fighting to the end changes, whoever the opponent is."""
    return duelled(reader, fight, more) if fight.against_character else struggle(reader, fight, more)


def got_past(reader: Reader, fight: FightUnderWay) -> Changes:
    """Return what evading changes."""
    return {} if fight.against_character else evaded(reader, fight)


def helped(reader: Reader, kind: str, fight: FightUnderWay, changes: Changes) -> Changes:
    """Return what using something in a fight changes, the fight included; in a window, only the difference.

    Args:
        reader: the reader.
        kind: the kind of the ask.
        fight: the fight under way.
        changes: the changes of the thing itself.
    """
    if not fight.concerns(reader.seat):
        return looked_on(reader, fight, changes)
    more = changes.pop(fight.number, 0.0)
    over = min(1.0, changes.pop("evade", 0.0))
    if over:
        add(changes, got_past(reader, fight), over)
    if over < 1:
        choices = [fought(reader, fight, more)]
        if kind != asks.WINDOW and fight.seat == reader.seat and fight.may_be_evaded(reader.seat):
            choices.append(got_past(reader, fight))
        add(changes, reader.best(choices), 1 - over)
    if kind == asks.WINDOW:
        add(changes, fought(reader, fight), -1.0)
    return changes


def looked_on(reader: Reader, fight: FightUnderWay, changes: Changes) -> Changes:
    """Return what interfering with a fight of others changes, with the gains of a victory over a creature."""
    more = changes.pop(f"{RIVAL}{fight.number}", 0.0)
    over = changes.pop("evade", 0.0)
    if fight.creature is not None:
        after = 0.0 if over else fight.odds(round(more)).win
        add(changes, reader.effect(fight.creature.won, fight.about), after - fight.odds().win)
    return changes


# after the dice


def fate(reader: Reader, name: str, argument: int) -> Changes:
    """Return the difference that rolling an attack die again is expected to make."""
    if name == "face":
        from stormriver.estimates.adventure.dice import fate_shown

        return fate_shown(reader, name, argument)
    fight = fight_under_way(reader.game)
    if name != "fate" or fight is None:
        return {}
    dice = list(fight.dice_of(reader.seat)[0])
    which = max(argument - 1, 0)
    lead = fight.lead_of(reader.seat)
    changes: Changes = {"fate": -1.0}
    add(changes, decided(reader, fight, lead), -1.0)
    thrown = fight.count_of(reader.seat)
    for side in range(1, 7):
        new = [*dice[:which], side, *dice[which + 1 :]]
        add(changes, decided(reader, fight, lead + thrown(new) - thrown(dice)), 1 / 6)
    return changes


def decided(reader: Reader, fight: FightUnderWay, lead: int) -> Changes:
    """Return what a fight changes for the reader's seat, one of those who fight, if it ends with this lead of it."""
    ahead = lead or fight.if_level(reader.seat)
    if ahead < 0:
        return defeat(reader, reader.seat, fight)
    if fight.against_character:
        return reader.best(rewards(reader, fight.opponent_of(reader.seat), fight)) if ahead else {}
    return victory(reader, fight) if ahead else {"end": 1.0}


def rewarded(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a reward for beating a character changes."""
    fight = fight_under_way(reader.game)
    if fight is None or name == "nothing":
        return {}
    if name == "life":
        return life_taken(reader, fight.opponent_of(reader.seat), fight)
    return {"gold": 1.0, "rival.gold": -1.0} if name == "gold" else gained(reader, argument)


__all__ = ["attacked", "fate", "helped", "rewarded"]
