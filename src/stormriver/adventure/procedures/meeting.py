"""Meeting what lies on a space, taking what may be taken, and meeting another character."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.procedures import MEET, TAKE
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import discard, left_by, may_have, take
from stormriver.adventure.procedures.encounter import EVADE, VISIT, may_evade_person
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, gold_to_take, lose, pick_up_gold
from stormriver.adventure.procedures.stats import (
    allowed,
    context,
    find_marks,
    forbidden,
    is_playing,
    marks_on,
    table_of,
)
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import (
    answer_own,
    chosen_of,
    code_of_chosen,
    open_window,
    options_of,
    payable,
)
from stormriver.kernel.ask import CARD, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.state import GOING_ON, NONE, Frame

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

ATTACK = verb("attack")
STAND = verb("stand")
TAKE_KEY = verb("take", CARD)
TAKE_GOLD = verb("gold")
DONE = verb("done")
PSYCHIC = verb("psychic")


# meeting a card


def others_answer(game: Game, frame: Frame) -> None:
    """What concerns everybody may be answered by others too, before it works (ruling.107); what is gone is not met."""
    table: AdventureTable = game.table
    if game.state.place[frame.card] != table.lying + frame.space:
        game.finish(frame)
    elif table.is_event[frame.card]:
        open_window(game, frame.seat, 0, table.ANOTHER_CARD_MET)


def go_elsewhere(game: Game, frame: Frame) -> None:
    """A card that is still to be laid elsewhere goes there when its number comes."""
    table = table_of(game)
    found = find_marks(game, table.subject_of_card(frame.card), table.rule_marks.bound)
    if found:
        game.unmark(found[0])
        table.cards[frame.card].drawn.run(game, context(frame.seat, frame.card, space=frame.space))


def meet_card(game: Game, frame: Frame) -> None:
    """Meet the card (or the Enemies that fight as one, or the belongings that may be taken)."""
    state = game.state
    table: AdventureTable = game.table
    card = frame.card
    definition = table.cards[card]
    state.answer = VISIT
    if table.is_enemy[card]:
        psychic = bool(definition.craft)
        events.ENEMY_MET.tell(game, frame.seat, card)
        fights.begin_cards(game, frame.seat, frame.group, psychic)
    elif table.is_belonging[card]:
        gold = int(table.order[card] >= table.belonging_order)
        game.push(Frame(TAKE, frame.seat, space=frame.space, group=frame.group, amount=gold))
    elif marks_on(game, table.subject_of_card(card), table.rule_marks.lingering) or forbidden(
        game, frame.seat, "meet", definition.names
    ):
        game.finish(frame)
    else:
        options = [VISIT]
        if "unfriendly" in definition.names and may_evade_person(game, frame.seat, definition.names):
            options.append(EVADE)
        options += options_of(game, frame.seat, table.CARD_MET, frame)
        if len(options) > 1:
            game.pose(frame.seat, "visit", options)


def card_met(game: Game, frame: Frame) -> None:
    """Do what the card says, or note how the fight ended."""
    state = game.state
    table: AdventureTable = game.table
    card = frame.card
    definition = table.cards[card]
    if table.is_enemy[card] or table.is_belonging[card] or state.answer == EVADE:
        return
    if state.answer != VISIT:
        game.go_to(frame, meet_card)
        answer_own(game, frame.seat, state.answer, frame)
    else:
        events.CARD_MET.tell(game, frame.seat, card)
        fire(game, frame.seat, "visit", definition.names)
        definition.meet.run(game, context(frame.seat, card, space=frame.space))


def card_done(game: Game, frame: Frame) -> None:
    """A card that is discarded once it has worked is, unless it lies there as a reminder (cards.event)."""
    table: AdventureTable = game.table
    card = frame.card
    if table.vanishes[card] and table.is_lying(game.state.place[card]):
        if not marks_on(game, table.subject_of_card(card), table.rule_marks.lingering):
            discard(game, card, frame.seat)


RESOLVE_STEPS = (
    ("encounter.placed_elsewhere", go_elsewhere),
    ("encounter.order", others_answer),
    ("encounter.order", meet_card),
    ("encounter.order", card_met),
    ("cards.event", card_done),
)


# taking


def offer(game: Game, frame: Frame) -> None:
    """Objects, Followers and gold may be taken, one by one (cards.possessions); some must be."""
    table: AdventureTable = game.table
    seat = frame.seat
    takable = _takable(game, frame)
    gold = game.state.seats[seat][GOLD]
    for card in takable:
        if table.cards[card].must_take and table.cards[card].cost <= gold:
            frame.card = card
            game.state.answer = TAKE_KEY + card
            if "unfriendly" in table.cards[card].names and may_evade_person(game, seat, table.cards[card].names):
                game.pose(seat, "visit", [VISIT, EVADE])
            return
    options = payable(game, seat, frame, partial(_offers, table, takable)) if takable else []
    if frame.amount and gold_to_take(game, seat, frame.space) and can_carry_gold(game, seat):
        options.append(TAKE_GOLD)
    if options:
        game.pose(seat, "take", [DONE, *options])
    else:
        game.state.frames.pop()


def _offers(table: AdventureTable, takable: list[int], gold: int) -> list[int]:
    return [TAKE_KEY + card for card in takable if table.cards[card].cost <= gold]


def _takable(game: Game, frame: Frame) -> list[int]:
    """Return the cards on offer that a character may take if he can pay for them."""
    table: AdventureTable = game.table
    return [
        card
        for card in game.state.zones[table.lying + frame.space]
        if frame.group >> card & 1
        and may_have(game, frame.seat, card)
        and not left_by(game, frame.seat, table.subject_of_card(card))
    ]


def taken(game: Game, frame: Frame) -> None:
    """Take what was chosen, and offer the rest."""
    answer = game.state.answer
    if answer == DONE:
        return
    game.restart(frame)
    if answer == TAKE_GOLD:
        gain(game, frame.seat, GOLD, pick_up_gold(game, frame.seat, frame.space))
    elif answer == EVADE:  # who joins whomever they meet is left behind (option.evade_unfriendly)
        frame.group &= ~(1 << frame.card)
        events.EVADED.tell(game, frame.seat)
    elif answer != VISIT and verb_of(answer)[0] != "take":
        answer_own(game, frame.seat, answer, frame)
    else:
        card = frame.card if answer == VISIT else answer - TAKE_KEY
        lose(game, frame.seat, GOLD, table_of(game).cards[card].cost)
        frame.group &= ~(1 << card)
        events.CARD_TAKEN.tell(game, frame.seat, card)
        take(game, frame.seat, card)


TAKE_STEPS = (
    ("cards.possessions", offer),
    ("cards.possessions", taken),
)


# meeting a character


def approach(game: Game, frame: Frame) -> None:
    """Attack, or use one special ability (encounter.character, ruling.106)."""
    options = [ATTACK]
    if allowed(game, frame.seat, "psychic_attack"):
        options.append(PSYCHIC)
    options += options_of(game, frame.seat, table_of(game).MEET, frame)
    game.pose(frame.seat, "meet", options)


def approached(game: Game, frame: Frame) -> None:
    """Begin the attack, or note the ability."""
    state = game.state
    answer = state.answer
    if answer in (ATTACK, PSYCHIC):
        state.frames.pop()
        events.CHARACTER_ATTACKED.tell(game, frame.seat, frame.rival)
        fights.begin_duel(game, frame.seat, frame.rival, answer == PSYCHIC)
        return
    frame.target, frame.amount = chosen_of(game, frame.seat, answer, frame)


def be_met(game: Game, frame: Frame) -> None:
    """The other character may evade the ability, as he may evade an attack (evade.what)."""
    options = [STAND]
    if allowed(game, frame.rival, "evade", frozenset({"character"})):
        options.append(EVADE)
    options += options_of(game, frame.rival, table_of(game).MET, Frame(MEET, frame.rival, rival=frame.seat))
    game.pose(frame.rival, "evade", options)


def use_ability(game: Game, frame: Frame) -> None:
    """Use the ability on the other character, who did not evade."""
    answer = game.state.answer
    if answer not in (STAND, EVADE):
        game.go_to(frame, be_met)
        answer_own(game, frame.rival, answer, Frame(MEET, frame.rival, rival=frame.seat))
        return
    game.state.frames.pop()
    if answer == EVADE:
        events.EVADED.tell(game, frame.rival)
    elif game.state.interrupt == GOING_ON and is_playing(game, frame.rival):
        chosen = code_of_chosen(game, frame.target, frame.amount)
        frame.target, frame.amount = NONE, 0
        fire(game, frame.seat, "encountered", rival=frame.rival)
        if chosen in options_of(game, frame.seat, table_of(game).MEET, frame):  # in another form he has it no longer
            answer_own(game, frame.seat, chosen, frame)


MEET_STEPS = (
    ("encounter.character", approach),
    ("encounter.character", approached),
    ("evade.what", be_met),
    ("evade.what", use_ability),
)
