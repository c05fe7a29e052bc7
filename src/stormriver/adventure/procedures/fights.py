"""The fight under way: what it is made of, what words may ask of it and do to it, and its scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.procedures import CONFINE, ENCOUNTER, FIGHT, LOSE_FOLLOWER, LOSE_LIVES, MISS
from stormriver.adventure.procedures.dice import faces
from stormriver.adventure.procedures.fortune import BY_BATTLE, BY_PSYCHIC
from stormriver.adventure.procedures.stats import allowed, can_use, craft, marks_on, strength, table_of, total
from stormriver.adventure.procedures.waiting import UNFOUGHT
from stormriver.adventure.procedures.windows import members
from stormriver.kernel.game import Game
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE, Frame, Mark

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

# How a fight ends for the one whose frame it is; handed to `roll` of the frame below.
UNDECIDED = 0
WON = 1
LOST = 2
DRAWN = 3
EVADED = 4
LEFT = 5  # the creatures did not attack and were left alone: not evaded

# Flags of a fight.
PSYCHIC = 1
SURPRISED = 2  # the opponent rolls no die
SAVED = 4  # the Enemy is not killed (or whoever it is about not taken away) after all
SUFFERED = 8  # the character himself has been defeated, nobody in his place
DESTROYED = 16  # the creature was destroyed without a fight, and is worth no experience
OUTCOME = 8  # bits 8 and up of the flags hold how it ends


SAVING = frozenset({FIGHT, LOSE_FOLLOWER, CONFINE, MISS})


# beginning


def begin_cards(game: Game, seat: int, group: int, psychic: bool) -> None:
    """Let a character meet Enemy cards that fight as one."""
    game.push(Frame(FIGHT, seat, group=group, flags=PSYCHIC if psychic else 0, space=game.state.seats[seat][SPACE]))


def begin_creature(game: Game, seat: int, word: int, power: int, psychic: bool) -> None:
    """Let a character meet a creature that is no card; `word` is the `fight` that names it."""
    space = game.state.seats[seat][SPACE]
    game.push(Frame(FIGHT, seat, word=word, amount=power, flags=PSYCHIC if psychic else 0, space=space))


def begin_duel(game: Game, seat: int, rival: int, psychic: bool) -> None:
    """Let a character attack another one."""
    space = game.state.seats[seat][SPACE]
    game.push(Frame(FIGHT, seat, rival=rival, flags=PSYCHIC if psychic else 0, space=space))


# questions that words ask about the fight under way


def find_fight(game: Game) -> Frame | None:
    """Return the fight under way, if any."""
    for frame in reversed(game.state.frames):
        if frame.procedure == FIGHT:
            return frame
    return None


def fight_under_way(game: Game) -> Frame:
    """Return the fight under way; a plain frame if there is none."""
    return find_fight(game) or Frame(FIGHT, NONE)


def creature_names(game: Game, fight: Frame) -> frozenset[str]:
    """Return the names of a creature that is no card."""
    if fight.word == NONE:
        return frozenset()
    return frozenset(table_of(game).words[fight.word].kind) | {"creature"}


def opposes(game: Game, fight: Frame, things: frozenset[str]) -> bool:
    """Tell whether one of `things` is among the opponents of the one whose turn of the fight it is."""
    if fight.rival != NONE:
        return "character" in things
    if fight.word != NONE:
        return not things or not things.isdisjoint(creature_names(game, fight))
    cards = table_of(game).cards
    return any("creature" in things or not things.isdisjoint(cards[c].names) for c in members(fight.group))


def foes(game: Game, fight: Frame, things: frozenset[str]) -> list[int]:
    """Return the Enemy cards of a fight that are one of `things` (empty: all)."""
    cards = table_of(game).cards
    return [c for c in members(fight.group) if not things or not things.isdisjoint(cards[c].names)]


def meant(game: Game, frame: Frame, things: frozenset[str]) -> list[int]:
    """Return the Enemy cards that a word means by `things`: the one singled out, or that says it, else all (ruling.79).

    Args:
        game: the game.
        frame: the frame of the word.
        things: names of creatures; none mean any.
    """
    found = foes(game, fight_under_way(game), things)
    return [card for card in found if card in (frame.target, frame.card)] or found


def causes(game: Game) -> frozenset[str]:
    """Return the names of what the life about to be lost is lost to."""
    table = table_of(game)
    for frame in reversed(game.state.frames):
        if frame.procedure == LOSE_LIVES:
            names: set[str] = set()
            if frame.flags & BY_BATTLE:
                names.add("battle")
            if frame.flags & BY_PSYCHIC:
                names.add("psychic")
            if frame.card != NONE:
                names |= table.cards[frame.card].names
            elif frame.space != NONE:
                names |= table.spaces[frame.space].names
            return frozenset(names)
    return frozenset()


def leave_fight(game: Game, fight: Frame, card: int) -> None:
    """Take an Enemy card out of a fight; without one left the fight is over."""
    fight.group &= ~(1 << card)
    if not fight.group:
        settle_creature(game, fight, EVADED)


def leave_alone(game: Game, fight: Frame, cards: list[int]) -> None:
    """Leave Enemies that do not attack unfought: they are not evaded, and bar what else lies there (ruling.50)."""
    for card in cards:
        fight.group &= ~(1 << card)
    for frame in game.state.frames:
        if frame.procedure == ENCOUNTER:
            frame.flags |= UNFOUGHT
    if not fight.group:
        settle_creature(game, fight, LEFT)


def creatures_immune(game: Game, seat: int) -> bool:
    """Tell whether creatures here can be neither evaded nor touched by Spells (inner.creatures_immune)."""
    table: AdventureTable = game.table
    return table.region_at[game.state.seats[seat][SPACE]].creatures_immune


def takes_life(game: Game, fight: Frame) -> bool:
    """Tell whether creatures that win take a life; if some of them would and others not, they do."""
    cards = table_of(game).cards
    group = members(fight.group)
    return not group or any(all(clause.event != "harm" for clause in cards[card].replace) for card in group)


def settle_creature(game: Game, fight: Frame, outcome: int) -> None:
    """Say how a fight ends, without a roll."""
    if not fight.flags >> OUTCOME:
        fight.flags |= outcome << OUTCOME


def outcome(frame: Frame) -> int:
    """Return how a fight ends, as far as it is settled."""
    return frame.flags >> OUTCOME


def wields(game: Game, seat: int, card: int) -> bool:
    """Tell whether a character uses a card in the fight."""
    table = table_of(game)
    return (
        game.state.place[card] == table.play + seat
        and can_use(game, seat, card)
        and not marks_on(game, table.subject_of_card(card), table.rule_marks.sheathed)
    )


def add_ally(game: Game, seat: int, card: int) -> None:
    """Let a Follower that was an Enemy add its Strength until the fight ends."""
    table = table_of(game)
    game.mark(table.rule_marks.ally, seat, table.cards[card].strength, FIGHT_END, seat)


def stand_in(game: Game, seat: int) -> Mark | None:
    """Return the mark on the Follower that fights in a character's place, whose amount is its Strength."""
    table: AdventureTable = game.table
    for mark in game.state.marks if table.deputies else ():
        if mark.kind in table.deputies and game.state.place[mark.subject - len(table.seats)] == table.play + seat:
            return mark
    return None


