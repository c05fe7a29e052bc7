"""The odds of a fight in words, before the dice and after them."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, fold, text
from stormriver.presentation.adventure.matches import percent, possible, standing, under_way
from stormriver.presentation.facts import Odds


def line(odds: Odds) -> Text:
    """Return chances in one line."""
    parts = text(
        (f"{percent(odds.win)} win", "bold green"), ", ", (f"{percent(odds.draw)} draw", "yellow"), ", ",
        (f"{percent(odds.lose)} lose", "red"),
    )  # fmt: skip
    if odds.win_with_fate > odds.win:
        parts.append(f"; with fate for a die that does not win, {percent(odds.win_with_fate)} win", "magenta")
    ahead = "level" if odds.lead == 0 else f"{abs(odds.lead)} {'ahead' if odds.lead > 0 else 'behind'}"
    return text(f"{odds.kind.capitalize()} against {odds.against}, {ahead} before the dice: ", parts)


def after_roll(view: View) -> Text | None:
    """Return how a fight stands once the dice lie, and what rerolling one's die by fate would make of it.

    None if there is no fight under way, or its dice have not been rolled.
    """
    stands = standing(view)
    if stands is None:
        return None
    now = "you win" if stands.ahead > 0 else "you lose" if stands.ahead < 0 else "a draw"
    by = f" by {abs(stands.ahead)}" if stands.ahead else ""
    dice = f"{_dice(stands.mine)} against {_dice(stands.theirs)}" if stands.theirs else _dice(stands.mine)
    found = text("The dice: ", (dice, "bold"), ". As it stands, ", (f"{now}{by}", "bold"), ".")
    if stands.again is None:
        return found
    win, draw, lose = map(percent, stands.again)
    return text(found, (f" Rolled again: {win} win, {draw} draw, {lose} lose.", "magenta"))


def _dice(rolled: tuple[int, ...]) -> str:
    return " and ".join(str(die) for die in rolled) or "no die"


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
