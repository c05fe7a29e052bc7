"""What is still to be resolved in a wargame: each procedure under way in words, the topmost first."""

from __future__ import annotations

from stormriver.kernel.frames import Frame, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.english import named, sentence
from stormriver.presentation.facts import Pending
from stormriver.wargame.model import frames
from stormriver.wargame.model.phases import Phase, Turn
from stormriver.wargame.model.phrases import Noun, chit, square
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.text.situation import phase_name
from stormriver.wargame.text.wording import UNKNOWN
from stormriver.wargame.view import View, target_of


def stack_of(sight: View) -> tuple[Pending, ...]:
    """Return the procedures under way as an onlooker may know them, the topmost first."""
    table: WargameTable = sight.game.table
    return tuple(_pending(sight, table, frame) for frame in reversed(sight.game.state.frames))


def _pending(sight: View, table: WargameTable, frame: Frame) -> Pending:
    card = frame.card_behind()
    if card == NONE or sight.game.state.place[card] == NONE:  # its viewer may not know it
        card = NONE
    return Pending(
        text=_words(table, frame, card),
        rule=table.rule(frame.cause(table.first_word)),
        seat=frame.seat,
        card=table.cards[card].id if card != NONE else "",
    )


def _words(table: WargameTable, frame: Frame, card: int) -> str:
    if isinstance(frame, WordFrame):
        return sentence(table.words[frame.word].english())
    if isinstance(frame, Phase):
        return f"{phase_name(frame)}."
    target = target_of(frame)
    space = frame.space if isinstance(frame, frames.Move) else NONE
    return named(
        TEXTS[type(frame)].format(
            seat=named(table.seats[frame.seat]) if frame.seat != NONE else "nobody",
            card=chit(table, card) if card != NONE else Noun(UNKNOWN),
            target=chit(table, target) if target != NONE else "a unit",
            space=square(table, space) if space != NONE else "a space",
        )
    )


TEXTS: dict[type[Frame], str] = {
    frames.Setup: "The game is set up.",
    Turn: "Turn of {seat}.",
    frames.Move: "{card} move{card.s} to {space}.",
    frames.Volley: "{card} strike{card.s} at several units.",
    frames.Shoot: "{card} make{card.s} a ranged attack on {target}.",
    frames.Battle: "{card} attack{card.s} {target}.",
    frames.Theft: "{card} steal{card.s} from {target}.",
    frames.Enter: "{card} enter{card.s} a dangerous space.",
    frames.Hit: "{card} {card.is_} hit.",
    frames.Roll: "Dice are rolled.",
    frames.Draw: "{seat} draws.",
    frames.Place: "{card} {card.is_} placed.",
    frames.Equip: "{card} {card.is_} given to a unit.",
    frames.Cast: "{seat} casts {card}.",
    frames.Window: "Everybody concerned may answer.",
    frames.Fate: "{seat} makes use of Fate.",
}
"""What a procedure does, in one sentence."""
