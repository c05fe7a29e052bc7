"""Asides at an ask of a wargame: what is shown beside the question and the text of its options."""

from __future__ import annotations

from rich.text import Text

from stormriver.cli.screen.lines import Lines, text
from stormriver.cli.screen.view import described, pending
from stormriver.cli.screen.wargame.board import chit_name, tile_name
from stormriver.cli.wording import listed_words, say, tell, words
from stormriver.estimates.wargame.forecast import Forecast, attacks, of_option
from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Option
from stormriver.language.clauses import Count, phrase
from stormriver.language.naming import named
from stormriver.presentation.wargame.option_odds import FALLS, falls, told
from stormriver.wargame.model import asks
from stormriver.wargame.text.situation import under_way
from stormriver.wargame.view import UnitView, View

WAYS = ("attack", "shoot", "volley")
"""The verbs of attacks."""


def situation(view: View) -> Lines:
    """Return what is under way."""
    told = under_way(view)
    lines = [Text(" ".join(told))] if told else []
    card = pending(view).card
    if pending(view).kind in (asks.PLACE, asks.EQUIP) and card >= 0:
        lines.append(Text(view.game.table.says(view.game.table.cards[card], view.language)))
    return lines


def subject(view: View, option: Option) -> str:
    """Return what an option is about in a word or two: the name of its chit or square, or else its key."""
    table = view.game.table
    if option.kind == kinds.CARD:
        return chit_name(view, table.cards[option.argument])
    if option.kind == kinds.SPACE:
        square = view.squares[option.argument]
        return f"{square.id.upper()} {tile_name(view, square)}"
    return option.key


def aside(view: View, option: Option) -> str:
    """Return what an option itself does not say: where a unit stands and how strong it is, and the odds."""
    said = []
    unit = unit_of(view, option)
    if unit is not None:
        said.append(standing(view, unit))
    forecast = of_option(view, option.code)
    if forecast is not None:
        said.append(odds(view, forecast, pending(view).card))
    if option.verb in WAYS:
        said += in_reach(view, option)
    return " ".join(said)


def unit_of(view: View, option: Option) -> UnitView | None:
    """Return the unit on the map that an option names, or that stands on the square it names."""
    if option.kind == kinds.CARD and view.unit(option.argument).place >= 0:
        return view.unit(option.argument)
    return view.squares[option.argument].unit if option.kind == kinds.SPACE else None


def standing(view: View, unit: UnitView) -> str:
    """Return where a unit stands, how strong it is and how wounded."""
    wounds = Count("wound", unit.limit)
    return tell(
        view, "standing_wounded" if unit.wounds else "standing", square=unit.square.upper(),
        tile=tile_name(view, view.squares[unit.place]), strength=unit.strength, number=unit.wounds, wounds=wounds,
    )  # fmt: skip


def percent(chance: float) -> str:
    """Return a chance as a percentage; what is possible is never 0 %, what is not certain never 100 %."""
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def odds(view: View, found: Forecast, attacker: int) -> str:
    """Return the odds of an option in a few words: what the dice decide next, then who is likely to fall."""
    has = told(view, found)
    chances = (has.win, has.draw, has.lose, has.void)
    likely = [f"{_lower(word)} {percent(chance)}" for word, chance in zip(has.words, chances, strict=True) if chance]
    fall = [f"{one.text} {percent(one.likelihood)}" for one in falls(view, found, attacker)]
    after = f"; {say(view, phrase(FALLS[found.kind]))} {', '.join(fall)}" if fall else ""
    return f"{named(', '.join(likely))}{after}."


def in_reach(view: View, option: Option) -> list[str]:
    """Return whom a unit could attack, with the chance to hit each of them."""
    cards = view.game.table.cards
    found = [
        words(view, "may_hit", name=chit_name(view, cards[one.target]), chance=percent(one.win))
        for one in attacks(view, option.argument, option.verb)
    ]
    return [tell(view, "in_reach", units=listed_words(view, found))]


def offered(view: View) -> dict[str, int]:
    """Return the numbers of the options that are about squares, or units on them, by the square's id."""
    found: dict[str, int] = {}
    for number, option in enumerate(pending(view).options.values(), 1):
        if option.kind == kinds.SPACE:
            found.setdefault(view.squares[option.argument].id, number)
        elif option.kind == kinds.CARD and view.unit(option.argument).place >= 0:
            found.setdefault(view.unit(option.argument).square, number)
    return found


def odds_lines(view: View) -> Lines:
    """Return the odds of the options, or of every attack that is possible now."""
    lines: Lines = []
    for option in pending(view).options.values():
        found = of_option(view, option.code)
        if found is not None:
            words = f"{described(view, option).partition('. ')[0].rstrip('.')}: "
            lines.append(text((words, "bold"), odds(view, found, pending(view).card)))
    if lines:
        return lines
    for unit in view.me.units:
        for verb in WAYS:
            for found in attacks(view, unit.number, verb):
                target = chit_name(view, view.game.table.cards[found.target])
                told = tell(view, f"way_{verb}", unit=chit_name(view, unit.definition), target=target)
                lines.append(text((f"{told}: ", "bold"), odds(view, found, unit.number)))
    return lines


def _lower(text: str) -> str:
    """Return a text without its capital."""
    return text[:1].lower() + text[1:]
