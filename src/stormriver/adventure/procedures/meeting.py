"""Meeting what lies on a space, taking what may be taken, and meeting another character."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import CHARACTER, GOLD
from stormriver.adventure.model.frames import Meet, Resolve, Take
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import discard, left_by, may_have, take
from stormriver.adventure.procedures.encounter import EVADE, VISIT, may_evade_person
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, gold_to_take, lose, pick_up_gold
from stormriver.adventure.procedures.stats import (
    allowed,
    find_marks,
    forbidden,
    is_playing,
    marks_on,
    obliged,
)
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import (
    add_options,
    answer_own,
    chosen_of,
    code_of_chosen,
    open_window,
    options_of,
    payable,
)
from stormriver.kernel.ask import CARD, verb, verb_of
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import GOING_ON

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

ATTACK: Final = verb("attack")
STAND: Final = verb("stand")
TAKE_KEY: Final = verb("take", CARD)
TAKE_GOLD: Final = verb("gold")
DONE: Final = verb("done")
PSYCHIC: Final = verb("psychic")


# meeting a card


def others_answer(game: AdventureGame, frame: Resolve) -> None:
    """What concerns everybody may be answered by others too, before it works (ruling.107); what is gone is not met."""
    table = game.table
    if game.state.place[frame.card] != table.lying + frame.space:
        game.finish(frame)
    elif table.is_event[frame.card]:
        open_window(game, frame.seat, 0, table.ANOTHER_CARD_MET)


def go_elsewhere(game: AdventureGame, frame: Resolve) -> None:
    """A card that is still to be laid elsewhere goes there when its number comes."""
    table = game.table
    found = find_marks(game, table.subject_of_card(frame.card), table.rule_marks.bound)
    if found:
        game.unmark(found[0])
        table.cards[frame.card].drawn.run(game, frame.as_context())


def meet_card(game: AdventureGame, frame: Resolve) -> None:
    """Meet the card (or the Enemies that fight as one, or the belongings that may be taken)."""
    state = game.state
    table = game.table
    card = frame.card
    definition = table.cards[card]
    state.answer = VISIT
    if table.is_enemy[card]:
        psychic = bool(definition.craft)
        events.ENEMY_MET.tell(game, frame.seat, card)
        fights.begin_cards(game, frame.seat, frame.group, psychic)
    elif table.is_belonging[card]:
        gold = table.order[card] >= table.belonging_order
        game.push(Take(frame.seat, frame.space, frame.group, gold))
    elif marks_on(game, table.subject_of_card(card), table.rule_marks.lingering) or forbidden(
        game, frame.seat, "meet", definition.names
    ):
        game.finish(frame)
    else:
        options = [VISIT]
        if "unfriendly" in definition.names and may_evade_person(game, frame.seat, definition.names):
            options.append(EVADE)
        add_options(options, game, frame.seat, table.CARD_MET, frame)
        if len(options) > 1:
            game.pose(frame.seat, asks.VISIT, options)


def card_met(game: AdventureGame, frame: Resolve) -> None:
    """Do what the card says, or note how the fight ended."""
    state = game.state
    table = game.table
    card = frame.card
    definition = table.cards[card]
    if table.is_enemy[card] or table.is_belonging[card] or state.answer == EVADE:
        return
    if state.answer != VISIT:
        game.go_to(frame, meet_card)
        answer_own(game, frame.seat, state.answer, frame.as_context())
    else:
        events.CARD_MET.tell(game, frame.seat, card)
        fire(game, frame.seat, "visit", definition.names)
        definition.meet.run(game, frame.as_context())


def card_done(game: AdventureGame, frame: Resolve) -> None:
    """A card that is discarded once it has worked is, unless it lies there as a reminder (cards.event)."""
    table = game.table
    card = frame.card
    if table.vanishes[card] and table.is_lying(game.state.place[card]):
        if not marks_on(game, table.subject_of_card(card), table.rule_marks.lingering):
            discard(game, card, frame.seat)


RESOLVE_STEPS: Final[Steps] = (
    ("encounter.placed_elsewhere", go_elsewhere),
    ("encounter.order", others_answer),
    ("encounter.order", meet_card),
    ("encounter.order", card_met),
    ("cards.event", card_done),
)


# taking


def offer(game: AdventureGame, frame: Take) -> None:
    """Objects, Followers and gold may be taken, one by one (cards.possessions); some must be."""
    table = game.table
    seat = frame.seat
    if not is_playing(game, seat):  # killed by what they took
        game.state.frames.pop()
        return
    takable = _takable(game, frame)
    gold = game.state.seats[seat][GOLD]
    for card in takable:
        if table.cards[card].must_take and table.cards[card].cost <= gold:
            frame.card = card
            game.state.answer = TAKE_KEY + card
            if "unfriendly" in table.cards[card].names and may_evade_person(game, seat, table.cards[card].names):
                game.pose(seat, asks.VISIT, [VISIT, EVADE])
            return
    options = payable(game, seat, frame.as_context(), _OnOffer(table, takable).bought) if takable else []
    if frame.gold and gold_to_take(game, seat, frame.space) and can_carry_gold(game, seat):
        options.append(TAKE_GOLD)
    if options:
        game.pose(seat, asks.TAKE, [*([] if _must_take(game, frame, takable) else [DONE]), *options])
    else:
        game.state.frames.pop()


def _must_take(game: AdventureGame, frame: Take, takable: list[int]) -> bool:
    """Tell whether something that a character can pay for has to be taken."""
    table = game.table
    if not table.musts:
        return False
    gold = game.state.seats[frame.seat][GOLD]
    return any(
        table.cards[card].cost <= gold and obliged(game, frame.seat, "take", table.cards[card].names)
        for card in takable
    )


class _OnOffer:
    """What lies on a space and may be taken, some of it for gold."""

    def __init__(self, table: AdventureTable, takable: list[int]) -> None:
        self.table = table
        self.takable = takable

    def bought(self, gold: int) -> list[int]:
        """Return the options to take what costs no more."""
        return [TAKE_KEY + card for card in self.takable if self.table.cards[card].cost <= gold]


def _takable(game: AdventureGame, frame: Take) -> list[int]:
    """Return the cards on offer that a character may take if they can pay for them."""
    table = game.table
    return [
        card
        for card in game.state.zones[table.lying + frame.space]
        if frame.offered >> card & 1
        and may_have(game, frame.seat, card)
        and not left_by(game, frame.seat, table.subject_of_card(card))
    ]


def taken(game: AdventureGame, frame: Take) -> None:
    """Take what was chosen, and offer the rest."""
    answer = game.state.answer
    if answer == DONE:
        return
    game.restart(frame)
    if answer == TAKE_GOLD:
        gain(game, frame.seat, GOLD, pick_up_gold(game, frame.seat, frame.space))
    elif answer == EVADE:  # who joins whomever they meet is left behind (option.evade_unfriendly)
        frame.offered &= ~(1 << frame.card)
        events.EVADED.tell(game, frame.seat)
    elif answer != VISIT and verb_of(answer)[0] != "take":
        answer_own(game, frame.seat, answer, frame.as_context())
    else:
        card = frame.card if answer == VISIT else answer - TAKE_KEY
        lose(game, frame.seat, GOLD, game.table.cards[card].cost)
        frame.offered &= ~(1 << card)
        events.CARD_TAKEN.tell(game, frame.seat, card)
        take(game, frame.seat, card)


TAKE_STEPS: Final[Steps] = (
    ("cards.possessions", offer),
    ("cards.possessions", taken),
)


# meeting a character


def approach(game: AdventureGame, frame: Meet) -> None:
    """Attack, or use one special ability (encounter.character, ruling.106)."""
    options = [ATTACK]
    if allowed(game, frame.seat, "psychic_attack"):
        options.append(PSYCHIC)
    if not obliged(game, frame.seat, "attack", names_of(game, game.state.seats[frame.rival][CHARACTER])):
        add_options(options, game, frame.seat, game.table.MEET, frame)
    game.pose(frame.seat, asks.MEET, options)


def approached(game: AdventureGame, frame: Meet) -> None:
    """Begin the attack, or note the ability."""
    state = game.state
    answer = state.answer
    if answer in (ATTACK, PSYCHIC):
        state.frames.pop()
        events.CHARACTER_ATTACKED.tell(game, frame.seat, frame.rival)
        fights.begin_duel(game, frame.seat, frame.rival, answer == PSYCHIC)
        return
    frame.source, frame.act = chosen_of(game, frame.seat, answer)


def be_met(game: AdventureGame, frame: Meet) -> None:
    """The other character may evade the ability, as they may evade an attack (evade.what)."""
    options = [STAND]
    if allowed(game, frame.rival, "evade", frozenset({"character"})):
        options.append(EVADE)
    add_options(options, game, frame.rival, game.table.MET, Context(frame.rival, rival=frame.seat))
    game.pose(frame.rival, asks.EVADE, options)


def use_ability(game: AdventureGame, frame: Meet) -> None:
    """Use the ability on the other character, who did not evade."""
    answer = game.state.answer
    if answer not in (STAND, EVADE):
        game.go_to(frame, be_met)
        answer_own(game, frame.rival, answer, Context(frame.rival, rival=frame.seat))
        return
    game.state.frames.pop()
    if answer == EVADE:
        events.EVADED.tell(game, frame.rival)
    elif game.state.interrupt == GOING_ON and is_playing(game, frame.rival):
        chosen = code_of_chosen(game, frame.source, frame.act)
        fire(game, frame.seat, "encountered", rival=frame.rival)
        if chosen in options_of(
            game, frame.seat, game.table.MEET, frame.as_context()
        ):  # in another form the character no longer has it
            answer_own(game, frame.seat, chosen, frame.as_context())


MEET_STEPS: Final[Steps] = (
    ("encounter.character", approach),
    ("encounter.character", approached),
    ("evade.what", be_met),
    ("evade.what", use_ability),
)
