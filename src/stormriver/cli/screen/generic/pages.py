"""The default pages: plain lists of facts, for rulebooks without pages of their own (see screen/pages.py)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stormriver.cli.screen.lines import Lines, blank, cut, fold_all, text
from stormriver.cli.screen.view import View, described
from stormriver.cli.wording import tell
from stormriver.kernel.ask import Option
from stormriver.kernel.errors import BadAnswer
from stormriver.language.naming import named
from stormriver.presentation.facts import Told
from stormriver.presentation.generic.build_view import listed
from stormriver.presentation.generic.facts import Fact


def picture(view: View, width: int, height: int, offers: bool = True, looked_at: str = "") -> Lines:
    """Return the facts of the game, and each seat in a few lines."""
    seats = [line for seat in range(len(view.game.table.seats)) for line in glance(view, seat, width)]
    return [*fold_all([_line(fact) for fact in listed(view.game.table, view.facts())], width, 2), *seats]


def situation(view: View) -> Lines:
    """Return nothing beside the question."""
    return []


def card_asking(view: View, width: int) -> Lines:
    """Return the card that the question is about."""
    return cards_in_question(view, width)


def subject(view: View, option: Option) -> str:
    """Return what an option does."""
    return described(view, option)


def aside(view: View, option: Option) -> str:
    """Return nothing: the option says it all."""
    return ""


def who(view: View, seat: int) -> Text:
    """Return the name of a seat."""
    return text((named(view.game.table.seats[seat]), "bold"))


def glance(view: View, seat: int, width: int) -> Lines:
    """Return a seat with its facts in a line."""
    told = "; ".join(f"{fact.name} {fact.value}" for fact in _facts(view, seat))
    return [cut(text((named(view.game.table.seats[seat]), "bold"), f"  {told}"), width)]


def board_page(view: View, width: int, height: int) -> Lines:
    """Return the facts of the game and of all seats."""
    seats = [line for seat in range(len(view.game.table.seats)) for line in sheet_page(view, seat, width)]
    return [*fold_all([_line(fact) for fact in listed(view.game.table, view.facts())], width, 2), *seats]


def legend(view: View) -> Text:
    """Return nothing: there is no board."""
    return Text()


def sheet_page(view: View, seat: int, width: int) -> Lines:
    """Return the facts of a seat, line by line."""
    return [blank(), who(view, seat), *fold_all([_line(fact) for fact in _facts(view, seat)], width, 2)]


def place_at_hand(view: View) -> str:
    """Return that there is no place to look at."""
    return ""


def place_beside(view: View, place: str, down: int, right: int) -> str:
    """Return that there is no place to look at."""
    return ""


def place_page(view: View, place: str, width: int) -> Lines:
    """Return nothing: there is no board."""
    return []


def option_at(view: View, place: str) -> int:
    """Return that no option is about a place."""
    return 0


def odds_page(view: View, width: int) -> Lines:
    """Return the sentence that no odds are known."""
    return [text(tell(view, "no_odds"))]


def cards_in_question(view: View, width: int) -> Lines:
    """Return the card that the question is about."""
    ask = view.ask
    return [] if ask is None or ask.card < 0 else _card(view, str(view.game.table.cards[ask.card].id), width)


def card_page(view: View, words: str, width: int) -> Lines:
    """Return what a card says that is called by its name or id; BadAnswer if there is none."""
    wanted = words.strip().casefold()
    for card in view.game.table.definitions:
        if wanted in (card.id, view.game.table.name_of(card, view.language).casefold()):
            return _card(view, card.id, width)
    raise BadAnswer(tell(view, "nothing_called", words=repr(words)))


def repeats(view: View, told: Told) -> bool:
    """Tell that no event can be left out."""
    return False


def in_passing(told: Told, later: Sequence[Told]) -> bool:
    """Tell that a summary leaves no event out."""
    return False


def _facts(view: View, seat: int) -> tuple[Fact, ...]:
    return listed(view.game.table, view.facts()["seats"][seat])


def _line(fact: Fact) -> Text:
    return text((f"{named(fact.name)}: ", "dim"), fact.value)


def _card(view: View, name: str, width: int) -> Lines:
    card = next(card for card in view.game.table.definitions if card.id == name)
    name, says = view.game.table.name_of(card, view.language), view.game.table.says(card, view.language)
    return [text((name, "bold")), *fold_all([text(says)], width, 2)]
