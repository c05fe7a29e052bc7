"""The turn and its nine phases (rules chapters `turn`, `time`, `magic`, `quest`, `healing`, `recruit`, `end`).

The Movement, Ranged Attack and Battle Phases have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from stormriver.kernel.ask import CARD, PASS, verb
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.columns import GOLD, NEUTRAL, SIDES, SKIPS
from stormriver.wargame.model.frames import INTO_HAND, KEEP_ONE
from stormriver.wargame.model.phases import PHASES, Ending, Healing, Magic, Phase, Quest, Recruiting, Time, Turn
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.chits import discard, draw
from stormriver.wargame.procedures.dice import last_roll, push_roll
from stormriver.wargame.procedures.forces import all_units, bearer, on_map, owner, stack, units_of
from stormriver.wargame.procedures.grid import beside, square_of, unit_at
from stormriver.wargame.procedures.openings import open_phase
from stormriver.wargame.procedures.strength import (
    QUESTING,
    given_of,
    given_to_all,
    has,
    levels,
    magic_users,
    sources_of,
    strength,
)
from stormriver.wargame.procedures.wounds import harm_by_tile, kill, wound

SEND: Final = verb("send", CARD)
HEAL: Final = verb("heal", CARD)
REMOVE: Final = verb("remove", CARD)
WOUND: Final = verb("wound")
DISEASE: Final = verb("disease")
BUY_ITEM: Final = verb("buy_item")
BUY_NEUTRAL: Final = verb("buy_neutral")
BUY_OWN: Final = verb("buy_own")
DISCARD: Final = verb("discard", CARD)


# the turn


def begin(game: WargameGame, frame: Turn) -> None:
    """A turn begins; who is to skip it does (turn.alternate)."""
    seat = frame.seat
    game.begin_turn(seat)
    fade(game, seat)
    marks.begin_turn(game, seat)
    frame.phases = 0
    if game.state.seats[seat][SKIPS]:
        game.change(seat, SKIPS, -1)
        events.TURN_SKIPPED.tell(game, seat)
        frame.phases = len(PHASES)


def fade(game: WargameGame, seat: int) -> None:
    """Discard the curses and boons of a seat that last until the beginning of its turn (spells.fade)."""
    subjects = {game.table.subject_of_card(card): card for unit in all_units(game) for card in stack(game, unit)}
    kind = game.table.rule_marks.fading
    for mark in [mark for mark in game.state.marks if mark.kind == kind and mark.owner == seat]:
        if mark.subject in subjects:
            discard(game, subjects[mark.subject])


def next_phase(game: WargameGame, frame: Turn) -> None:
    """Go through the nine phases (turn.phases)."""
    if frame.phases < len(PHASES):
        phase = PHASES[frame.phases]
        frame.phases += 1
        game.go_to(frame, next_phase)
        events.PHASE_BEGAN.tell(game, frame.seat, frame.phases)
        begin_phase(game, phase(frame.seat))


def begin_phase(game: WargameGame, phase: Phase) -> None:
    """Begin a phase; spells may be cast at its start (magic.when)."""
    game.push(phase)
    open_phase(game)


def begin_at(game: WargameGame, seat: int, phases: Sequence[int] = ()) -> None:
    """Let a game begin with the turn of a seat, or with some phases of it alone, counted from 0 and in their order."""
    if not phases:
        game.state.active = seat
        game.push(Turn(seat))
        return
    game.begin_turn(seat)
    for phase in reversed(phases):  # the last one comes to lie at the bottom of the stack
        begin_phase(game, PHASES[phase](seat))


def pass_on(game: WargameGame, frame: Turn) -> None:
    """Play passes to the other side (turn.alternate)."""
    marks.end_turn(game)
    events.TURN_ENDED.tell(game, frame.seat)
    frame.seat = 1 - frame.seat
    game.restart(frame)
    last = int(game.table.options["last_round"])
    if last and game.state.turn >= 2 * last:
        game.end(leading(game))


def leading(game: WargameGame) -> int:
    """Return the seats with the most strength on the map, one bit each (option.last_round)."""
    totals = [sum(max(strength(game, unit), 0) for unit in units_of(game, seat)) for seat in range(len(SIDES))]
    return sum(1 << seat for seat, total in enumerate(totals) if total == max(totals))


TURN_STEPS: Final[Steps] = (
    ("turn.alternate", begin),
    ("turn.phases", next_phase),
    ("turn.alternate", pass_on),
)


# Time Phase


def lift_tokens(game: WargameGame, frame: Time) -> None:
    """One Block and one Ruin token go from every tile that has any (time.tokens)."""
    kinds = game.table.rule_marks.block, game.table.rule_marks.ruin
    for square in sorted(frozenset().union(*[marks.squares_with(game, kind) for kind in kinds])):
        for kind in kinds:
            marks.take_off(game, game.table.subject_of_space(square), kind)


def diseased_next(game: WargameGame, frame: Time) -> None:
    """Every diseased unit rolls, those of the active side first, in board order (time.disease, wargame.36)."""
    diseased = marks.units_with(game, game.table.rule_marks.disease)
    order = chain(units_of(game, frame.seat), all_units(game))
    waiting = next((unit for unit in order if unit in diseased and not frame.rolled >> unit & 1), NONE)
    if waiting == NONE:
        game.skip_next(frame)
        return
    frame.unit = waiting
    push_roll(game, owner(game, frame.unit), about=frame.unit)


def take_disease(game: WargameGame, frame: Time) -> None:
    """1 or 2 wounds, 5 or 6 takes the counter off (time.disease); no save helps (wargame.37)."""
    unit, rolled = frame.unit, last_roll(game)
    frame.rolled |= 1 << unit
    game.go_to(frame, diseased_next)
    if rolled <= 2:
        wound(game, unit)
    elif rolled >= 5:
        relieve(game, unit, DISEASE)


TIME_STEPS: Final[Steps] = (
    ("time.tokens", lift_tokens),
    ("time.disease", diseased_next),
    ("time.disease", take_disease),
)


# Magic Phase


def draw_spells(game: WargameGame, frame: Magic) -> None:
    """Draw as many spells as the magic points grant, if there is a Magic User (magic.power)."""
    if magic_users(game, frame.seat):
        count = levels(game, frame.seat, "power")
        if count:
            draw(game, frame.seat, "spells", count, INTO_HAND)


def summon(game: WargameGame, frame: Magic) -> None:
    """Roll on the Recruit Table once for each Summon that the magic points grant (magic.summon)."""
    if frame.summoned < levels(game, frame.seat, "summon"):
        frame.summoned += 1
        push_roll(game, frame.seat)
    else:
        game.skip_next(frame)


def summoned(game: WargameGame, frame: Magic) -> None:
    """Gain what the table says, and go on to the next Summon, if there is one."""
    game.go_to(frame, summon)
    recruit(game, frame.seat, last_roll(game))


MAGIC_STEPS: Final[Steps] = (
    ("magic.power", draw_spells),
    ("magic.summon", summon),
    ("magic.summon", summoned),
)


def recruit(game: WargameGame, seat: int, rolled: int, modifier: int = 0) -> None:
    """Let a seat gain what the Recruit Table says (recruit.table).

    Args:
        game: the game.
        seat: who gains it.
        rolled: the die.
        modifier: what is added to it besides what the tiles of that side add.
    """
    result = rolled + modifier + sum(gift.recruit for gift in given_to_all(game, seat, "recruit"))
    events.RECRUITED.tell(game, seat, rolled, result)
    if result <= 2:
        game.change(seat, GOLD, 3 - max(result, 0))
    elif result == 3:
        draw(game, seat, "items")
    elif result == 4:
        draw(game, seat, f"{NEUTRAL}_units")
    else:
        draw(game, seat, f"{SIDES[seat]}_units")


# Quest Phase


def choose_quester(game: WargameGame, frame: Quest) -> None:
    """One character may be sent on a quest (quest.send)."""
    questers = [unit for unit in units_of(game, frame.seat) if game.table.unit[unit].type == "character"]
    game.pose(frame.seat, asks.QUEST, [PASS, *[SEND + unit for unit in questers]])


def set_off(game: WargameGame, frame: Quest) -> None:
    """The character rolls three dice (quest.rolls)."""
    if game.state.answer == PASS:
        game.state.frames.pop()
        return
    frame.unit = game.state.answer - SEND
    events.QUEST_BEGAN.tell(game, frame.seat, frame.unit)
    push_roll(game, frame.seat, 3, frame.unit)


def quest_rolls(game: WargameGame, frame: Quest) -> None:
    """The quest rolls three dice (quest.rolls, wargame.59)."""
    frame.total = last_roll(game) + strength(game, frame.unit, doing=QUESTING)
    push_roll(game, NONE, 3, frame.unit)


def quest_result(game: WargameGame, frame: Quest) -> None:
    """Who equals the quest gains by a roll on the table with -1, who does not is killed (quest.result)."""
    total = last_roll(game)
    events.QUEST_ENDED.tell(game, frame.seat, frame.unit, frame.total, total)
    if frame.total < total:
        game.state.frames.pop()
        kill(game, frame.unit)
    else:
        push_roll(game, frame.seat)


def quest_reward(game: WargameGame, frame: Quest) -> None:
    """Gain what the table says (quest.result)."""
    game.state.frames.pop()
    recruit(game, frame.seat, last_roll(game), -1)


QUEST_STEPS: Final[Steps] = (
    ("quest.send", choose_quester),
    ("quest.send", set_off),
    ("quest.rolls", quest_rolls),
    ("quest.result", quest_result),
    ("quest.result", quest_reward),
)


# Healing Phase


def burnt_next(game: WargameGame, frame: Healing) -> None:
    """Units on a tile that harms them roll first (healing.desert, wargame.82)."""
    waiting = [unit for unit in units_of(game, frame.seat) if harm_by_tile(game, unit) and not frame.rolled >> unit & 1]
    if not waiting:
        game.skip_next(frame)
        return
    frame.card = waiting[0]
    push_roll(game, NONE, about=frame.card)


def take_burn(game: WargameGame, frame: Healing) -> None:
    """A low roll is a wound; no save helps (wargame.37)."""
    frame.rolled |= 1 << frame.card
    game.go_to(frame, burnt_next)
    if last_roll(game) <= harm_by_tile(game, frame.card):
        wound(game, frame.card)


def heal_by_nature(game: WargameGame, frame: Healing) -> None:
    """Regeneration and tiles heal one wound each (healing.regenerate, healing.tiles)."""
    for unit in [unit for unit in units_of(game, frame.seat) if marks.wounds(game, unit)]:
        amount = sum(gift.heals for gift in given_of(game, unit, "heals")) + has(game, unit, "regenerate")
        for _ in range(min(amount, marks.wounds(game, unit))):
            relieve(game, unit, WOUND)


def choose_healing(game: WargameGame, frame: Healing) -> None:
    """Each healer and each item that heals may take something off a friendly unit (healing.healers, wargame.83)."""
    left = [healer for healer in sources_of(game, frame.seat, "healing") if not frame.healers >> healer & 1]
    options = [HEAL + healer for healer in left if patients(game, healer)]
    if options:
        game.pose(frame.seat, asks.HEAL, [PASS, *options])
    else:
        game.state.frames.pop()


def note_healer(game: WargameGame, frame: Healing) -> None:
    """Note who heals."""
    if game.state.answer == PASS:
        game.state.frames.pop()
    else:
        frame.card = game.state.answer - HEAL


def choose_patient(game: WargameGame, frame: Healing) -> None:
    """Choose whom the healer helps."""
    game.pose(frame.seat, asks.PATIENT, [HEAL + unit for unit in patients(game, frame.card)])


def patients(game: WargameGame, healer: int) -> list[int]:
    """Return the friendly units beside a healer, or the bearer of an item that heals, who need help."""
    unit = healer if on_map(game, healer) else bearer(game, healer)
    seat = owner(game, unit)
    near = [unit_at(game, square) for square in beside(square_of(game, unit))]
    return [unit for unit in near if unit != NONE and owner(game, unit) == seat and ailments(game, unit)]


def ailments(game: WargameGame, unit: int) -> list[int]:
    """Return what could be taken off a unit: a wound, its disease, one of its curses."""
    spells = game.table.spell
    found = [WOUND] if marks.wounds(game, unit) else []
    found += [DISEASE] if marks.disease(game, unit) else []
    curses = [card for card in stack(game, unit) if card in spells and spells[card].lasts == "curse"]
    return found + [REMOVE + card for card in curses]


def note_patient(game: WargameGame, frame: Healing) -> None:
    """Note whom the healer helps."""
    frame.patient = game.state.answer - HEAL


def choose_ailment(game: WargameGame, frame: Healing) -> None:
    """Choose what goes."""
    game.pose(frame.seat, asks.AILMENT, ailments(game, frame.patient))


def heal(game: WargameGame, frame: Healing) -> None:
    """Take the ailment off, and look for the next healer."""
    frame.healers |= 1 << frame.card
    relieve(game, frame.patient, game.state.answer)
    game.go_to(frame, choose_healing)


def relieve(game: WargameGame, unit: int, what: int) -> None:
    """Take a wound, the disease or a curse off a unit."""
    subject = game.table.subject_of_card(unit)
    if what == WOUND:
        marks.take_off(game, subject, game.table.rule_marks.wound)
    elif what == DISEASE:
        marks.take_off(game, subject, game.table.rule_marks.disease)
    else:
        discard(game, what - REMOVE)
    events.HEALED.tell(game, NONE, unit)


HEALING_STEPS: Final[Steps] = (
    ("healing.desert", burnt_next),
    ("healing.desert", take_burn),
    ("healing.regenerate", heal_by_nature),
    ("healing.healers", choose_healing),
    ("healing.healers", note_healer),
    ("healing.healers", choose_patient),
    ("healing.healers", note_patient),
    ("healing.healers", choose_ailment),
    ("healing.healers", heal),
)


# Recruit Phase


def income(game: WargameGame, frame: Recruiting) -> None:
    """Gold comes in from tiles and rich units, and what was agreed (recruit.income, wargame.84, option.income)."""
    granted = int(game.table.options[f"{SIDES[frame.seat]}_income"])
    game.change(frame.seat, GOLD, granted + sum(gift.gold for gift in given_to_all(game, frame.seat, "gold")))


def roll_recruits(game: WargameGame, frame: Recruiting) -> None:
    """Roll once on the Recruit Table (recruit.table)."""
    push_roll(game, frame.seat)


def gain_recruits(game: WargameGame, frame: Recruiting) -> None:
    """Gain what the table says."""
    recruit(game, frame.seat, last_roll(game))


GOODS: Final = ((BUY_ITEM, "items"), (BUY_NEUTRAL, f"{NEUTRAL}_units"), (BUY_OWN, "units"))
"""What may be bought, once each in a turn, and from which cup (recruit.buy, wargame.85)."""


def offer_goods(game: WargameGame, frame: Recruiting) -> None:
    """An item, a neutral unit and a unit of one's own may be bought (recruit.buy)."""
    price = game.table.numbers["price"]
    options = [key for number, (key, _) in enumerate(GOODS) if not frame.bought >> number & 1]
    if game.state.seats[frame.seat][GOLD] >= price and options:
        game.pose(frame.seat, asks.BUY, [PASS, *options])
    else:
        game.state.frames.pop()


