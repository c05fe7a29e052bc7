"""The odds of a fight: exact, from what the viewer sees, before the dice and after them."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from stormriver.adventure import fights
from stormriver.adventure.columns import SPACE
from stormriver.adventure.dice import faces
from stormriver.adventure.odds import Odds, chances, terms
from stormriver.adventure.procedures import FIGHT
from stormriver.adventure.view import View
from stormriver.adventure.windows import members
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, fold, text
from stormriver.cli.screen.names import counted, place, seat_name, table_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame


@dataclass(frozen=True)
class Match:
    """One side's chances in a fight.

    Attributes:
        opponent: against whom or what.
        kind: `battle` or `psychic combat`.
        lead: by how much he leads before the dice (negative: how far he is behind).
        odds: his chances.
        can_pay: whether he has fate to pay.
    """

    opponent: str
    kind: str
    lead: int
    odds: Odds
    can_pay: bool


def under_way(view: View) -> Match | None:
    """Return the viewer's chances in the fight under way, before the dice; None if he is in none."""
    fight = fights.find_fight(view.game)
    return None if fight is None or view.seat not in (fight.seat, fight.rival) else match(view, fight)


def match(view: View, fight: Frame, game: Game | None = None) -> Match:
    """Return the chances of the viewer, who is one of the two sides of a fight.

    Args:
        view: what the viewer sees.
        fight: the fight, under way or supposed.
        game: where it is supposed to happen, if not as the view stands.
    """
    lead, dice, rival_dice = terms(game or view.game, fight)
    if fight.seat != view.seat:
        lead, dice, rival_dice = -lead, rival_dice, dice
    can_pay = bool(table_of(view).fate) and view.me.fate > 0 and dice > 0
    kind = "psychic combat" if fight.flags & fights.PSYCHIC else "battle"
    return Match(opponent(view, fight), kind, lead, chances(lead, dice, rival_dice, can_pay), can_pay)


def opponent(view: View, fight: Frame) -> str:
    """Return whom or what the viewer fights."""
    table = table_of(view)
    if fight.rival != NONE:
        return seat_name(view, fight.rival if fight.seat == view.seat else fight.seat)
    if fight.word != NONE:
        return f"the {table.words[fight.word].name}"
    foes = [table.cards[card].name for card in members(fight.group)]
    return f"the {counted(foes)}"


def line(found: Match) -> Text:
    """Return chances in one line."""
    odds = found.odds
    parts = text(
        (f"{percent(odds.win)} win", "bold green"), ", ", (f"{percent(odds.draw)} draw", "yellow"), ", ",
        (f"{percent(odds.lose)} lose", "red"),
    )  # fmt: skip
    if found.can_pay and odds.win_with_fate > odds.win:
        parts.append(f"; with fate for a die that does not win, {percent(odds.win_with_fate)} win", "magenta")
    ahead = "level" if found.lead == 0 else f"{abs(found.lead)} {'ahead' if found.lead > 0 else 'behind'}"
    return text(f"{found.kind.capitalize()} against {found.opponent}, {ahead} before the dice: ", parts)


def percent(chance: float) -> str:
    """Return a chance as a whole percentage; what is possible is never 0 %, what is open never 100 %."""
    rounded = round(100 * chance)
    if rounded == 0 and chance > 0:
        return "<1%"
    if rounded == 100 and chance < 1 - 1e-9:
        return ">99%"
    return f"{rounded}%"


def difference(view: View) -> int | None:
    """Return by how much the viewer is ahead in a fight whose dice lie; None if there is none."""
    fight = fights.find_fight(view.game)
    if fight is None or not fight.roll or view.seat not in (fight.seat, fight.rival):
        return None
    mine, theirs = _rolled(view, fight)
    return _lead(view, fight) + max(mine, default=0) - max(theirs, default=0)


