"""Battles and psychic combat, as the rulebook goes through them.

One procedure serves all: against the Enemies on a space that fight as one, against a creature of a
space or card, and between two characters.
"""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import EXPERIENCE, GOLD
from stormriver.adventure.model.columns import FATE as FATE_COLUMN
from stormriver.adventure.model.perils import (
    BY_BATTLE,
    BY_PSYCHIC,
    BY_REWARD,
    DRAWN,
    EVADED,
    LEFT,
    LOST,
    WON,
    Fight,
    FightOver,
    LoseFollower,
)
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import belongings, discard, may_have, take
from stormriver.adventure.procedures.dice import pack, unpack
from stormriver.adventure.procedures.fights import (
    attack_dice,
    creature_names,
    creature_points,
    drawn,
    lead,
    leave_alone,
    leave_fight,
    may_evade,
    settle_creature,
    stand_in,
    takes_life,
)
from stormriver.adventure.procedures.fortune import (
    can_carry_gold,
    gain,
    lose,
    lose_lives,
)
from stormriver.adventure.procedures.stats import (
    allowed,
    is_playing,
    names_now,
)
from stormriver.adventure.procedures.status_effects import end_fight
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.weapons import arm, armed
from stormriver.adventure.procedures.windows import add_options, answer_own, open_window
from stormriver.kernel.ask import CARD, NUMBER, PASS, verb, verb_of
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE, OVER

FIGHT_KEY: Final = verb("fight")
EVADE: Final = verb("evade")
EVADE_ONE: Final = verb("evade", CARD)
LEAVE: Final = verb("leave")
STAND: Final = verb("stand")
FATE_DIE: Final = verb("fate", NUMBER)
FATE: Final = verb("fate")
FACE: Final = verb("face", NUMBER)
LIFE_REWARD: Final = verb("life")
GOLD_REWARD: Final = verb("gold")
OBJECT_REWARD: Final = verb("take", CARD)
NOTHING_REWARD: Final = verb("nothing")
BY_FATE: Final = ("fate", "face")
"""The verbs of what fate does to an attack roll; what else answers one is done by `windows.answer_own`."""


def evade(game: AdventureGame, frame: Fight) -> None:
    """The one attacked says whether they evade; before that they may do what lets them (battle.evade)."""
    if frame.outcome:
        game.state.answer = PASS
        return
    seat = frame.rival if frame.rival != NONE else frame.seat
    options = [STAND if frame.rival != NONE else FIGHT_KEY]
    if may_evade(game, seat, frame):
        options.append(EVADE)
        if frame.group & (frame.group - 1):  # of several Enemies some may be evaded and the others fought (ruling.78)
            options += [EVADE_ONE + card for card in members(frame.group)]
    if frame.rival == NONE and (_peaceful(game, frame) or _peaceful_creature(game, frame)):
        options.append(LEAVE)
    table = game.table
    add_options(options, game, seat, table.ATTACK | table.ATTACKED, _as_seen_by(frame, seat), frame)
    game.pose(seat, asks.EVADE if frame.rival != NONE else asks.FIGHT, options)


def evaded(game: AdventureGame, frame: Fight) -> None:
    """Carry out the answer to being attacked."""
    answer = game.state.answer
    seat = frame.rival if frame.rival != NONE else frame.seat
    if answer in (PASS, FIGHT_KEY, STAND):
        return
    if answer == EVADE:
        settle_creature(game, frame, EVADED)
        events.EVADED.tell(game, seat)
    elif EVADE_ONE <= answer < EVADE_ONE + len(game.table.cards):
        leave_fight(game, frame, answer - EVADE_ONE)
        events.EVADED.tell(game, seat)
        game.go_to(frame, evade)
    elif answer == LEAVE:
        leave_alone(game, frame, _peaceful(game, frame))
        game.go_to(frame, evade)
    else:
        game.go_to(frame, evade)
        answer_own(game, seat, answer, _as_seen_by(frame, seat), frame)


def _as_seen_by(frame: Fight, seat: int) -> Context:
    """Return what is going on as one of the fighters sees it."""
    rival = frame.rival if frame.seat == seat else frame.seat
    return Context(seat, rival=rival, space=frame.space, roll=frame.roll, natural=frame.rival_roll)


def _peaceful(game: AdventureGame, frame: Fight) -> list[int]:
    """Return the Enemies of the fight that do not attack this character."""
    table = game.table
    if not table.allows.get("ignore"):
        return []
    return [c for c in members(frame.group) if allowed(game, frame.seat, "ignore", table.cards[c].names)]


