"""The odds of fights: exact, from what the viewer sees, before the dice and after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from stormriver.adventure.analysis.fights import FightUnderWay, fight_under_way, supposed_duel, supposed_meeting
from stormriver.adventure.analysis.odds import chances
from stormriver.adventure.model.clauses import incantation, things
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.text.event_text import seat as seat_part
from stormriver.adventure.view import View
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Part, listed, phrase
from stormriver.presentation.adventure.ids import number, place, say, spaces_of, table_of
from stormriver.presentation.facts import Odds


@dataclass(frozen=True)
class Standing:
    """A fight whose dice lie, as the viewer sees it.

    Attributes:
        ahead: by how much the viewer is ahead, dice included.
        mine, theirs: the dice of either side.
        again: the chances to win, draw and lose with the viewer's lowest die rerolled; None without fate to pay for it.
    """

    ahead: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    again: tuple[float, float, float] | None


def under_way(view: View) -> Odds | None:
    """Return the viewer's chances in the fight under way, before the dice; None if there is none."""
    fight = fight_under_way(view.game)
    return match(view, fight) if fight is not None and fight.concerns(view.seat) else None


def fight_now(view: View) -> Odds | None:
    """Return the viewer's chances in the fight under way as it stands, after the dice too; None if there is none."""
    odds, stands, fight = under_way(view), standing(view), fight_under_way(view.game)
    if odds is None or stands is None or fight is None:
        return odds
    ahead = stands.ahead
    win, draw, lose = float(ahead > 0), float(ahead == 0), float(ahead < 0)
    better = stands.again[0] if stands.again else 0.0
    if_level = fight.if_level(view.seat)
    if if_level > 0:  # a stand-off is a win
        win, draw = win + draw, 0.0
        better += stands.again[1] if stands.again else 0.0
    elif if_level < 0:
        lose, draw = lose + draw, 0.0
    with_fate, totals = max(win, better), fight.totals(view.seat)
    return Odds(odds.against, odds.kind, ahead, win, draw, lose, with_fate, totals=totals, thrown=True)


def match(view: View, fight: FightUnderWay, more: int = 0) -> Odds:
    """Return the chances of the viewer, who is one of the two sides of a fight, under way or supposed.

    Args:
        view: what the viewer sees.
        fight: the fight.
        more: points that the viewer would have beyond the present ones.
    """
    lead, dice, rival_dice = fight.terms(view.seat)
    mine, theirs = fight.scores(view.seat)
    lead += more
    can_pay = table_of(view).fate and view.me.fate > 0 and dice > 0
    found = chances(lead, dice, rival_dice, can_pay)
    against = say(view, opponent(view, fight), "acc")
    kind = say(view, phrase("fight_psychic" if fight.psychic else "fight_battle"))
    totals = (mine + more, theirs)
    return Odds(against, kind, lead, found.win, found.draw, found.lose, found.win_with_fate, totals=totals)


def opponent(view: View, fight: FightUnderWay) -> Part:
    """Return whom or what the viewer fights."""
    table = table_of(view)
    if fight.against_character:
        return seat_part(table, fight.opponent_of(view.seat))
    if fight.creature is not None and fight.creature.name:
        return incantation(fight.creature.name)
    alike: dict[str, list[int]] = {}
    for card in fight.enemies:
        alike.setdefault(table.cards[card].id, []).append(card)
    return listed([_counted(things(table).card(cards[0]), len(cards)) for cards in alike.values()], "and")


def _counted(name: Part, copies: int) -> Part:
    return name if copies == 1 else phrase("times_named", name=name, number=number(copies))


def percent(chance: float) -> str:
    """Return a chance as a whole percentage; what is possible is never 0 %, what is open never 100 %."""
    rounded = round(100 * chance)
    if rounded == 0 and chance > 0:
        return "<1%"
    if rounded == 100 and chance < 1 - 1e-9:
        return ">99%"
    return f"{rounded}%"


# the dice lie


def standing(view: View) -> Standing | None:
    """Return how the viewer's fight stands once its dice lie; None if there is none, or they do not yet."""
    fight = fight_under_way(view.game)
    if fight is None or not fight.dice_lie or not fight.concerns(view.seat):
        return None
    mine, theirs = fight.dice_of(view.seat)
    ahead = fight.lead_of(view.seat)
    count = fight.count_of(view.seat)
    again = _again(ahead - count(list(mine)), mine, count) if view.me.fate and mine else None
    return Standing(ahead, mine, theirs, again)


def _again(ahead: int, mine: tuple[int, ...], count: Callable[[list[int]], int]) -> tuple[float, float, float]:
    """Return the chances to win, draw and lose with the lowest die rolled again; `ahead` counts none of one's own."""
    kept = sorted(mine)[1:]
    results = [ahead + count([new, *kept]) for new in range(1, 7)]
    win = sum(result > 0 for result in results) / 6
    draw = sum(result == 0 for result in results) / 6
    return win, draw, 1 - win - draw


def difference(view: View) -> int | None:
    """Return by how much the viewer is ahead in a fight whose dice lie; None if there is none."""
    found = standing(view)
    return None if found is None else found.ahead


# fights that might come


@contextmanager
def supposed_at(view: View, space: int) -> Iterator[None]:
    """Suppose that the viewer's character stands on a space, by its number."""
    state = view.game.state
    row = state.seats[view.seat]
    state.put(view.seat, SPACE, space)
    try:
        yield
    finally:
        state.seats[view.seat] = row


def against_cards(view: View, space: str) -> list[Odds]:
    """Return the viewer's chances against the Enemies on a space, as if they came there with what they have now."""
    at = view.roads.number[space]
    groups = enemies(view, at)
    if not groups or not view.me.playing:
        return []
    with supposed_at(view, at):
        return [match(view, supposed_meeting(view.game, view.seat, group, at)) for group in groups]


def enemies(view: View, space: int) -> list[list[int]]:
    """Return the Enemies on a space in groups: those with Strength and the same number fight as one."""
    table = table_of(view)
    groups: dict[tuple[int, int], list[int]] = {}
    for card in view.game.state.zones[table.lying + space]:
        if table.is_enemy[card]:
            alone = card if table.cards[card].craft and not table.options["spirits_as_one"] else NONE
            key = (table.order[card], alone if table.cards[card].craft else -2)
            groups.setdefault(key, []).append(card)
    return list(groups.values())


def against_seat(view: View, seat: int, psychic: bool = False) -> Odds | None:
    """Return the viewer's chances in a fight with another character, as if both stood where that one is."""
    space = view.seats[seat].place
    if not (view.me.playing and view.seats[seat].playing):
        return None
    with supposed_at(view, space):
        return match(view, supposed_duel(view.game, view.seat, seat, psychic, space))


def possible(view: View, spaces: list[str]) -> list[tuple[str, Odds]]:
    """Return the viewer's chances against each Enemy and character on some spaces, with the space's name."""
    known = spaces_of(table_of(view))
    found: list[tuple[str, Odds]] = []
    for name in spaces:
        found += [(place(view, name), one) for one in against_cards(view, name)]
        for seat in view.seats:
            one = against_seat(view, seat.number) if seat.number != view.seat and seat.space == name else None
            if one is not None and known[name].meetings:
                found.append((place(view, name), one))
    return found
