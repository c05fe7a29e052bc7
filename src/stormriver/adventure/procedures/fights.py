"""The fight under way: its sides, what words may ask about it and do to it, and its scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.frames import Encounter
from stormriver.adventure.model.perils import (
    BY_BATTLE,
    BY_PSYCHIC,
    DRAWN,
    EVADED,
    LEFT,
    LOST,
    WON,
    Fight,
    LoseLives,
)
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.dice import faces, unpack
from stormriver.adventure.procedures.stats import allowed, can_use, craft, marks_on, strength, total
from stormriver.adventure.procedures.terrain import names_at
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE, Mark
from stormriver.language.grammar import ZERO

MOST_DICE: Final = 8
"""How many dice an attack is rolled with at most, whatever adds to them."""

# beginning


def begin_cards(game: AdventureGame, seat: int, group: int, psychic: bool) -> None:
    """Let a character meet Enemy cards that fight as one."""
    game.push(Fight(seat, game.state.seats[seat][SPACE], group=group, psychic=psychic))


def begin_creature(game: AdventureGame, seat: int, word: int, power: int, psychic: bool) -> None:
    """Let a character meet a creature that is no card; `word` is the `fight` that names it."""
    game.push(Fight(seat, game.state.seats[seat][SPACE], word=word, power=power, psychic=psychic))


def begin_duel(game: AdventureGame, seat: int, rival: int, psychic: bool) -> None:
    """Let a character attack another one."""
    game.push(Fight(seat, game.state.seats[seat][SPACE], rival, psychic=psychic))


# questions that words ask about the fight under way


def fight_under_way(game: AdventureGame) -> Fight:
    """Return the fight under way; an empty one without sides if there is none."""
    return game.under_way(Fight) or Fight(NONE, NONE)


def creature_names(game: AdventureGame, fight: Fight) -> frozenset[str]:
    """Return the names of a creature that is no card."""
    if fight.word == NONE:
        return frozenset()
    return frozenset(game.table.words[fight.word].kind) | {"creature"}


def opposes(game: AdventureGame, fight: Fight, things: frozenset[str]) -> bool:
    """Tell whether one of `things` is among the opponents of the seat whose fight it is."""
    if fight.rival != NONE:
        return "character" in things
    if fight.word != NONE:
        return not things or not things.isdisjoint(creature_names(game, fight))
    cards = game.table.cards
    return any("creature" in things or not things.isdisjoint(cards[c].names) for c in members(fight.group))


def foes(game: AdventureGame, fight: Fight, things: frozenset[str]) -> list[int]:
    """Return the Enemy cards of a fight that are one of `things` (empty: all)."""
    cards = game.table.cards
    return [c for c in members(fight.group) if not things or not things.isdisjoint(cards[c].names)]


def meant(game: AdventureGame, context: Context, things: frozenset[str]) -> list[int]:
    """Return the Enemy cards that a word means by `things`: the one singled out, or its own card, else all (ruling.79).

    Args:
        game: the game.
        context: what the word is about.
        things: names of creatures; none mean any.
    """
    fight = game.under_way(Fight)
    found = [] if fight is None else foes(game, fight, things)
    return [card for card in found if card in (context.target, context.card)] or found


def causes(game: AdventureGame) -> frozenset[str]:
    """Return the names of the cause of the loss of a life that is under way."""
    table = game.table
    loss = game.under_way(LoseLives)
    names: set[str] = set()
    if loss is None:
        return frozenset()
    if loss.by & BY_BATTLE:
        names.add("battle")
    if loss.by & BY_PSYCHIC:
        names.add("psychic")
    if loss.card != NONE:
        names |= table.cards[loss.card].names
    elif loss.space != NONE:
        names |= names_at(game, loss.space)
    return frozenset(names)


def leave_fight(game: AdventureGame, fight: Fight, card: int) -> None:
    """Take an Enemy card out of a fight; without one left the fight is over."""
    fight.group &= ~(1 << card)
    if not fight.group:
        settle_creature(game, fight, EVADED)


def leave_alone(game: AdventureGame, fight: Fight, cards: list[int]) -> None:
    """Leave Enemies that do not attack unfought: they are not evaded, and bar what else lies there (ruling.50)."""
    for card in cards:
        fight.group &= ~(1 << card)
    for frame in game.state.frames:
        if isinstance(frame, Encounter):
            frame.unfought = True
    if not fight.group:
        settle_creature(game, fight, LEFT)


def creatures_immune(game: AdventureGame, seat: int) -> bool:
    """Tell whether creatures here can be neither evaded nor touched by Spells (inner.creatures_immune)."""
    table = game.table
    return table.region_at[game.state.seats[seat][SPACE]].creatures_immune


def takes_life(game: AdventureGame, fight: Fight) -> bool:
    """Tell whether creatures that win take a life; if some of them would and others not, they do."""
    cards = game.table.cards
    group = members(fight.group)
    return not group or any(all(clause.event != "harm" for clause in cards[card].replace) for card in group)


def settle_creature(game: AdventureGame, fight: Fight, outcome: int) -> None:
    """Set the outcome of a fight without a roll."""
    if not fight.outcome:
        fight.outcome = outcome


def loser(fight: Fight) -> int:
    """Return the seat that has lost a fight; NONE if no seat has, as far as it is decided."""
    return fight.seat if fight.outcome == LOST else fight.rival if fight.outcome == WON else NONE


def wields(game: AdventureGame, seat: int, card: int) -> bool:
    """Tell whether a character uses a card in the fight."""
    table = game.table
    return (
        game.state.place[card] == table.play + seat
        and can_use(game, seat, card)
        and not marks_on(game, table.subject_of_card(card), table.rule_marks.sheathed)
    )


def add_ally(game: AdventureGame, seat: int, card: int) -> None:
    """Let a Follower that was an Enemy add its Strength until the fight ends."""
    table = game.table
    if added := table.cards[card].strength:
        game.mark(table.rule_marks.ally, seat, added, FIGHT_END, seat)


def stand_in(game: AdventureGame, seat: int) -> Mark | None:
    """Return the mark on the Follower that fights in a character's place, whose amount is its Strength."""
    table = game.table
    for mark in game.state.marks if table.deputies else ():
        card = mark.subject - table.subject_of_card(0)
        on_card = 0 <= card < len(table.cards)  # a pack may have put it on somebody, for whom it does nothing
        if mark.kind in table.deputies and on_card and game.state.place[card] == table.play + seat:
            return mark
    return None


