"""What is still to be resolved: each procedure under way in words, the topmost first."""

from __future__ import annotations

from collections.abc import Callable

from stormriver.adventure.model import procedures as numbers
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.windows import members
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import counted, dice, listed, named, sentence
from stormriver.presentation.facts import Pending


def stack_of(game: Game, table: AdventureTable) -> tuple[Pending, ...]:
    """Return the procedures under way in a masked game, the topmost first."""
    return tuple(_pending(game, table, frame) for frame in reversed(game.state.frames))


def _pending(game: Game, table: AdventureTable, frame: Frame) -> Pending:
    card = frame.card if frame.card != NONE and game.state.place[frame.card] != NONE else NONE
    return Pending(
        text=_words(table, frame, card),
        rule=rule_under_way(table, frame),
        seat=frame.seat,
        card=table.cards[card].id if card != NONE else "",
    )


def rule_under_way(table: AdventureTable, frame: Frame) -> str:
    """Return the id of the rule that the step under way of a procedure carries out."""
    if frame.procedure == numbers.WORD:
        return str(table.words[frame.word].rule)
    rules = table.procedures[frame.procedure].rules
    return rules[min(max(frame.step - 1, 0), len(rules) - 1)] if rules else ""


def _words(table: AdventureTable, frame: Frame, card: int) -> str:
    if frame.procedure == numbers.WORD:
        said = sentence(table.words[frame.word].english())
        return f"{table.cards[card].name}: {said}" if card != NONE else said
    if frame.procedure == numbers.FIGHT:
        return _fight(table, frame)
    template = TEXTS[frame.procedure]
    return template.format(
        seat=named(table.seats[frame.seat]),
        card=_card(table, frame, card),
        space=nouns(table).space(frame.space) if frame.space != NONE else "the space",
        rival=named(table.seats[frame.rival]) if frame.rival != NONE else "somebody",
        **{name: said(frame) for name, said in COUNTED.items()},
    )


def _card(table: AdventureTable, frame: Frame, card: int) -> str:
    """Return what a frame is about: a card, if it may be known, or a Spell that is none."""
    if frame.procedure == numbers.CAST and frame.card == NONE:
        return f"the {table.words[frame.word].name}"
    return nouns(table).card(card) if card != NONE else "a card"


def _fight(table: AdventureTable, frame: Frame) -> str:
    """Return who fights whom."""
    kind = "by psychic combat" if frame.flags & fights.PSYCHIC else "in battle"
    if frame.rival != NONE:
        foe = named(table.seats[frame.rival])
    elif frame.word != NONE:
        foe = f"the {table.words[frame.word].name}"
    else:
        foe = listed([nouns(table).card(card) for card in members(frame.group)], "and") or "nobody any more"
    return f"{named(table.seats[frame.seat])} fights {foe} {kind}."


COUNTED: dict[str, Callable[[Frame], str]] = {
    "lives": lambda frame: counted(frame.amount, "life"),
    "dice": lambda frame: dice(frame.amount),
    "cards": lambda frame: counted(frame.amount, "card"),
    "turns": lambda frame: counted(frame.amount, "turn"),
}
"""What a text may count."""

TEXTS = {
    numbers.SETUP: "The game is set up.",
    numbers.TURN: "Turn of {seat}.",
    numbers.MOVE: "{seat} moves.",
    numbers.ARRIVE: "{seat} comes to {space}.",
    numbers.ENCOUNTER: "{seat} encounters what is at {space}.",
    numbers.MEET: "{seat} encounters {rival}.",
    numbers.DRAW: "{seat} draws {cards}.",
    numbers.RESOLVE: "{seat} encounters {card}.",
    numbers.TAKE: "{seat} may take what lies at {space}.",
    numbers.ROLL: "{seat} rolls {dice}.",
    numbers.LOSE_LIVES: "{seat} is about to lose {lives}.",
    numbers.DIE: "{seat} is killed.",
    numbers.CAST: "{seat} casts {card}.",
    numbers.WINDOW: "Everybody concerned may answer.",
    numbers.SURPLUS: "{seat} has more than is allowed.",
    numbers.EXCHANGE: "{seat} may exchange trophies.",
    numbers.REBORN: "{seat} begins with a new character.",
    numbers.LOOT: "{seat} may take what {rival} had.",
    numbers.DITCH: "{seat} may leave things behind.",
    numbers.LOSE_FOLLOWER: "{seat} is about to lose {card}.",
    numbers.CONFINE: "{seat} is about to be taken to {space}.",
    numbers.MISS: "{seat} is about to miss {turns}.",
}
"""What a procedure does, in one sentence."""
