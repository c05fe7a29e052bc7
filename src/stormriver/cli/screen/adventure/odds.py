"""The odds of a fight in words, before the dice and after them."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, fold, text
from stormriver.cli.wording import listed_words, tell, words
from stormriver.presentation.adventure.matches import percent, possible, standing, under_way
from stormriver.presentation.facts import Odds


def line(view: View, odds: Odds) -> Text:
    """Return chances in one line."""
    win, draw, lose = said(view, (odds.win, odds.draw, odds.lose))
    parts = text((win, "bold green"), ", ", (draw, "yellow"), ", ", (lose, "red"))
    if odds.win_with_fate > odds.win:
        parts.append(words(view, "win_with_fate", chance=percent(odds.win_with_fate)), "magenta")
    ahead = words(view, "level" if odds.lead == 0 else "ahead" if odds.lead > 0 else "behind", by=abs(odds.lead))
    return text(f"{tell(view, 'fight', kind=odds.kind, against=odds.against, ahead=ahead)} ", parts)


def said(view: View, chances: tuple[float, float, float]) -> list[str]:
    """Return the chances to win, draw and lose in words."""
    keys = ("win", "draw", "lose")
    return [words(view, f"chance_{key}", chance=percent(one)) for key, one in zip(keys, chances, strict=True)]


def after_roll(view: View) -> Text | None:
    """Return how a fight stands once the dice lie, and what rerolling one's die by fate would make of it.

    None if there is no fight under way, or its dice have not been rolled.
    """
    stands = standing(view)
    if stands is None:
        return None
    ahead = "you_win_by" if stands.ahead > 0 else "you_lose_by" if stands.ahead < 0 else "a_draw"
    now = words(view, ahead, by=abs(stands.ahead))
    mine, theirs = _dice(view, stands.mine), _dice(view, stands.theirs)
    dice = words(view, "dice_against", mine=mine, theirs=theirs) if stands.theirs else mine
    lies, stood = tell(view, "the_dice"), tell(view, "as_it_stands")
    found = text(f"{lies} ", (dice, "bold"), f". {stood} ", (now, "bold"), ".")
    if stands.again is None:
        return found
    return text(found, (f" {tell(view, 'rolled_again', chances=', '.join(said(view, stands.again)))}", "magenta"))


def _dice(view: View, rolled: tuple[int, ...]) -> str:
    return listed_words(view, [str(die) for die in rolled]) or words(view, "no_die")


def page(view: View, spaces: list[str], width: int) -> Lines:
    """Return the page of odds: the fight under way, or those that some spaces might lead to."""
    now = under_way(view)
    if now is not None:
        rolled = after_roll(view)
        return [*fold(line(view, now), width, 2), *(fold(rolled, width, 2) if rolled is not None else [])]
    matches = possible(view, spaces)
    if not matches:
        return [Text(tell(view, "nobody_to_fight"), palette.FAINT)]
    lines = [Text(tell(view, "if_you_fought"), palette.FAINT)]
    for name, found in matches:
        lines += fold(text((f"{name}: ", "bold"), line(view, found)), width, 2)
    return lines
