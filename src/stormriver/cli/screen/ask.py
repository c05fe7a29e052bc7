"""The ask: the question, how things stand, and the numbered options with what each of them does."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.view import View
from stormriver.cli.screen import odds, palette
from stormriver.cli.screen.lines import Lines, blank, columns, cut, fold, padded, rule, text
from stormriver.kernel import ask as kinds
from stormriver.kernel.ask import Ask, Option
from stormriver.language.english import listed
from stormriver.presentation.adventure import matches
from stormriver.presentation.adventure.names import card_name, counted, seat_name, space_name, table_of
from stormriver.presentation.adventure.situation import moment, rolled
from stormriver.presentation.rulebook import rules

KEY_COLUMN = 22
"""How wide the keys of options are at most before they are cut."""


def pending(view: View) -> Ask:
    """Return the ask the viewer must answer."""
    ask = view.ask
    assert ask is not None and ask.seat == view.seat
    return ask


def question(view: View, width: int) -> Lines:
    """Return the question with the rule behind it, and how things stand where that matters."""
    ask = pending(view)
    cited = (f"  [{ask.rule}]", palette.FAINT)
    return [*fold(text((ask.text, "bold"), cited), width, 2), *situation(view, width)]


def situation(view: View, width: int) -> Lines:
    """Return what one wants to know before answering: the odds of a fight, or the dice and what they lead to."""
    fight = matches.under_way(view)
    lines: Lines = []
    now = moment(view)
    lines += [Text(now)] if now else []
    if pending(view).kind in ("rolled", "reroll"):
        lines += [Text(said) for said in (rolled(view),) if said]
    elif fight is not None and pending(view).kind in ("fight", "evade", "fate", "window", "weapon"):
        after = odds.after_roll(view)
        lines.append(odds.line(fight) if after is None else after)
    return [folded for line in lines for folded in fold(line, width, 2)]


def options(view: View, width: int, room: int) -> Lines:
    """Return the numbered options.

    Args:
        view: what the viewer sees.
        width: columns there are.
        room: lines there are; where each option cannot have its own, they stand in columns with less said.
    """
    ask = pending(view)
    keys = min(max(len(key) for key in ask.keys), KEY_COLUMN) + 2
    full = [_option(view, number, option, keys, width) for number, option in enumerate(ask.options.values(), 1)]
    if sum(len(lines) for lines in full) <= room:
        return [line for lines in full for line in lines]
    if len(full) <= room:
        return [cut(text(lines[0], " …"), width) if len(lines) > 1 else lines[0] for lines in full]
    return columns([_short(view, number, option) for number, option in enumerate(ask.options.values(), 1)], width)


def _option(view: View, number: int, option: Option, keys: int, width: int) -> Lines:
    """Return an option with its number, its key and what it does, folded under itself."""
    first, stop, rest = option.text.partition(". ")
    said = text((f"{number:>3}", "bold bright_white"), "  ", padded(Text(option.key, palette.FAINT), keys))
    said.append(first + stop.rstrip())
    if rest and rest not in pending(view).text:
        said.append(f" {rest}", palette.FAINT)
    more = aside(view, option)
    return fold(text(said, (f"  {more}", "bright_white")) if more else said, width, 5 + keys)


def _short(view: View, number: int, option: Option) -> Text:
    return text((f"{number:>3}", "bold bright_white"), "  ", subject(view, option))


def subject(view: View, option: Option) -> str:
    """Return what an option is about in a word or two: the name of its card, space or seat, or else its key."""
    table = table_of(view)
    if option.kind == kinds.CARD:
        return str(table.cards[option.argument].name)
    if option.kind == kinds.SPACE:
        return space_name(table.spaces[option.argument])
    if option.kind == kinds.SEAT:
        return table.seats[option.argument]
    return option.key


def aside(view: View, option: Option) -> str:
    """Return what the option itself does not say: who and what is on its space now, or how a fight would go."""
    if option.kind == kinds.SPACE:
        return there(view, table_of(view).spaces[option.argument].id)
    if option.kind == kinds.SEAT and pending(view).kind == "encounter":
        fight = matches.against_seat(view, option.argument)
        return "" if fight is None else f"A battle: {matches.percent(fight.win)} win."
    return ""


def there(view: View, space: str) -> str:
    """Return who and what is on a space, with the chances against Enemies."""
    cards = view.on_space(space)
    found = [counted([card_name(view, card) for card in cards])] if cards else []
    gold = view.gold_on(space)
    found += [f"{gold} gold"] if gold else []
    found += [seat_name(view, seat.number) for seat in view.seats if seat.space == space and seat.number != view.seat]
    chances = [f"{matches.percent(one.win)} win against {one.against}" for one in matches.against_cards(view, space)]
    fights = f" ({listed(chances, 'and')})" if chances else ""
    return f"There: {', '.join(found)}{fights}." if found else ""


def offers(view: View) -> dict[str, int]:
    """Return the numbers of the options that lead to spaces, by the space's id."""
    table = table_of(view)
    return {
        table.spaces[option.argument].id: number
        for number, option in enumerate(pending(view).options.values(), 1)
        if option.kind == kinds.SPACE
    }


def near(view: View) -> list[str]:
    """Return the spaces the viewer's decision is about: those on offer, or the one where he is."""
    return list(offers(view)) or ([] if view.me.space is None else [view.me.space])


def explained(view: View, width: int) -> Lines:
    """Return the page of help: the question, every option in full, and the rule behind the ask."""
    ask = pending(view)
    lines = [rule("What is asked", width), *question(view, width), blank()]
    for number, option in enumerate(ask.options.values(), 1):
        said = text((f"{number:>3}", "bold bright_white"), "  ", option.text, (f"  ({option.key})", palette.FAINT))
        lines += fold(said, width, 5)
        more = aside(view, option)
        if more:
            lines += fold(text("     ", (more, palette.FAINT)), width, 5)
    return [*lines, blank(), *cited(view, ask.rule, width)]


def cited(view: View, name: str, width: int) -> Lines:
    """Return a rule with its text by its id."""
    found = rules(table_of(view)).get(name)
    if found is None:
        return [text(("The rule: ", "bold"), name)]
    page = f", page {found.page}" if found.page else ""
    heading = text((found.title, "bold"), (f"  [{found.id}{page}]", palette.FAINT))
    return [rule("The rule behind it", width), heading, *fold(Text(found.text), width)]