def _peaceful_creature(game: AdventureGame, frame: Fight) -> bool:
    """Tell whether the creature of the fight that is no card does not attack this character."""
    return frame.word != NONE and allowed(game, frame.seat, "ignore", creature_names(game, frame))


def cast(game: AdventureGame, frame: Fight) -> None:
    """Before the dice all concerned may cast Spells and use what counts in a fight (battle.cast, battle.both_cast)."""
    if not frame.outcome:
        table = game.table
        if frame.rival == NONE:
            open_window(game, frame.seat, 0, table.ANOTHER_ATTACK)  # the one attacked has had a window when attacked
        else:
            open_window(game, frame.seat, table.ATTACK, table.ANOTHER_ATTACK, frame.rival)


def survive(game: AdventureGame, frame: Fight) -> None:
    """There is no fight if one of its sides was killed before the dice."""
    if _is_one_killed(game, frame):
        settle_creature(game, frame, LEFT)


def _is_one_killed(game: AdventureGame, frame: Fight) -> bool:
    """Tell whether a side of a fight was killed by something else."""
    return any(seat != NONE and not is_playing(game, seat) for seat in (frame.seat, frame.rival))


def roll(game: AdventureGame, frame: Fight) -> None:
    """Both sides roll (battle.attack_roll, battle.creature_roll, battle.both_roll)."""
    if frame.outcome:
        return
    events.ATTACKED.tell(game, frame.seat, frame.rival, int(frame.psychic))
    frame.roll = pack(game.roll(frame.seat, attack_dice(game, frame.seat, frame)))
    if frame.surprised:
        frame.rival_roll = 0
    elif frame.rival == NONE:
        frame.rival_roll = game.roll(NONE)[0]
    else:
        frame.rival_roll = pack(game.roll(frame.rival, attack_dice(game, frame.rival, frame)))


def attacker_fate(game: AdventureGame, frame: Fight) -> None:
    """The attacker, or the one whom creatures attack, may pay fate (battle.fate, battle.fate_order)."""
    _offer_fate(game, frame, frame.seat, frame.roll)


def attacker_rerolls(game: AdventureGame, frame: Fight) -> None:
    """Reroll the attacker's die if they paid for it."""
    answer = game.state.answer
    if verb_of(answer)[0] in BY_FATE:
        frame.roll = _rerolled(game, frame.seat, frame.roll)
    elif answer != PASS:
        game.go_to(frame, attacker_fate)
        answer_own(game, frame.seat, answer, _as_seen_by(frame, frame.seat), frame)


def defender_fate(game: AdventureGame, frame: Fight) -> None:
    """The defending character chooses after the attacker."""
    if frame.rival != NONE and not frame.surprised:
        _offer_fate(game, frame, frame.rival, frame.rival_roll)
    else:
        game.skip_next(frame)


def defender_rerolls(game: AdventureGame, frame: Fight) -> None:
    """Reroll the defender's die if they paid for it."""
    answer = game.state.answer
    if verb_of(answer)[0] in BY_FATE:
        frame.rival_roll = _rerolled(game, frame.rival, frame.rival_roll)
    elif answer != PASS:
        game.go_to(frame, defender_fate)
        answer_own(game, frame.rival, answer, _as_seen_by(frame, frame.rival), frame)


def _offer_fate(game: AdventureGame, frame: Fight, seat: int, packed: int) -> None:
    table = game.table
    options: list[int] = []
    if not frame.outcome:
        if table.fate and game.state.seats[seat][FATE_COLUMN]:
            options += _fated(game, seat, packed)
        add_options(options, game, seat, table.ATTACK_ROLLED, _as_seen_by(frame, seat), frame)
    if options:
        game.pose(seat, asks.FATE, [PASS, *options])
    else:
        game.skip_next(frame)  # nothing to reroll


def _fated(game: AdventureGame, seat: int, packed: int) -> list[int]:
    """Return what fate can do to an attack roll: a die is rolled again, or by some chosen (fate.reroll)."""
    dice = unpack(packed)
    if allowed(game, seat, "choose_die"):
        return [FACE + side for side in range(1, 7) if side != min(dice)]
    return [FATE] if len(dice) == 1 else [FATE_DIE + i + 1 for i in range(len(dice))]


def _rerolled(game: AdventureGame, seat: int, packed: int) -> int:
    answer = game.state.answer
    game.change(seat, FATE_COLUMN, -1)
    events.FATE_PAID.tell(game, seat)
    if verb_of(answer)[0] == "face":  # of several dice the lowest becomes what was chosen
        dice = unpack(packed)
        which = dice.index(min(dice))
        return packed + ((answer - FACE - dice[which]) << 3 * which)
    which = 0 if answer == FATE else answer - FATE_DIE - 1
    old = packed >> 3 * which & 7
    return packed + ((game.roll(seat)[0] - old) << 3 * which)


