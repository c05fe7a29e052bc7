"""Asides at an ask of an adventure game: what is shown beside the question and the text of its options."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.model import asks
from stormriver.adventure.view import View
from stormriver.cli.screen.adventure import odds
from stormriver.cli.screen.lines import Lines
from stormriver.cli.screen.view import pending
from stormriver.cli.wording import listed_words, say, tell, words
from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Option
from stormriver.language.clauses import Count
from stormriver.presentation.adventure import matches
from stormriver.presentation.adventure.futile import vain
from stormriver.presentation.adventure.ids import card_name, place, table_of
from stormriver.presentation.adventure.situation import die_table, moment, rolled
from stormriver.presentation.names import counted, seat_name

FIGHTING = frozenset({asks.FIGHT, asks.EVADE, asks.FATE, asks.WINDOW, asks.WEAPON})
"""The asks in a fight at which its odds are told."""


def situation(view: View) -> Lines:
    """Return what one wants to know before answering: the odds of a fight, or the dice and what they lead to."""
    fight = matches.under_way(view)
    lines: Lines = []
    now = moment(view)
    lines += [Text(now)] if now else []
    if pending(view).kind in (asks.ROLLED, asks.REROLL):
        said = " ".join(filter(None, (rolled(view), die_table(view))))
        lines += [Text(said)] if said else []
    elif fight is not None and pending(view).kind in FIGHTING:
        after = odds.after_roll(view)
        lines.append(odds.line(view, fight) if after is None else after)
    return lines


def subject(view: View, option: Option) -> str:
    """Return what an option is about in a word or two: the name of its card, space or seat, or else its key."""
    table = table_of(view)
    if option.kind == kinds.CARD:
        return table.name_of(table.cards[option.argument], view.language)
    if option.kind == kinds.SPACE:
        return place(view, table.spaces[option.argument].id)
    if option.kind == kinds.SEAT:
        return table.seats[option.argument]
    return option.key


def aside(view: View, option: Option) -> str:
    """Return what the option itself does not say: who is on its space, how a fight would go, that it is in vain."""
    if option.kind == kinds.SPACE:
        return there(view, table_of(view).spaces[option.argument].id)
    if option.kind == kinds.SEAT and pending(view).kind == asks.ENCOUNTER:
        fight = matches.against_seat(view, option.argument)
        return "" if fight is None else tell(view, "a_battle", chance=matches.percent(fight.win))
    return vain(view, option.code)


def there(view: View, space: str) -> str:
    """Return who and what is on a space, with the chances against Enemies."""
    cards = view.on_space(space)
    found = [counted([card_name(view, card) for card in cards])] if cards else []
    gold = view.gold_on(space)
    found += [say(view, Count("gold", gold))] if gold else []
    found += [seat_name(view, seat.number) for seat in view.seats if seat.space == space and seat.number != view.seat]
    odds = [(matches.percent(one.win), one.against) for one in matches.against_cards(view, space)]
    chances = [words(view, "win_against", chance=chance, against=against) for chance, against in odds]
    fights = f" ({listed_words(view, chances)})" if chances else ""
    return tell(view, "there", things=f"{', '.join(found)}{fights}") if found else ""


def offered(view: View) -> dict[str, int]:
    """Return the numbers of the options that lead to spaces, by the space's id."""
    table = table_of(view)
    return {
        table.spaces[option.argument].id: number
        for number, option in enumerate(pending(view).options.values(), 1)
        if option.kind == kinds.SPACE
    }


def near(view: View) -> list[str]:
    """Return the spaces the viewer's decision is about: those on offer, or the one where they are."""
    return list(offered(view)) or ([] if view.me.space is None else [view.me.space])
