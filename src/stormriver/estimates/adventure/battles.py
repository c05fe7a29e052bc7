"""Readings of the options of a fight under way."""

from __future__ import annotations

from stormriver.adventure.model import asks, perils
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.dice import unpack
from stormriver.estimates.adventure.changes import RIVAL, Changes, add
from stormriver.estimates.adventure.having import gained
from stormriver.estimates.adventure.reader import Reader
from stormriver.estimates.adventure.strife import (
    chances_of,
    defeat,
    duelled,
    evaded,
    life_taken,
    rewards,
    struggle,
    victory,
)
from stormriver.kernel.state import NONE


def attacked(reader: Reader, name: str, argument: int) -> Changes:
    """Return what fighting, standing, evading or leaving alone is expected to change."""
    under_way = reader.game.under_way(Fight)
    if under_way is None or name not in ("fight", "stand", "evade"):
        return {}
    return fought(reader, under_way) if name != "evade" else got_past(reader, under_way)


def fought(reader: Reader, under_way: Fight, more: float = 0.0) -> Changes:
    """Return what fighting to the end changes, whoever the opponent is."""
    if under_way.rival != NONE:
        return duelled(reader, under_way, more)
    return struggle(reader, under_way, more)


def got_past(reader: Reader, under_way: Fight) -> Changes:
    """Return what evading changes."""
    return {} if under_way.rival != NONE else evaded(reader, under_way)


def helped(reader: Reader, kind: str, under_way: Fight, changes: Changes) -> Changes:
    """Return what using something in a fight changes, the fight included; in a window, only the difference.

    Args:
        reader: the reader.
        kind: the kind of the ask.
        under_way: the fight.
        changes: the changes of the thing itself.
    """
    if reader.seat not in (under_way.seat, under_way.rival):
        return looked_on(reader, under_way, changes)
    psychic = under_way.psychic
    more = changes.pop("psychic" if psychic else "battle", 0.0)
    over = min(1.0, changes.pop("evade", 0.0))
    if over:
        add(changes, got_past(reader, under_way), over)
    if over < 1:
        choices = [fought(reader, under_way, more)]
        if (
            kind != asks.WINDOW
            and under_way.seat == reader.seat
            and fights.may_evade(reader.game, reader.seat, under_way)
        ):
            choices.append(got_past(reader, under_way))
        add(changes, reader.best(choices), 1 - over)
    if kind == asks.WINDOW:
        add(changes, fought(reader, under_way), -1.0)
    return changes


def looked_on(reader: Reader, under_way: Fight, changes: Changes) -> Changes:
    """Return what interfering with a fight of others changes, with the gains of a victory over a creature."""
    kind = "psychic" if under_way.psychic else "battle"
    more = changes.pop(f"{RIVAL}{kind}", 0.0)
    over = changes.pop("evade", 0.0)
    if under_way.word != NONE:
        after = 0.0 if over else chances_of(reader, under_way, more).win
        won = reader.effect(reader.table.words[under_way.word].won, under_way.as_context())
        add(changes, won, after - chances_of(reader, under_way).win)
    return changes


# after the dice


def fate(reader: Reader, name: str, argument: int) -> Changes:
    """Return the difference that rolling an attack die again is expected to make."""
    if name == "face":
        from stormriver.estimates.adventure.company import fate_shown

        return fate_shown(reader, name, argument)
    under_way = reader.game.under_way(Fight)
    if name != "fate" or under_way is None:
        return {}
    mine_first = under_way.seat == reader.seat
    packed = under_way.roll if mine_first else under_way.rival_roll
    dice = unpack(packed)
    which = max(argument - 1, 0)
    lead = lead_now(reader, under_way)
    sign = 1 if mine_first else -1
    changes: Changes = {"fate": -1.0}
    add(changes, decided(reader, under_way, lead), -1.0)
    thrown = fights.sum_of(reader.game, reader.seat, under_way)
    for side in range(1, 7):
        new = [*dice[:which], side, *dice[which + 1 :]]
        add(changes, decided(reader, under_way, lead + sign * (thrown(new) - thrown(dice))), 1 / 6)
    return changes


def lead_now(reader: Reader, under_way: Fight) -> int:
    """Return by how much the first side leads with the dice as they lie."""
    mine, theirs = fights.lead(reader.game, under_way)
    return mine - theirs


def decided(reader: Reader, under_way: Fight, lead: int) -> Changes:
    """Return what a fight changes if it ends with this lead of its first side."""
    if lead == 0:
        lead = {perils.WON: 1, perils.LOST: -1}.get(fights.drawn(reader.game, under_way), 0)
    if under_way.rival != NONE:
        ahead = lead if under_way.seat == reader.seat else -lead
        rival = under_way.rival if under_way.seat == reader.seat else under_way.seat
        if ahead > 0:
            return reader.best(rewards(reader, rival, under_way))
        return defeat(reader, reader.seat, under_way) if ahead < 0 else {}
    if lead > 0:
        return victory(reader, under_way)
    return defeat(reader, reader.seat, under_way) if lead < 0 else {"end": 1.0}


def rewarded(reader: Reader, name: str, argument: int) -> Changes:
    """Return what a reward for beating a character changes."""
    under_way = reader.game.under_way(Fight)
    if under_way is None or name == "nothing":
        return {}
    if name == "life":
        loser = under_way.rival if under_way.seat == reader.seat else under_way.seat
        return life_taken(reader, loser, under_way)
    return {"gold": 1.0, "rival.gold": -1.0} if name == "gold" else gained(reader, argument)


__all__ = ["attacked", "chances_of", "fate", "helped", "rewarded"]