def compare(game: AdventureGame, frame: Fight) -> None:
    """Compare the attack scores (battle.compare, battle.compare_characters)."""
    if frame.outcome:
        return
    mine, theirs = lead(game, frame)
    events.COMPARED.tell(game, frame.seat, mine, theirs)
    settle_creature(game, frame, WON if mine > theirs else LOST if mine < theirs else drawn(game, frame))


def beaten(game: AdventureGame, frame: Fight) -> None:
    """Whoever is defeated may have something that turns a defeat into a stand-off."""
    result = frame.outcome
    if result == LOST or (result == WON and frame.rival != NONE):
        loser = frame.seat if result == LOST else frame.rival
        open_window(game, loser, game.table.DEFEATED, 0)


def conclude(game: AdventureGame, frame: Fight) -> None:
    """Open the window in which a killed Enemy may be saved or kept, or what a victory over a character is good for."""
    if frame.outcome == DRAWN:  # whatever made it a stand-off
        frame.outcome = drawn(game, frame)
    result = frame.outcome
    if frame.rival != NONE and result in (WON, LOST):
        open_window(game, frame.seat if result == WON else frame.rival, game.table.VICTORY, 0)
    if frame.rival == NONE and result == WON and frame.group:
        table = game.table
        open_window(game, frame.seat, table.KILLED, table.ANOTHER_KILLED)


def decide(game: AdventureGame, frame: Fight) -> None:
    """Say how it ended; creatures that lost are killed, a character who lost to them loses a life."""
    if frame.saved and frame.rival == NONE and frame.outcome == WON:
        frame.outcome = DRAWN
    if frame.outcome in (WON, LOST) and _is_one_killed(game, frame):  # by what was done when it had been decided
        frame.outcome = LEFT
    result = frame.outcome
    if result in (WON, LOST):
        (events.FIGHT_WON if result == WON else events.FIGHT_LOST).tell(game, frame.seat, frame.rival)
        _tell_loser(game, frame, result)
    elif result == DRAWN:
        events.STOOD_OFF.tell(game, frame.seat, frame.rival)
    if frame.rival != NONE and result in (WON, LOST):
        winner, loser = (frame.seat, frame.rival) if result == WON else (frame.rival, frame.seat)
        fire(game, winner, "beat", rival=loser)
    if frame.rival == NONE and result == LOST and not _deputy_killed(game, frame.seat):
        frame.suffered = True
        if takes_life(game, frame):
            lose_lives(game, frame.seat, 1, by=BY_PSYCHIC if frame.psychic else BY_BATTLE)


def aftermath(game: AdventureGame, frame: Fight) -> None:
    """What Enemies do to the character they defeated follows, whose turn is over already (battle.turn_ends)."""
    if not frame.suffered or not is_playing(game, frame.seat):
        return
    table = game.table
    game.state.interrupt = OVER
    for card in reversed(members(frame.group)):  # what is pushed last is carried out first
        for clause in table.cards[card].replace:
            if clause.event == "harm":
                clause.do.run(game, Context(frame.seat, card, space=frame.space))
        fire(game, frame.seat, "prevailed", table.cards[card].names, card)


def _tell_loser(game: AdventureGame, frame: Fight, result: int) -> None:
    """Fire what follows a defeat."""
    if frame.rival != NONE:
        fire(game, frame.seat if result == LOST else frame.rival, "lost", frozenset({"character"}))
    elif result == LOST:
        names = creature_names(game, frame)
        for card in members(frame.group):
            names = names | game.table.cards[card].names
        fire(game, frame.seat, "lost", names)


def _deputy_killed(game: AdventureGame, seat: int) -> bool:
    """Tell whether somebody fought in a character's place, and is killed instead."""
    mark = stand_in(game, seat)
    if mark is None:
        return False
    game.push(LoseFollower(seat, mark.subject - len(game.table.seats)))
    return True


def take_trophies(game: AdventureGame, frame: Fight) -> None:
    """The Enemies are killed and kept as trophies (trophies.take); creatures that are no cards are not."""
    if frame.rival == NONE and frame.outcome == WON:
        for card in members(frame.group):
            events.ENEMY_KILLED.tell(game, frame.seat, card)
            game.move_card(card, game.table.trophies + frame.seat, frame.seat)
            _slain(game, frame, card)
        fire(game, frame.seat, "won")