# scores


def score(game: Game, seat: int, fight: Frame) -> int:
    """Return a character's Strength (in psychic combat Craft) with all that counts in this fight."""
    table: AdventureTable = game.table
    deputy = stand_in(game, seat)
    if deputy is not None:
        return deputy.amount
    about = Frame(FIGHT, seat, space=fight.space, rival=fight.rival if seat == fight.seat else fight.seat)
    if fight.flags & PSYCHIC:
        return craft(game, seat) + total(game, seat, table.PSYCHIC, about)
    allies = marks_on(game, seat, table.rule_marks.ally)
    return strength(game, seat) + total(game, seat, table.BATTLE, about) + allies


def creature_score(game: Game, fight: Frame) -> int:
    """Return what the creatures of a fight add up to, without their roll."""
    if fight.word != NONE:
        return fight.amount
    return sum(power(game, fight, card) for card in members(fight.group))


def power(game: Game, fight: Frame, card: int) -> int:
    """Return the Strength or Craft that an Enemy has in a fight."""
    definition = table_of(game).cards[card]
    return score(game, fight.seat, fight) if definition.mirrors else definition.strength + definition.craft


def creature_points(game: Game, fight: Frame) -> int:
    """Return how much experience the creatures of a fight are worth: their Strength or Craft, if they do not say.

    What was destroyed without a fight is worth none.
    """
    table = table_of(game)
    if fight.flags & DESTROYED:
        return 0
    if fight.word != NONE:
        points = table.words[fight.word].points
        return int(fight.amount if points == NONE else points)
    worth = ((table.cards[card].points, card) for card in members(fight.group))
    return sum(power(game, fight, card) if points == NONE else points for points, card in worth)


