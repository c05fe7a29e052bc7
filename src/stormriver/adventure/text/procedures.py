"""English sentences for the procedures under way."""

from __future__ import annotations

from stormriver.adventure.model import frames, perils
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame, AdventureTable
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import NONE, Frame, WordFrame
from stormriver.kernel.view import Unresolved, unresolved
from stormriver.language.english import counted, dice, listed, named, sentence

TEXTS = {
    "setup": "The game is set up.",
    "turn": "Turn of {seat}.",
    "move": "{seat} moves.",
    "arrive": "{seat} comes to {space}.",
    "encounter": "{seat} encounters what is at {space}.",
    "meet": "{seat} encounters {rival}.",
    "draw": "{seat} draws {count}.",
    "resolve": "{seat} encounters {card}.",
    "take": "{seat} may take what lies at {space}.",
    "fight_over": "The fight of {seat} is over.",
    "roll": "{seat} rolls {count}.",
    "lose_lives": "{seat} is about to lose {count}.",
    "die": "{seat} is killed.",
    "cast": "{seat} casts {card}.",
    "window": "Everybody concerned may answer.",
    "surplus": "{seat} has more than is allowed.",
    "exchange": "{seat} may exchange trophies.",
    "reborn": "{seat} begins with a new character.",
    "loot": "{seat} may take what {rival} had.",
    "ditch": "{seat} may leave things behind.",
    "lose_follower": "{seat} is about to lose {card}.",
    "confine": "{seat} is about to be taken to {space}.",
    "miss": "{seat} is about to miss {count}.",
}


def under_way(game: AdventureGame) -> list[Unresolved]:
    """Return what is still to be resolved in a masked game, the topmost first."""
    return unresolved(game, _said)


def _said(table: AdventureTable, frame: Frame, card: int) -> str:
    """Return a procedure under way in one sentence.

    Args:
        table: the table of the game.
        frame: the procedure.
        card: the card behind it, if it may be known; NONE if not, or if there is none.
    """
    if isinstance(frame, WordFrame):
        said = sentence(table.words[frame.word].english())
        return f"{table.cards[card].name}: {said}" if card != NONE else said
    if isinstance(frame, perils.Fight):
        return _fight(table, frame)
    about = frame.as_context()
    return TEXTS[frame.procedure].format(
        seat=named(table.seats[frame.seat]),
        card=_card(table, frame, card),
        space=nouns(table).space(about.space) if about.space != NONE else "the space",
        rival=named(table.seats[about.rival]) if about.rival != NONE else "somebody",
        count=_count(frame),
    )


def _card(table: AdventureTable, frame: Frame, card: int) -> str:
    """Return what a frame is about: a card, if it may be known, or a Spell that is none."""
    if isinstance(frame, frames.Cast) and frame.card == NONE:
        return f"the {table.words[frame.word].name}"
    return nouns(table).card(card) if card != NONE else "a card"


def _count(frame: Frame) -> str:
    """Return how many of what a frame is about."""
    if isinstance(frame, perils.LoseLives):
        return counted(frame.lives, "life")
    if isinstance(frame, perils.Miss):
        return counted(frame.turns, "turn")
    if isinstance(frame, frames.Draw):
        return counted(frame.count, "card")
    return dice(frame.dice) if isinstance(frame, frames.Roll) else ""


def _fight(table: AdventureTable, fight: perils.Fight) -> str:
    """Return who fights whom."""
    kind = "by psychic combat" if fight.psychic else "in battle"
    if fight.rival != NONE:
        foe = named(table.seats[fight.rival])
    elif fight.word != NONE:
        foe = f"the {table.words[fight.word].name}"
    else:
        foe = listed([nouns(table).card(card) for card in members(fight.group)], "and") or "nobody any more"
    return f"{named(table.seats[fight.seat])} fights {foe} {kind}."