# scores


def score(game: AdventureGame, seat: int, fight: Fight) -> int:
    """Return a character's Strength (in psychic combat Craft) with all that counts in this fight."""
    table = game.table
    deputy = stand_in(game, seat)
    if deputy is not None:
        return deputy.amount
    about = Context(seat, rival=fight.rival if seat == fight.seat else fight.seat, space=fight.space)
    if fight.psychic:
        return craft(game, seat) + total(game, seat, table.PSYCHIC, about)
    allies = marks_on(game, seat, table.rule_marks.ally)
    return strength(game, seat) + total(game, seat, table.BATTLE, about) + allies


def creature_score(game: AdventureGame, fight: Fight) -> int:
    """Return the total Strength or Craft of the creatures of a fight, without their roll."""
    if fight.word != NONE:
        return fight.power
    return sum(power(game, fight, card) for card in members(fight.group))


def power(game: AdventureGame, fight: Fight, card: int) -> int:
    """Return the Strength or Craft that an Enemy has in a fight."""
    definition = game.table.cards[card]
    if definition.mirrors:
        return score(game, fight.seat, fight)
    own = definition.strength + definition.craft
    return (
        own
        if definition.grows is ZERO
        else own + definition.grows.of(game, Context(fight.seat, card, space=fight.space))
    )


