"""Encounters: a character or the space; drawing cards; meeting them in order (rules chapter `encounter`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure import fights
from stormriver.adventure.belongings import discard, may_have, take
from stormriver.adventure.columns import GOLD, SPACE
from stormriver.adventure.fortune import can_carry_gold, gain, gold_on, lose, stock_left, take_loose_gold
from stormriver.adventure.limits import DITCH_ANY, begin_ditch, ditchable
from stormriver.adventure.procedures import ARRIVE, DRAW, ENCOUNTER, MEET, RESOLVE, TAKE
from stormriver.adventure.spells import top
from stormriver.adventure.stats import (
    allowed,
    context,
    find_marks,
    forbidden,
    is_playing,
    marks_on,
    playing,
    table_of,
    total,
)
from stormriver.adventure.triggers import fire
from stormriver.adventure.windows import answer_own, open_window, options_of
from stormriver.kernel.ask import CARD, PASS, SEAT, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import GOING_ON, NONE, Frame
from stormriver.language.grammar import NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.table import AdventureTable

SPACE_KEY = verb("space")
MEET_KEY = verb("character", SEAT)
ATTACK = verb("attack")
PSYCHIC = verb("psychic")
EVADE = verb("evade")
STAND = verb("stand")
VISIT = verb("visit")
SKIP = verb("skip")
TAKE_KEY = verb("take", CARD)
TAKE_GOLD = verb("gold")
REDRAW = verb("redraw", CARD)
DONE = verb("done")

# Flags of an encounter.
UNFOUGHT = fights.UNFOUGHT
GOLD_OFFERED = 2


# arriving


def numberless(game: Game, frame: Frame) -> None:
    """Cards without an encounter number come first of all (encounter.numberless_first)."""
    table = table_of(game)
    if frame.flags & UNFOUGHT:
        return
    for card in game.state.zones[table.lying + frame.space]:
        if table.order[card] == NONE and not frame.group >> card & 1 and table.cards[card].meet is not NOTHING:
            frame.group |= 1 << card
            frame.step -= 1
            table.cards[card].meet.run(game, context(frame.seat, card, space=frame.space))
            return


def landed(game: Game, frame: Frame) -> None:
    """What follows landing on a space by itself."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        fire(game, frame.seat, "landed", table_of(game).spaces[frame.space].names)


def reach_summit(game: Game, frame: Frame) -> None:
    """Once anybody has reached the goal, there are no new characters (crown.reach, crown.no_return)."""
    table = table_of(game)
    if frame.space != table.summit or not is_playing(game, frame.seat):
        return
    subject = table.subject_of_space(table.summit)
    kind = table.mark_ids["summit_reached"]
    if not find_marks(game, subject, kind):
        game.mark(kind, subject)
        game.tell("SummitReached", frame.seat)


def win_at_summit(game: Game, frame: Frame) -> None:
    """The first to reach the goal wins (option.sudden_death)."""
    if frame.space == table_of(game).summit and is_playing(game, frame.seat):
        game.tell("SummitReached", frame.seat)
        game.end(1 << frame.seat)


def after_move(game: Game, frame: Frame) -> None:
    """Spells for the moment after a move."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        table = table_of(game)
        open_window(game, frame.seat, table.MOVED, table.MOVED & 0)


def begin_encounter(game: Game, frame: Frame) -> None:
    """Go on to the encounter."""
    state = game.state
    if state.interrupt == GOING_ON and is_playing(game, frame.seat):
        state.frames.pop()
        game.push(Frame(ENCOUNTER, frame.seat, space=frame.space))


ARRIVE_STEPS = (
    ("encounter.numberless_first", numberless),
    ("crown.reach", reach_summit),
    ("movement.landing", landed),
    ("spells.as_printed", after_move),
    ("encounter.after_move", begin_encounter),
)


ARRIVE_SUDDEN_DEATH_STEPS = tuple(
    ("option.sudden_death", win_at_summit) if step is reach_summit else (rule, step) for rule, step in ARRIVE_STEPS
)


def arrive(game: Game, seat: int) -> None:
    """Let a character land on the space where he is."""
    game.push(Frame(ARRIVE, seat, space=game.state.seats[seat][SPACE]))


# choosing


def others_here(game: Game, seat: int) -> list[int]:
    """Return the other characters on a character's space that he may encounter."""
    table = table_of(game)
    space = game.state.seats[seat][SPACE]
    if not table.spaces[space].meetings:
        return []
    return [other for other in playing(game) if other != seat and game.state.seats[other][SPACE] == space]


