"""What is still to be resolved in a wargame: each procedure under way in words, the topmost first."""

from __future__ import annotations

from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import named, sentence
from stormriver.presentation.facts import Pending
from stormriver.wargame.model import procedures as numbers
from stormriver.wargame.model.phrases import Noun, chit, square
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.turn import PHASES
from stormriver.wargame.text.situation import phase_name
from stormriver.wargame.text.wording import UNKNOWN
from stormriver.wargame.view import View


def stack_of(sight: View) -> tuple[Pending, ...]:
    """Return the procedures under way as an onlooker may know them, the topmost first."""
    table: WargameTable = sight.game.table
    return tuple(_pending(sight, table, frame) for frame in reversed(sight.game.state.frames))


def _pending(sight: View, table: WargameTable, frame: Frame) -> Pending:
    lies = frame.card != NONE and sight.game.state.place[frame.card] != NONE  # else its viewer may not know it
    return Pending(
        text=_words(table, frame, frame.card if lies else NONE),
        rule=table.rule(frame.procedure, frame.word if frame.procedure == numbers.WORD else max(frame.step - 1, 0)),
        seat=frame.seat,
        card=table.cards[frame.card].id if lies else "",
    )


def _words(table: WargameTable, frame: Frame, card: int) -> str:
    if frame.procedure == numbers.WORD:
        return sentence(table.words[frame.word].english())
    if frame.procedure in PHASES:
        return f"{phase_name(frame.procedure)}."
    own = chit(table, card) if card != NONE else Noun(UNKNOWN)
    return named(
        TEXTS[frame.procedure].format(
            seat=named(table.seats[frame.seat]) if frame.seat != NONE else "nobody",
            card=own,
            target=chit(table, frame.target) if frame.procedure in AIMED and frame.target != NONE else "a unit",
            space=square(table, frame.space) if frame.procedure == numbers.MOVE and frame.space != NONE else "a space",
        )
    )


AIMED = frozenset({numbers.SHOOT, numbers.BATTLE, numbers.THEFT})
"""The procedures whose `target` is a unit."""

TEXTS = {
    numbers.SETUP: "The game is set up.",
    numbers.TURN: "Turn of {seat}.",
    numbers.MOVE: "{card} move{card.s} to {space}.",
    numbers.VOLLEY: "{card} strike{card.s} at several units.",
    numbers.SHOOT: "{card} make{card.s} a ranged attack on {target}.",
    numbers.BATTLE: "{card} attack{card.s} {target}.",
    numbers.THEFT: "{card} steal{card.s} from {target}.",
    numbers.ENTER: "{card} enter{card.s} a dangerous space.",
    numbers.HIT: "{card} {card.is_} hit.",
    numbers.ROLL: "Dice are rolled.",
    numbers.DRAW: "{seat} draws.",
    numbers.PLACE: "{card} {card.is_} placed.",
    numbers.EQUIP: "{card} {card.is_} given to a unit.",
    numbers.CAST: "{seat} casts {card}.",
    numbers.WINDOW: "Everybody concerned may answer.",
    numbers.FATE: "{seat} makes use of Fate.",
}
"""What a procedure does, in one sentence."""