def creature_points(game: AdventureGame, fight: Fight) -> int:
    """Return how much experience the creatures of a fight are worth: their Strength or Craft, if they do not say.

    What was destroyed without a fight is worth none.
    """
    table = game.table
    if fight.destroyed:
        return 0
    if fight.word != NONE:
        points = table.words[fight.word].points
        return int(fight.power if points == NONE else points)
    worth = 0
    for card in members(fight.group):
        points = table.cards[card].points
        worth += power(game, fight, card) if points == NONE else points
    return worth


def attack_dice(game: AdventureGame, seat: int, fight: Fight) -> int:
    """Return how many dice a character rolls for their attack, at least one; the highest counts, or all."""
    if fight.psychic:
        return 1
    return 2 if adds_dice(game, seat, fight) else min(max(total(game, seat, game.table.ATTACK_DICE), 1), MOST_DICE)


def adds_dice(game: AdventureGame, seat: int, fight: Fight) -> bool:
    """Tell whether a character rolls 2 dice for their attack and adds them."""
    return not fight.psychic and allowed(game, seat, "add_dice", about=fight.as_context())


def sum_of(game: AdventureGame, seat: int, fight: Fight) -> Callable[[list[int]], int]:
    """Return the function that counts the dice of a character's attack: `max` or `sum`."""
    return sum if adds_dice(game, seat, fight) else max


def attack_roll(game: AdventureGame, seat: int, fight: Fight, packed: int) -> int:
    """Return the value of the dice of a character's attack."""
    return sum_of(game, seat, fight)(faces(packed, MOST_DICE))


def silences(game: AdventureGame, seat: int, fight: Fight, packed: int) -> bool:
    """Tell whether a character's dice show the same number, and the other side's roll does not count for that."""
    if fight.psychic or not allowed(game, seat, "match_dice", about=fight.as_context()):
        return False
    dice = unpack(packed)
    return len(dice) > 1 and len(set(dice)) == 1


def lead(game: AdventureGame, fight: Fight) -> tuple[int, int]:
    """Return the attack scores of both sides of a fight whose dice have been rolled."""
    mine, theirs = score(game, fight.seat, fight), 0
    hushed = silences(game, fight.seat, fight, fight.roll)
    if fight.rival != NONE:
        theirs = score(game, fight.rival, fight)
        theirs += 0 if hushed else attack_roll(game, fight.rival, fight, fight.rival_roll)
    else:
        theirs = creature_score(game, fight) + (0 if hushed else fight.rival_roll)
        if not fight.surprised:
            theirs += total(game, fight.seat, game.table.CREATURE_ATTACK)
    if fight.rival == NONE or not silences(game, fight.rival, fight, fight.rival_roll):
        mine += attack_roll(game, fight.seat, fight, fight.roll)
    return mine, theirs


def drawn(game: AdventureGame, fight: Fight) -> int:
    """Return the outcome of a fight with equal scores: a stand-off, unless that counts as one side's victory."""
    mine = allowed(game, fight.seat, "win_draws", about=fight.as_context())
    if fight.rival != NONE:
        theirs = allowed(game, fight.rival, "win_draws", about=fight.as_context())
    else:
        theirs = creatures_win_draws(game, fight)
    if mine == theirs:
        return DRAWN
    return WON if mine else LOST


def creatures_win_draws(game: AdventureGame, fight: Fight) -> bool:
    """Tell whether a stand-off counts as the victory of the creatures of a fight; of several, one is enough."""
    cards = game.table.cards
    return any(clause.event == "stand_off" for card in members(fight.group) for clause in cards[card].replace)


def may_evade(game: AdventureGame, seat: int, fight: Fight) -> bool:
    """Tell whether a character may evade (chapter evade): in the Inner Region only other characters."""
    table = game.table
    if fight.rival != NONE:
        return allowed(game, seat, "evade", frozenset({"character"}))
    if creatures_immune(game, seat):
        return False
    names = creature_names(game, fight) if fight.word != NONE else frozenset({"creature"})
    for card in members(fight.group):
        names = names | table.cards[card].names
    return allowed(game, seat, "evade", names)