def choose(game: Game, frame: Frame) -> None:
    """Encounter the space or one character on it, never both (encounter.choice)."""
    table = table_of(game)
    seat = frame.seat
    others = others_here(game, seat)
    options = [MEET_KEY + other for other in others]
    turned = marks_on(game, seat, table.mark_ids["turned_back"])
    if not (frame.space == table.summit and others):  # there characters must encounter each other
        options.insert(0, PASS if turned else SPACE_KEY)
    options += options_of(game, seat, table.ENCOUNTER, frame)
    if game.state.zones[table.play + seat] and ditchable(game, seat):
        options.append(DITCH_ANY)
    game.pose(seat, "encounter", options)


def chosen(game: Game, frame: Frame) -> None:
    """Go on with what was chosen."""
    answer = game.state.answer
    if game.state.interrupt != GOING_ON or answer == PASS:
        game.state.frames.pop()
    elif answer == SPACE_KEY:
        return
    elif answer == DITCH_ANY:
        frame.step = 0
        begin_ditch(game, frame.seat)
    elif MEET_KEY <= answer < MEET_KEY + len(game.state.seats):
        game.state.frames.pop()
        game.push(Frame(MEET, frame.seat, rival=answer - MEET_KEY, space=frame.space))
    else:
        frame.step = 0
        answer_own(game, frame.seat, answer, frame)


# the space