def after_roll(view: View) -> Text | None:
    """Return how a fight stands once the dice lie, and what rerolling one's die by fate would make of it.

    None if there is no fight under way, or its dice have not been rolled.
    """
    fight = fights.find_fight(view.game)
    ahead = difference(view)
    if fight is None or ahead is None:
        return None
    mine, theirs = _rolled(view, fight)
    now = "you win" if ahead > 0 else "you lose" if ahead < 0 else "a draw"
    by = f" by {abs(ahead)}" if ahead else ""
    dice = f"{_dice(mine)} against {_dice(theirs)}" if theirs else _dice(mine)
    found = text("The dice: ", (dice, "bold"), ". As it stands, ", (f"{now}{by}", "bold"), ".")
    if not view.me.fate or not mine:
        return found
    kept = max(sorted(mine)[1:], default=0)
    results = [_lead(view, fight) + max(new, kept) - max(theirs, default=0) for new in range(1, 7)]
    win = sum(result > 0 for result in results) / 6
    draw = sum(result == 0 for result in results) / 6
    again = f" Rolled again: {percent(win)} win, {percent(draw)} draw, {percent(1 - win - draw)} lose."
    return text(found, (again, "magenta"))


def _lead(view: View, fight: Frame) -> int:
    """Return by how much the viewer is ahead before the dice."""
    lead = terms(view.game, fight)[0]
    return lead if fight.seat == view.seat else -lead


def _rolled(view: View, fight: Frame) -> tuple[list[int], list[int]]:
    """Return the dice of the viewer and of the other side."""
    first = [die for die in faces(fight.roll, 8) if die]
    second = [die for die in faces(fight.rival_roll, 8) if die]
    return (first, second) if fight.seat == view.seat else (second, first)


def _dice(rolled: list[int]) -> str:
    return " and ".join(str(die) for die in rolled) or "no die"


def against_cards(view: View, space: str) -> list[Match]:
    """Return the viewer's chances against the Enemies on a space, as if he came there with what he has now."""
    if not view.me.playing:
        return []
    at = [known.id for known in table_of(view).spaces].index(space)
    there = view.game.clone()
    there.state.seats[view.seat][SPACE] = at
    found = []
    for group in enemies(view, at):
        psychic = fights.PSYCHIC if table_of(view).cards[members(group)[0]].craft else 0
        found.append(match(view, Frame(FIGHT, view.seat, group=group, flags=psychic, space=at), there))
    return found


def enemies(view: View, space: int) -> list[int]:
    """Return the Enemies on a space in groups of card bits: those with Strength and the same number fight as one."""
    table = table_of(view)
    groups: dict[tuple[int, int], int] = {}
    for card in view.game.state.zones[table.lying + space]:
        if table.is_enemy[card]:
            alone = card if table.cards[card].craft else NONE
            key = (table.order[card], alone)
            groups[key] = groups.get(key, 0) | 1 << card
    return list(groups.values())


def against_seat(view: View, seat: int) -> Match | None:
    """Return the viewer's chances in battle against another character, as if both stood where that one is."""
    there = view.game.clone()
    row = there.state.seats[seat]
    if not (view.me.playing and view.seats[seat].playing):
        return None
    there.state.seats[view.seat][SPACE] = row[SPACE]
    return match(view, Frame(FIGHT, view.seat, rival=seat, space=row[SPACE]), there)


def possible(view: View, spaces: list[str]) -> list[tuple[str, Match]]:
    """Return the viewer's chances against each Enemy and character on some spaces, with the space's name."""
    meetings = {space.id: space.meetings for space in table_of(view).spaces}
    found: list[tuple[str, Match]] = []
    for name in spaces:
        found += [(place(view, name), one) for one in against_cards(view, name)]
        for seat in view.seats:
            one = against_seat(view, seat.number) if seat.number != view.seat and seat.space == name else None
            if one is not None and meetings[name]:
                found.append((place(view, name), one))
    return found


def page(view: View, spaces: list[str], width: int) -> Lines:
    """Return the page of odds: the fight under way, or those that some spaces might lead to."""
    now = under_way(view)
    if now is not None:
        rolled = after_roll(view)
        return [*fold(line(now), width, 2), *(fold(rolled, width, 2) if rolled is not None else [])]
    matches = possible(view, spaces)
    if not matches:
        return [Text("No fight is under way, and nobody is in reach to be fought.", palette.FAINT)]
    lines = [Text("No fight is under way. If you came to fight, with what you have now:", palette.FAINT)]
    for name, found in matches:
        lines += fold(text((f"{name}: ", "bold"), line(found)), width, 2)
    return lines
