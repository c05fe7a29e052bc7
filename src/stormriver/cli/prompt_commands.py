"""The commands at a question: their letters and words, and the page that tells them."""

from __future__ import annotations

from stormriver.cli.offers import Offers
from stormriver.cli.registry import pages_of
from stormriver.cli.screen import ask
from stormriver.cli.screen.lines import Lines, blank, fold, rule, text
from stormriver.cli.screen.view import View, described, pending
from stormriver.cli.wording import words

COMMANDS = (
    ("?", "help"), ("b", "board"), ("x", "look"), ("s", "sheet"), ("l", "log"), ("o", "odds"), ("c", "card"),
    ("h", "hint"), ("u", "undo"), ("r", "redo"),
    ("never", "never"), ("orders", "orders"), ("stops", "stops"), ("full", "full"),
    ("die", "die"), ("e", "entrust"), ("f", "forward"), ("w", "save"), ("q", "quit"),
)  # fmt: skip
"""Every command: its letter and its word, a method of `Conversation`; the catalogues say what may follow it and what
it does."""
FOLLOWED = frozenset({"help", "look", "sheet", "log", "card", "undo", "redo", "orders", "stops", "die", "save"})
"""The commands that more may follow."""
LETTERS = {word: letter for letter, word in COMMANDS}
"""The letter of each command by its word."""
SEPARATOR = ";"
"""What stands between several answers and commands on one line."""


def parts(typed: str) -> list[str]:
    """Return the answers and commands on a line: what stands between semicolons, or several numbers."""
    numbers = typed.split()
    if len(numbers) > 1 and all(number.isdecimal() for number in numbers):
        return numbers
    return [part.strip() for part in typed.split(SEPARATOR)]


def offers(view: View) -> Offers:
    """Return what may be typed at the question of a view."""
    answers = {key: described(view, option) for key, option in pending(view).options.items()}
    letters = frozenset(letter for letter, _ in COMMANDS if len(letter) == 1)
    commands = {word: words(view, f"command_{word}") for _, word in COMMANDS}
    return Offers(answers, commands, letters, bool(pages_of(view).place_at_hand(view)))


def yes_or_no(yes: str) -> Offers:
    """Return what may be typed where yes or no is asked: the first letters of yes in the reader's language, and n."""
    return Offers(letters=frozenset({*(word for word in yes.split() if len(word) == 1), "n"}))


def help_page(view: View, width: int) -> Lines:
    """Return the help for a decision: what is asked, the rule behind it, and the commands."""
    lines = [*ask.explained(view, width), blank(), rule(words(view, "commands"), width)]
    for letter, word in COMMANDS:
        name = letter if letter == word else f"{letter}, {word}"
        more = words(view, f"after_{word}") if word in FOLLOWED else ""
        does = words(view, f"command_{word}")
        lines += fold(text((f"{name + ' ' + more:<24}", "bold"), does), width, 24)
    return [*lines, blank(), *fold(text(words(view, "typing")), width), blank(), pages_of(view).legend(view)]
