"""Losing lives and being killed (rules chapters `attributes` and `death`)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import (
    ALIGNED,
    CASTS,
    CHARACTER,
    DEAD,
    EXTRA,
    GOLD,
    LIFE,
    MISSED,
    OUT,
    SPACE,
    STATUS,
)
from stormriver.adventure.model.perils import BY_REWARD, Die, Loot, LoseFollower, LoseLives
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import status_effects
from stormriver.adventure.procedures.belongings import belongings, discard, drop, may_have, take
from stormriver.adventure.procedures.fights import causes
from stormriver.adventure.procedures.fortune import can_carry_gold, lay_gold, lose
from stormriver.adventure.procedures.stats import NO_NAMES, can_use, carriers, is_playing, marks_on
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import open_window
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE, OVER

TAKE: Final = verb("take", CARD)
TAKE_GOLD: Final = verb("gold")
DONE: Final = verb("done")


# losing lives


def replaced(game: AdventureGame, frame: LoseLives) -> None:
    """See whether something else happens instead of losing the life."""
    table = game.table
    rows = table.replaces["lose_life"]
    names = causes(game)
    for source in carriers(game, frame.seat, rows):
        for clause in rows.clauses[source]:
            card = source if source < table.space_source else NONE
            if clause.things.isdisjoint(names) or (card != NONE and not can_use(game, frame.seat, card)):
                continue
            if clause.when.test(game, Context(frame.seat, card)):
                frame.lives = 0
                clause.do.run(game, Context(frame.seat, card))
                return


def answers(game: AdventureGame, frame: LoseLives) -> None:
    """Let armour, Spells and abilities answer (objects.armour, spells.as_printed)."""
    if frame.lives > 0:
        table = game.table
        open_window(game, frame.seat, table.LIFE_LOST, table.ANOTHER_LIFE_LOST)


def take_lives(game: AdventureGame, frame: LoseLives) -> None:
    """The lives are lost (attributes.lives_lost); who has none left is killed at once (death.killed)."""
    seats = game.state.seats
    lost = min(frame.lives, seats[frame.seat][LIFE])
    if lost <= 0 or not is_playing(game, frame.seat):
        return
    game.change(frame.seat, LIFE, -lost)
    fire(game, frame.seat, "lost_life", causes(game) if game.table.told_of_losses else NO_NAMES)
    winner = frame.rival if frame.by & BY_REWARD else NONE
    if winner != NONE:
        fire(game, winner, "took_life", rival=frame.seat)
    if seats[frame.seat][LIFE] == 0:
        game.push(Die(frame.seat, winner, frame.together))


def outlived(game: AdventureGame, frame: LoseLives) -> None:
    """Who survives what has killed all others has won after all (ruling.10)."""
    if frame.together and is_playing(game, frame.seat):
        last_one(game, frame.together, frame)


LOSE_STEPS: Final[Steps] = (
    ("attributes.lives_lost", replaced),
    ("spells.as_printed", answers),
    ("attributes.lives_lost", take_lives),
    ("crown.win", outlived),
)


# losing a Follower


def follower_answers(game: AdventureGame, frame: LoseFollower) -> None:
    """A Follower is about to be killed; Spells may save it."""
    table = game.table
    open_window(game, frame.seat, table.FOLLOWER_LOST, table.FOLLOWER_LOST)


def take_follower(game: AdventureGame, frame: LoseFollower) -> None:
    """The Follower is killed (followers.lost), unless it was saved."""
    if not frame.saved and game.state.place[frame.card] == game.table.play + frame.seat:
        discard(game, frame.card, frame.seat)
        events.FOLLOWER_KILLED.tell(game, frame.seat, frame.card)


FOLLOWER_STEPS: Final[Steps] = (
    ("spells.as_printed", follower_answers),
    ("followers.lost", take_follower),
)


# being killed


def spoils(game: AdventureGame, frame: Die) -> None:
    """The winner takes what they want of the killed character's belongings (battle.kill_reward)."""
    if frame.rival != NONE and is_playing(game, frame.rival):
        game.push(Loot(frame.rival, frame.seat))


def leave_estate(game: AdventureGame, frame: Die) -> None:
    """What is left of the killed character's belongings and gold lies on the space (death.possessions)."""
    for card in belongings(game, frame.seat):
        drop(game, frame.seat, card)
    lay_gold(game, game.state.seats[frame.seat][SPACE], lose(game, frame.seat, GOLD, 1 << 20))


def keep_estate(game: AdventureGame, frame: Die) -> None:
    """Belongings and gold are put aside for the next character, if there will be one (option.inherited_items)."""
    if leaves_game(game):
        leave_estate(game, frame)