def gain_experience(game: AdventureGame, frame: Fight) -> None:
    """The Enemies are killed; whoever defeats creatures gains points for them (experience.gain)."""
    if frame.rival == NONE and frame.outcome == WON:
        points = creature_points(game, frame)
        for card in members(frame.group):
            events.ENEMY_KILLED.tell(game, frame.seat, card)
            discard(game, card, frame.seat)
            _slain(game, frame, card)
        gain(game, frame.seat, EXPERIENCE, points)
        fire(game, frame.seat, "won")


def _slain(game: AdventureGame, frame: Fight, card: int) -> None:
    names = game.table.cards[card].names
    fire(game, frame.seat, "killed_enemy", names)
    fire(game, frame.seat, "overcome", names, card)


def reward(game: AdventureGame, frame: Fight) -> None:
    """The winner over a character chooses the reward (battle.reward)."""
    result = frame.outcome
    if frame.rival == NONE or result not in (WON, LOST):
        return
    winner, loser = (frame.seat, frame.rival) if result == WON else (frame.rival, frame.seat)
    if stand_in(game, loser) is not None:  # who fought in the loser's place pays for it
        game.state.answer = NOTHING_REWARD
        return
    options = [LIFE_REWARD]
    if stand_in(game, winner) is None and not (frame.surprised and result == WON):
        table = game.table
        options += [
            OBJECT_REWARD + card
            for card in belongings(game, loser)
            if "object" in names_now(game, card) and may_have(game, winner, card)
        ]
        if game.state.seats[loser][GOLD] and can_carry_gold(game, winner):
            options.append(GOLD_REWARD)
        options.append(NOTHING_REWARD)
        add_options(options, game, winner, table.REWARD, _as_seen_by(frame, winner), frame)
    game.pose(winner, asks.REWARD, options)


def claim(game: AdventureGame, frame: Fight) -> None:
    """Carry out the reward (battle.reward); it is chosen once, whatever saves the life (ruling.84)."""
    result = frame.outcome
    if frame.rival == NONE or result not in (WON, LOST):
        return
    winner, loser = (frame.seat, frame.rival) if result == WON else (frame.rival, frame.seat)
    answer = game.state.answer
    if _deputy_killed(game, loser):
        return
    if answer == LIFE_REWARD:
        by = (BY_PSYCHIC if frame.psychic else BY_BATTLE) | BY_REWARD
        lose_lives(game, loser, 1, rival=winner, by=by)
    elif answer == GOLD_REWARD:
        gain(game, winner, GOLD, lose(game, loser, GOLD, 1))
    elif verb_of(answer)[0] == "take":
        take(game, winner, answer - OBJECT_REWARD)
    elif answer != NOTHING_REWARD:
        answer_own(game, winner, answer, _as_seen_by(frame, winner), frame)


def finish(game: AdventureGame, frame: Fight) -> None:
    """End the fight, tell the frame below how it went, and end the turn where the rules say so (battle.turn_ends)."""
    state = game.state
    result = frame.outcome
    state.frames.pop()
    if frame.rival != NONE or result in (LOST, DRAWN):
        if state.interrupt != OVER and result != EVADED:
            state.interrupt = OVER
    end_fight(game)
    game.push(FightOver(frame.seat, result))
    if frame.rival != NONE and result != EVADED:
        fire(game, frame.seat, "encountered", rival=frame.rival)


def hand_on(game: AdventureGame, frame: FightOver) -> None:
    """Return the outcome to the procedure that began the fight; a step of its own, after all that followed it."""
    game.state.frames.pop()
    game.state.returned = (frame.outcome,)


OVER_STEPS: Final[Steps] = (("battle.turn_ends", hand_on),)
STEPS: Final[Steps] = (
    ("battle.evade", evade),
    ("battle.evade", evaded),
    ("battle.cast", cast),
    ("death.killed", survive),
    ("objects.weapon", arm),
    ("objects.weapon", armed),
    ("battle.attack_roll", roll),
    ("battle.fate", attacker_fate),
    ("battle.fate", attacker_rerolls),
    ("battle.fate_order", defender_fate),
    ("battle.fate_order", defender_rerolls),
    ("battle.compare", compare),
    ("battle.compare", beaten),
    ("trophies.take", conclude),
    ("battle.compare", decide),
    ("trophies.take", take_trophies),
    ("battle.turn_ends", aftermath),
    ("battle.reward", reward),
    ("battle.reward", claim),
    ("battle.turn_ends", finish),
)
EXPERIENCE_STEPS: Final[Steps] = tuple(
    ("experience.gain", gain_experience) if step is take_trophies else (rule, step) for rule, step in STEPS
)
