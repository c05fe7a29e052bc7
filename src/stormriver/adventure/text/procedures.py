"""The procedures under way, in a sentence each."""

from __future__ import annotations

from stormriver.adventure.model import frames, perils
from stormriver.adventure.model.clauses import dice, incantation, things
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.adventure.text.event_text import seat
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import NONE, Frame, WordFrame
from stormriver.kernel.view import Unresolved, unresolved
from stormriver.language.clauses import Count, Noun, Part, Text, listed, phrase
from stormriver.language.rendering import sentence_of_word, spoken


def under_way(game: AdventureGame, code: str = "en") -> list[Unresolved]:
    """Return what is still to be resolved in a masked game, the topmost first."""
    return unresolved(game, lambda table, frame, card: _said(table, frame, card, code))


def _said(table: AdventureTable, frame: Frame, card: int, code: str) -> str:
    """Return a procedure under way in one sentence.

    Args:
        table: the table of the game.
        frame: the procedure.
        card: the card behind it, if it may be known; NONE if not, or if there is none.
        code: the language.
    """
    speaker = spoken(table, code)
    if isinstance(frame, WordFrame):
        said = sentence_of_word(table, frame.word, code)
        return f"{speaker.say(things(table).card_itself(card))}: {said}" if card != NONE else said
    if isinstance(frame, perils.Fight):
        kind = "/psychic" if frame.psychic else ""
        parts = {"seat": seat(table, frame.seat), "foe": _foe(table, frame)}
        return speaker.message(f"adventure.procedure.{frame.procedure}{kind}", **parts)
    about = frame.as_context()
    return speaker.message(
        f"adventure.procedure.{frame.procedure}",
        seat=seat(table, frame.seat),
        card=_card(table, frame, card),
        space=things(table).space(about.space) if about.space != NONE else phrase("the_space"),
        rival=seat(table, about.rival),
        count=_count(frame),
    )


def _card(table: AdventureTable, frame: Frame, card: int) -> Part:
    """Return what a frame is about: a card, if it may be known, or a Spell that is none."""
    if isinstance(frame, frames.Cast) and frame.card == NONE:
        return incantation(table.words[frame.word].name)
    return things(table).card(card) if card != NONE else Noun("card", "a")


def _count(frame: Frame) -> Part:
    """Return how many of what a frame is about."""
    if isinstance(frame, perils.LoseLives):
        return Count("life", frame.lives)
    if isinstance(frame, perils.Miss):
        return Count("turn", frame.turns)
    if isinstance(frame, frames.Draw):
        return Count("card", frame.count)
    return dice(frame.dice) if isinstance(frame, frames.Roll) else Text("")


def _foe(table: AdventureTable, fight: perils.Fight) -> Part:
    """Return whom somebody fights."""
    if fight.rival != NONE:
        return seat(table, fight.rival)
    if fight.word != NONE:
        return incantation(table.words[fight.word].name)
    group = [things(table).card(card) for card in members(fight.group)]
    return listed(group, "and") if group else phrase("nobody_any_more")