def going_on(game: Game, frame: Frame) -> bool:
    """Tell whether the encounter goes on; if not, what remains of it falls away."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        return True
    game.state.frames.pop()
    return False


def space_first(game: Game, frame: Frame) -> None:
    """What the space demands before cards are drawn (encounter.space_instructions)."""
    if going_on(game, frame):
        table_of(game).spaces[frame.space].first.run(game, context(frame.seat, space=frame.space))


def draw_cards(game: Game, frame: Frame) -> None:
    """Draw up to the number of the space; all cards that lie there count (encounter.draw_up_to)."""
    if going_on(game, frame):
        table = table_of(game)
        wanted = table.spaces[frame.space].draw - len(game.state.zones[table.lying + frame.space])
        if wanted > 0:
            game.push(Frame(DRAW, frame.seat, space=frame.space, amount=wanted))


def next_card(game: Game, frame: Frame) -> None:
    """Meet the cards in order of their numbers, of equal ones the first drawn (encounter.order)."""
    if not going_on(game, frame):
        return
    table = table_of(game)
    waiting = cards_waiting(game, frame)
    if not waiting and frame.flags & UNFOUGHT:
        game.state.frames.pop()
        return
    if not frame.flags & GOLD_OFFERED and (not waiting or table.order[waiting[0]] >= table.belonging_order):
        frame.flags |= GOLD_OFFERED  # loose gold is taken with Objects and Followers (ruling.47)
        if gold_on(game, frame.space) and not (waiting and table.is_belonging[waiting[0]]):
            frame.step -= 1
            game.push(Frame(TAKE, frame.seat, space=frame.space, amount=1))
            return
    if not waiting:
        return
    frame.step -= 1
    first = waiting[0]
    group = 1 << first
    if table.is_enemy[first] and (table.options["spirits_as_one"] or not table.cards[first].craft):
        for card in waiting[1:]:
            if table.order[card] == table.order[first] and table.is_enemy[card] and _same_attack(table, first, card):
                group |= 1 << card
    elif table.is_belonging[first]:
        for card in waiting[1:]:
            if table.order[card] == table.order[first] and table.is_belonging[card]:
                group |= 1 << card
    frame.group |= group
    game.push(Frame(RESOLVE, frame.seat, card=first, space=frame.space, group=group))


def _same_attack(table: AdventureTable, first: int, card: int) -> bool:
    return bool(table.cards[first].craft) == bool(table.cards[card].craft)


def cards_waiting(game: Game, frame: Frame) -> list[int]:
    """Return the cards on the space that are still to be met, in their order."""
    table = table_of(game)
    lying = game.state.zones[table.lying + frame.space]
    waiting = [card for card in lying if not frame.group >> card & 1 and table.order[card] != NONE]
    if frame.flags & UNFOUGHT:
        waiting = [card for card in waiting if table.is_enemy[card]]
    waiting.sort(key=table.order.__getitem__)
    return waiting


def waiting(game: Game) -> bool:
    """Tell whether in the turn under way other cards were still to be met (turn.lose)."""
    for frame in reversed(game.state.frames):
        if frame.procedure == ENCOUNTER:
            return bool(cards_waiting(game, frame))
    return False


def visit_space(game: Game, frame: Frame) -> None:
    """Follow what the space itself demands, unless it may be left out or evaded."""
    if not going_on(game, frame):
        return
    table = table_of(game)
    space = table.spaces[frame.space]
    game.state.answer = VISIT
    if space.visit is NOTHING:
        return
    options = [VISIT]
    if allowed(game, frame.seat, "skip", space.names):
        options.append(SKIP)
    if space.unfriendly and may_evade_person(game, frame.seat, frozenset({"unfriendly"})):
        options.append(EVADE)
    game.pose(frame.seat, "visit", options)


def visited(game: Game, frame: Frame) -> None:
    """Carry out the visit."""
    state = game.state
    answer = state.answer
    state.frames.pop()
    space = table_of(game).spaces[frame.space]
    if answer == VISIT and space.visit is not NOTHING:
        fire(game, frame.seat, "visit", space.names)
        space.visit.run(game, context(frame.seat, space=frame.space))


def may_evade_person(game: Game, seat: int, names: frozenset[str]) -> bool:
    """Tell whether a character may evade an individual on a card or space (option.evade_unfriendly)."""
    return not fights.creatures_immune(game, seat) and allowed(game, seat, "evade", names)


ENCOUNTER_STEPS = (
    ("encounter.choice", choose),
    ("encounter.choice", chosen),
    ("encounter.space_instructions", space_first),
    ("encounter.draw_up_to", draw_cards),
    ("encounter.order", next_card),
    ("encounter.other_spaces", visit_space),
    ("encounter.other_spaces", visited),
)


# drawing


def draw_one(game: Game, frame: Frame) -> None:
    """Draw the cards, face up onto the space (cards.draw)."""
    table = table_of(game)
    while frame.amount > 0:
        card = top(game, table.drawn_from)
        if card == NONE:
            break
        game.move_card(card, table.lying + frame.space, frame.seat)
        game.tell("CardDrawn", frame.seat, card, frame.space)
        frame.group |= 1 << card
        frame.amount -= 1


def offer_redraw(game: Game, frame: Frame) -> None:
    """Some characters and Objects may exchange one of the cards just drawn (ruling.70)."""
    game.state.answer = PASS
    table = table_of(game)
    if table.redraws_exist and frame.roll < total(game, frame.seat, table.REDRAWS):
        cards = [c for c in game.state.zones[table.lying + frame.space] if frame.group >> c & 1]
        if cards:
            game.pose(frame.seat, "redraw", [PASS, *(REDRAW + card for card in cards)])


def redraw(game: Game, frame: Frame) -> None:
    """Exchange the card; the one drawn instead cannot be exchanged again."""
    if game.state.answer == PASS:
        return
    table = table_of(game)
    discard(game, game.state.answer - REDRAW, frame.seat)
    frame.roll += 1
    card = top(game, table.drawn_from)
    if card != NONE:
        game.move_card(card, table.lying + frame.space, frame.seat)
        game.tell("CardDrawn", frame.seat, card, frame.space)
        frame.target = card
    frame.step -= 2


def relocate(game: Game, frame: Frame) -> None:
    """Cards that are placed elsewhere go there first (encounter.placed_elsewhere_first); counters are laid on those that hold them."""
    table = table_of(game)
    for card in game.state.zones[table.lying + frame.space]:
        if frame.rival_roll >> card & 1 or not (frame.group >> card & 1 or card == frame.target):
            continue
        frame.rival_roll |= 1 << card
        _lay_counters(game, frame.seat, card)
        if table.cards[card].drawn is not NOTHING:
            frame.step -= 1
            game.state.frames[-2].group |= 1 << card  # not met now, wherever it comes to lie (ruling.49)
            table.cards[card].drawn.run(game, context(frame.seat, card, space=frame.space))
            return


def _lay_counters(game: Game, seat: int, card: int) -> None:
    table = table_of(game)
    for column, amount in table.cards[card].holds.items():
        left = stock_left(game, column, seat, amount.of(game, context(seat, card)))
        if left:
            game.mark(table.held_marks[column], table.subject_of_card(card), left)


DRAW_STEPS = (
    ("cards.draw", draw_one),
    ("cards.draw", offer_redraw),
    ("cards.draw", redraw),
    ("encounter.placed_elsewhere_first", relocate),
)


# meeting a card


def meet_card(game: Game, frame: Frame) -> None:
    """Meet the card (or the Enemies that fight as one, or the belongings that may be taken)."""
    state = game.state
    table = table_of(game)
    card = frame.card
    definition = table.cards[card]
    state.answer = VISIT
    if table.is_enemy[card]:
        psychic = bool(definition.craft)
        game.tell("EnemyMet", frame.seat, card)
        fights.begin_cards(game, frame.seat, frame.group, psychic)
    elif table.is_belonging[card]:
        gold = table.order[card] >= table.belonging_order
        game.push(Frame(TAKE, frame.seat, space=frame.space, group=frame.group, amount=gold))
    elif marks_on(game, table.subject_of_card(card), table.mark_ids["lingering"]) or forbidden(game, frame.seat, "meet", definition.names):
        frame.step = len(RESOLVE_STEPS)
    elif "unfriendly" in definition.names and may_evade_person(game, frame.seat, definition.names):
        game.pose(frame.seat, "visit", [VISIT, EVADE])


def card_met(game: Game, frame: Frame) -> None:
    """Do what the card says, or note how the fight ended."""
    state = game.state
    table = table_of(game)
    card = frame.card
    definition = table.cards[card]
    if not table.is_enemy[card] and not table.is_belonging[card] and state.answer == VISIT:
        game.tell("CardMet", frame.seat, card)
        fire(game, frame.seat, "visit", definition.names)
        definition.meet.run(game, context(frame.seat, card, space=frame.space))


def card_done(game: Game, frame: Frame) -> None:
    """An Event is discarded once it has worked, unless it lies there as a reminder (cards.event)."""
    table = table_of(game)
    card = frame.card
    if table.is_event[card] and table.is_lying(game.state.place[card]):
        if not marks_on(game, table.subject_of_card(card), table.mark_ids["lingering"]):
            discard(game, card, frame.seat)


RESOLVE_STEPS = (
    ("encounter.order", meet_card),
    ("encounter.order", card_met),
    ("cards.event", card_done),
)


# taking


def offer(game: Game, frame: Frame) -> None:
    """Objects, Followers and gold may be taken, one by one (cards.possessions); some must be."""
    table = table_of(game)
    seat = frame.seat
    game.state.answer = DONE
    for card in _takable(game, frame):
        if table.cards[card].must_take:
            game.state.answer = TAKE_KEY + card
            return
    options = [TAKE_KEY + card for card in _takable(game, frame)]
    if frame.amount and gold_on(game, frame.space) and can_carry_gold(game, seat):
        options.append(TAKE_GOLD)
    if options:
        game.pose(seat, "take", [DONE, *options])


def _takable(game: Game, frame: Frame) -> list[int]:
    table = table_of(game)
    gold = game.state.seats[frame.seat][GOLD]
    ditched = table.mark_ids["ditched"]
    return [
        card
        for card in game.state.zones[table.lying + frame.space]
        if frame.group >> card & 1
        and may_have(game, frame.seat, card)
        and table.cards[card].cost <= gold
        and not marks_on(game, table.subject_of_card(card), ditched)
    ]


def taken(game: Game, frame: Frame) -> None:
    """Take what was chosen, and offer the rest."""
    answer = game.state.answer
    if answer == DONE:
        return
    frame.step = 0
    if answer == TAKE_GOLD:
        gain(game, frame.seat, GOLD, take_loose_gold(game, frame.space))
    else:
        card = answer - TAKE_KEY
        lose(game, frame.seat, GOLD, table_of(game).cards[card].cost)
        frame.group &= ~(1 << card)
        take(game, frame.seat, card)
        game.tell("CardTaken", frame.seat, card)


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
        game.tell("CharacterAttacked", frame.seat, frame.rival)
        fights.begin_duel(game, frame.seat, frame.rival, answer == PSYCHIC)
        return
    frame.target = answer


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
        frame.step -= 2
        answer_own(game, frame.rival, answer, Frame(MEET, frame.rival, rival=frame.seat))
        return
    game.state.frames.pop()
    if answer == EVADE:
        game.tell("Evaded", frame.rival)
    elif game.state.interrupt == GOING_ON and is_playing(game, frame.rival):
        target, frame.target = frame.target, NONE
        answer_own(game, frame.seat, target, frame)


MEET_STEPS = (
    ("encounter.character", approach),
    ("encounter.character", approached),
    ("evade.what", be_met),
    ("evade.what", use_ability),
)