def attack_dice(game: Game, seat: int, fight: Frame) -> int:
    """Return how many dice a character rolls for his attack; the highest counts, unless they are added."""
    if fight.flags & PSYCHIC:
        return 1
    return 2 if adds_dice(game, seat, fight) else total(game, seat, table_of(game).ATTACK_DICE)


def adds_dice(game: Game, seat: int, fight: Frame) -> bool:
    """Tell whether a character rolls 2 dice for his attack and adds them."""
    return not fight.flags & PSYCHIC and allowed(game, seat, "add_dice", frame=fight)


def sum_of(game: Game, seat: int, fight: Frame) -> Callable[[list[int]], int]:
    """Return how the dice of a character's attack are counted: the highest of them, or all together."""
    return sum if adds_dice(game, seat, fight) else max


def attack_roll(game: Game, seat: int, fight: Frame, packed: int) -> int:
    """Return what the dice of a character's attack count."""
    return sum_of(game, seat, fight)(faces(packed, 8))


def silences(game: Game, seat: int, fight: Frame, packed: int) -> bool:
    """Tell whether a character's dice show the same number, and the other side's roll does not count for that."""
    if fight.flags & PSYCHIC or not allowed(game, seat, "match_dice", frame=fight):
        return False
    dice = [die for die in faces(packed, 8) if die]
    return len(dice) > 1 and len(set(dice)) == 1


def lead(game: Game, fight: Frame) -> tuple[int, int]:
    """Return the attack scores of both sides of a fight whose dice lie."""
    mine, theirs = score(game, fight.seat, fight), 0
    hushed = silences(game, fight.seat, fight, fight.roll)
    if fight.rival != NONE:
        theirs = score(game, fight.rival, fight)
        theirs += 0 if hushed else attack_roll(game, fight.rival, fight, fight.rival_roll)
    else:
        theirs = creature_score(game, fight) + (0 if hushed else fight.rival_roll)
        if not fight.flags & SURPRISED:
            theirs += total(game, fight.seat, table_of(game).CREATURE_ATTACK)
    if fight.rival == NONE or not silences(game, fight.rival, fight, fight.rival_roll):
        mine += attack_roll(game, fight.seat, fight, fight.roll)
    return mine, theirs


def drawn(game: Game, fight: Frame) -> int:
    """Return how a fight ends in which nobody has more: a stand-off, unless that counts as one side's victory."""
    mine = allowed(game, fight.seat, "win_draws", frame=fight)
    if fight.rival != NONE:
        theirs = allowed(game, fight.rival, "win_draws", frame=fight)
    else:
        theirs = creatures_win_draws(game, fight)
    if mine == theirs:
        return DRAWN
    return WON if mine else LOST


def creatures_win_draws(game: Game, fight: Frame) -> bool:
    """Tell whether a stand-off counts as the victory of the creatures of a fight; of several, one is enough."""
    cards = table_of(game).cards
    return any(clause.event == "stand_off" for card in members(fight.group) for clause in cards[card].replace)


def may_evade(game: Game, seat: int, fight: Frame) -> bool:
    """Tell whether a character may evade (chapter evade): in the Inner Region only other characters."""
    table: AdventureTable = game.table
    if fight.rival != NONE:
        return allowed(game, seat, "evade", frozenset({"character"}))
    if creatures_immune(game, seat):
        return False
    names = creature_names(game, fight) if fight.word != NONE else frozenset({"creature"})
    for card in members(fight.group):
        names = names | table.cards[card].names
    return allowed(game, seat, "evade", names)
