"""The ask: the question, how things stand, and the numbered options with what each of them does."""

from __future__ import annotations

from rich.text import Text

from stormriver.cli.registry import pages_of
from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, blank, columns, cut, fold, fold_all, padded, rule, text
from stormriver.cli.screen.view import View, described, pending, question_of
from stormriver.cli.wording import tell, words
from stormriver.kernel.ask import Option
from stormriver.presentation.rule_texts import rules, told_rules

KEY_COLUMN = 22
"""How wide the keys of options are at most before they are cut."""


def question(view: View, width: int) -> Lines:
    """Return the question with the rule behind it, and how things stand where that matters."""
    ask = pending(view)
    cited = (f"  [{ask.rule}]", palette.FAINT)
    return [
        *fold(text((question_of(view), "bold"), cited), width, 2),
        *fold_all(pages_of(view).situation(view), width, 2),
    ]


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
    return columns([_short(view, number, option) for number, option in enumerate(ask.options.values(), 1)], width, room)


def _option(view: View, number: int, option: Option, keys: int, width: int) -> Lines:
    """Return an option with its number, its key and what it does, folded under itself."""
    first, stop, rest = described(view, option).partition(". ")
    said = text((f"{number:>3}", "bold bright_white"), "  ", padded(Text(option.key, palette.FAINT), keys))
    said.append(first + stop.rstrip())
    if rest and rest not in question_of(view):
        said.append(f" {rest}", palette.FAINT)
    more = pages_of(view).aside(view, option)
    return fold(text(said, (f"  {more}", "bright_white")) if more else said, width, 5 + keys)


def _short(view: View, number: int, option: Option) -> Text:
    return text((f"{number:>3}", "bold bright_white"), "  ", pages_of(view).subject(view, option))


def explained(view: View, width: int) -> Lines:
    """Return the page of help: the question, every option in full, and the rule behind the ask."""
    ask = pending(view)
    lines = [rule(tell(view, "what_is_asked"), width), *question(view, width), blank()]
    for number, option in enumerate(ask.options.values(), 1):
        said = text(
            (f"{number:>3}", "bold bright_white"), "  ", described(view, option), (f"  ({option.key})", palette.FAINT)
        )
        lines += fold(said, width, 5)
        more = pages_of(view).aside(view, option)
        if more:
            lines += fold(text("     ", (more, palette.FAINT)), width, 5)
    return [*lines, blank(), *cited(view, ask.rule, width)]


def cited(view: View, name: str, width: int) -> Lines:
    """Return a rule with its text by its id."""
    found = rules(view.game.table).get(name)
    if found is None:
        return [text((f"{tell(view, 'rule')} ", "bold"), name)]
    page = words(view, "page", page=found.page) if found.page else ""
    said = told_rules(view.game.table, view.language)[name]
    heading = text((said.title, "bold"), (f"  [{found.id}{page}]", palette.FAINT))
    return [rule(tell(view, "rule_behind_it"), width), heading, *fold(Text(said.text), width)]