def buy(game: WargameGame, frame: Recruiting) -> None:
    """Pay, draw three chits and keep one (recruit.buy)."""
    if game.state.answer == PASS:
        game.state.frames.pop()
        return
    number = [key for key, _ in GOODS].index(game.state.answer)
    cup = GOODS[number][1]
    frame.bought |= 1 << number
    game.go_to(frame, offer_goods)
    game.change(frame.seat, GOLD, -game.table.numbers["price"])
    own = f"{SIDES[frame.seat]}_units" if cup == "units" else cup
    draw(game, frame.seat, own, game.table.numbers["choice"], KEEP_ONE)


RECRUITING_STEPS: Final[Steps] = (
    ("recruit.income", income),
    ("recruit.table", roll_recruits),
    ("recruit.table", gain_recruits),
    ("recruit.buy", offer_goods),
    ("recruit.buy", buy),
)


# End Phase


def hand_limit(game: WargameGame, seat: int) -> int:
    """Return how many spells a seat may keep in hand (end.hand)."""
    return int(game.table.numbers["hand"]) + levels(game, seat, "knowledge")


def choose_discard(game: WargameGame, frame: Ending) -> None:
    """What is above the limit of the hand is discarded (end.hand, wargame.91)."""
    hand = game.state.zones[game.table.hand + frame.seat]
    if len(hand) > hand_limit(game, frame.seat):
        game.pose(frame.seat, asks.SURPLUS, [DISCARD + card for card in hand])
    else:
        game.skip_next(frame)


def discard_spell(game: WargameGame, frame: Ending) -> None:
    """Discard it, and look again."""
    discard(game, game.state.answer - DISCARD, frame.seat)
    game.go_to(frame, choose_discard)


def look_for_victory(game: WargameGame, frame: Ending) -> None:
    """A side that holds all its goals has won, one without units has lost (victory.capture, victory.no_units)."""
    if holds_goals(game, frame.seat):
        game.end(1 << frame.seat)
    elif not units_of(game, frame.seat):
        game.end(1 << 1 - frame.seat)


def holds_goals(game: WargameGame, seat: int) -> bool:
    """Tell whether a side has units on all tiles that it must capture (victory.capture)."""
    table = game.table
    held = {table.cards[game.state.zones[table.tiles + square_of(game, unit)][0]].id for unit in units_of(game, seat)}
    return set(table.goals[seat]) <= held


ENDING_STEPS: Final[Steps] = (
    ("end.hand", choose_discard),
    ("end.hand", discard_spell),
    ("victory.capture", look_for_victory),
)