def give_back(game: AdventureGame, frame: Die) -> None:
    """Spells, trophies and cards kept for later go to their discard piles (death.killed)."""
    state = game.state
    table = game.table
    seat = frame.seat
    events.CHARACTER_KILLED.tell(game, seat, frame.rival)
    fire(game, seat, "killed", table.cards[state.seats[seat][CHARACTER]].names)
    for first in (table.hand, table.trophies, table.reserve):
        for card in state.zones[first + seat]:
            discard(game, card, seat)


def leave_board(game: AdventureGame, frame: Die) -> None:
    """Counters go back to their stockpiles, the character card to the box."""
    state = game.state
    table = game.table
    seat = frame.seat
    out = leaves_game(game)
    for mark in state.marks.on.get(seat, ()):
        if out or not table.marks[mark.kind].outlives:
            game.unmark(mark)
    for column in table.counters.values():
        own = table.own_counters.get(column)
        if column != GOLD and (own is None or not own.outlives):
            game.change(seat, column, -state.seats[seat][column])
    for column in (MISSED, EXTRA, CASTS, ALIGNED):
        game.set(seat, column, 0)
    game.move_card(state.seats[seat][CHARACTER], table.box, seat)
    game.set(seat, CHARACTER, NONE)
    game.set(seat, SPACE, NONE)
    game.set(seat, STATUS, OUT if out else DEAD)
    if out:
        status_effects.end_owned(game, seat)
    if seat == state.active:
        state.interrupt = OVER


def leaves_game(game: AdventureGame) -> bool:
    """Tell whether the player of a killed character is out (death.out, option.bloodbath)."""
    return bool(game.table.options["bloodbath"]) or summit_reached(game)


def summit_reached(game: AdventureGame) -> bool:
    """Tell whether any character has reached the goal of the game."""
    table = game.table
    return table.summit != NONE and bool(
        marks_on(game, table.subject_of_space(table.summit), table.rule_marks.summit_reached)
    )


def alone(game: AdventureGame, frame: Die) -> None:
    """When somebody has been killed, who is left alone has won (crown.win)."""
    last_one(game, frame.together, killed=frame.seat)


def last_one(game: AdventureGame, together: int = 0, survived: LoseLives | None = None, killed: int = NONE) -> None:
    """Who is left alone has won (crown.win); those whom one effect kills die together (ruling.10).

    Args:
        game: the game.
        together: those who were killed by the same effect, one bit each.
        survived: the loss of lives that somebody has just survived.
        killed: who has just been killed.
    """
    left = [seat for seat, row in enumerate(game.state.seats) if row[STATUS] != OUT]
    if killed != NONE and killed not in left:
        together |= 1 << killed
    threatened = [below for below in game.state.frames if isinstance(below, LoseLives) and below.seat in left]
    if threatened and threatened != [survived]:
        for below in threatened:
            below.together |= together
    elif len(left) == 1:
        game.end(1 << left[0])
    elif not left:
        game.end(together)


def leave_waiting(game: AdventureGame) -> None:
    """Who waits to begin with a new character when the goal is reached is out (ruling.134)."""
    for seat, row in enumerate(game.state.seats):
        if row[STATUS] == DEAD:
            for card in belongings(game, seat):
                discard(game, card, seat)
            lose(game, seat, GOLD, game.state.seats[seat][GOLD])
            game.set(seat, STATUS, OUT)
            status_effects.end_owned(game, seat)
    last_one(game)


DIE_STEPS: Final[Steps] = (
    ("death.killed", give_back),
    ("battle.kill_reward", spoils),
    ("death.possessions", leave_estate),
    ("death.killed", leave_board),
    ("crown.win", alone),
)
DIE_INHERITED_STEPS: Final[Steps] = (
    ("death.killed", give_back),
    ("death.possessions", keep_estate),
    ("death.killed", leave_board),
    ("crown.win", alone),
)


# the winner's spoils


def offer_spoils(game: AdventureGame, frame: Loot) -> None:
    """Offer the belongings of the killed character, one at a time."""
    victim = frame.rival
    options = [TAKE + card for card in belongings(game, victim) if may_have(game, frame.seat, card)]
    if game.state.seats[victim][GOLD] and can_carry_gold(game, frame.seat):
        options.append(TAKE_GOLD)
    game.pose(frame.seat, asks.SPOILS, [DONE, *options])


def take_spoils(game: AdventureGame, frame: Loot) -> None:
    """Take what was chosen, and offer the rest."""
    answer = game.state.answer
    if answer == DONE:
        return
    game.restart(frame)
    if answer == TAKE_GOLD:
        game.change(frame.seat, GOLD, lose(game, frame.rival, GOLD, 1 << 20))
    else:
        take(game, frame.seat, answer - TAKE)


LOOT_STEPS: Final[Steps] = (
    ("battle.kill_reward", offer_spoils),
    ("battle.kill_reward", take_spoils),
)
