"""Faults to be planted in the engine, each by a function that patches it; `test_checkers.py` wants each one caught."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from stormriver.adventure import view as adventure_view
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures import fortune, windows
from stormriver.adventure.rulebook import RULEBOOK
from stormriver.adventure.words.counters import Gain
from stormriver.kernel import events, pickles, saves
from stormriver.kernel import game as games
from stormriver.kernel import view as views
from stormriver.kernel.ask import AskKind, Posed
from stormriver.kernel.game import Game, Past
from stormriver.kernel.state import NONE, State, marks_of
from stormriver.kernel.table import Table
from stormriver.kernel.view import OMNISCIENT
from stormriver.presentation import event_feed
from stormriver.presentation.adventure import build_view as adventure_viewing
from stormriver.presentation.wargame import build_view as war_viewing
from stormriver.wargame import view as war_view
from stormriver.wargame.model.frames import Cast
from stormriver.wargame.procedures import chits, marks, wounds
from stormriver.wargame.procedures import windows as war_windows
from stormriver.wargame.procedures.forces import units_of
from stormriver.wargame.procedures.memo import kept
from support.tables import table_of

Patch = pytest.MonkeyPatch


# faults of chance


def unseeded_roll(patch: Patch) -> None:
    """Dice from Python's own generator instead of the one in the state."""

    def roll(game: Game, seat: int, count: int = 1) -> list[int]:
        game.revealed += 1
        rolled = [random.randint(1, 6) for _ in range(count)]
        game.write(events.ROLLED, seat, tuple(rolled))
        return rolled

    patch.setattr(Game, "roll", roll)


def roll_more_in_silence(patch: Patch) -> None:
    """One die more where no log is written."""
    real = Game.roll

    def roll(game: Game, seat: int, count: int = 1) -> list[int]:
        rolled = real(game, seat, count)
        if game.log is None:
            real(game, seat)
        return rolled

    patch.setattr(Game, "roll", roll)


# faults of copies and of the log


def clone_sharing_seats(patch: Patch) -> None:
    """A clone whose seats are the original's."""
    real = State.clone

    def clone(state: State) -> State:
        new = real(state)
        new.seats = state.seats
        return new

    patch.setattr(State, "clone", clone)


def clone_forgetting_marks(patch: Patch) -> None:
    """A clone without marks."""
    real = State.clone

    def clone(state: State) -> State:
        new = real(state)
        new.marks = marks_of([])
        return new

    patch.setattr(State, "clone", clone)


def save_forgetting_knowledge(patch: Patch) -> None:
    """A save that does not say who knows which card."""
    real = saves.state_values

    def state_values(state: State) -> dict[str, Any]:
        return {**real(state), "known": [0] * len(state.place)}

    patch.setattr(saves, "state_values", state_values)


def pickle_forgetting_amounts(patch: Patch) -> None:
    """A pickled ask that has lost what its options cost."""
    real = Posed.told

    def told(posed: Posed) -> tuple[Any, ...]:
        return real(Posed(posed.seat, posed.kind, posed.codes, posed.cause, posed.card))

    patch.setattr(Posed, "told", told)


def pickle_with_the_table(patch: Patch) -> None:
    """A pickled table with all its cards in it."""
    patch.setattr(pickles, "reduced", lambda table: object.__reduce_ex__(table, 4))


def change_without_event(patch: Patch) -> None:
    """Counters that change without a word in the log."""

    def change(game: Game, seat: int, column: int, difference: int) -> None:
        game.state.put(seat, column, game.state.seats[seat][column] + difference)

    patch.setattr(Game, "change", change)


def ask_with_consequences(patch: Patch) -> None:
    """An ask that tells something each time it is posed."""
    real = Game.pose

    def pose(game: Game, seat: int, kind: AskKind, codes: list[int]) -> None:
        game.write("Asked", seat, ())
        real(game, seat, kind, codes)

    patch.setattr(Game, "pose", pose)


def rule_that_is_not_written(patch: Patch) -> None:
    """Asks that name a rule nobody can read up."""
    patch.setattr(AdventureTable, "rule", lambda table, cause: "rules.unwritten")


# faults of answers


def option_that_fails(patch: Patch) -> None:
    """A word of cards that meets an error."""

    def run(word: Gain, game: Game, frame: object) -> None:
        raise KeyError("gain")

    patch.setattr(Gain, "run", run)


def any_answer_taken(patch: Patch) -> None:
    """An unknown answer counts as the first option."""

    def answer(game: Game, key: str) -> None:
        assert game.ask is not None
        game.play(game.ask.keys.index(key) if key in game.ask.keys else 0)

    patch.setattr(Game, "answer", answer)


def refusal_with_consequences(patch: Patch) -> None:
    """A refused answer that stands in the log all the same."""
    real = Game.answer

    def answer(game: Game, key: str) -> None:
        game.write("AnswerRead", 0, ())
        real(game, key)

    patch.setattr(Game, "answer", answer)


def refusal_by_crash(patch: Patch) -> None:
    """A wrong answer that meets an error of Python instead of a sentence."""

    def answer(game: Game, key: str) -> None:
        assert game.ask is not None
        game.play(game.ask.keys.index(key))

    patch.setattr(Game, "answer", answer)


def undo_forgetting_log(patch: Patch) -> None:
    """An undo that leaves the log as it is."""

    def restore(game: Game, past: Past) -> None:
        game.state = past.state
        game.revealed = past.revealed

    patch.setattr(Game, "_restore", restore)


def roll_undone_for_free(patch: Patch) -> None:
    """Dice whose roll may be taken back as if nothing had come out."""
    real = Game.roll

    def roll(game: Game, seat: int, count: int = 1) -> list[int]:
        rolled = real(game, seat, count)
        game.revealed -= 1
        return rolled

    patch.setattr(Game, "roll", roll)


# faults of cards and counters


def lost_card(patch: Patch) -> None:
    """A card that is taken from its zone and put nowhere, one in twenty."""

    def loses(state: State, card: int, old: tuple[int, ...]) -> None:
        zone = state.place[card]
        if card % 20 == 0:
            state.zones[zone] = tuple(other for other in state.zones[zone] if other != card)

    _patch_moves(patch, loses)


def doubled_card(patch: Patch) -> None:
    """A card that stays where it was as well, one in twenty."""

    def doubles(state: State, card: int, old: tuple[int, ...]) -> None:
        if card % 20 == 0:
            state.zones[0] = (*state.zones[0], card)

    _patch_moves(patch, doubles)


def _patch_moves(patch: Patch, fault: Callable[[State, int, tuple[int, ...]], None]) -> None:
    real = events.move_card

    def move_card(state: State, seat: int, data: tuple[int, ...]) -> None:
        real(state, seat, data)
        fault(state, data[0], data)

    patch.setattr(events, "move_card", move_card)


def card_with_a_wrong_place(patch: Patch) -> None:
    """A card whose place is not noted when it moves."""
    real = events.move_card

    def move_card(state: State, seat: int, data: tuple[int, ...]) -> None:
        before = state.place[data[0]]
        real(state, seat, data)
        if data[0] % 20 == 0 and before != NONE:
            state.place[data[0]] = before

    patch.setattr(events, "move_card", move_card)


def endless_stock(patch: Patch) -> None:
    """Stockpiles that never run out."""
    patch.setattr(fortune, "stock_left", lambda game, column, seat=0, wanted=1: wanted)


def debts(patch: Patch) -> None:
    """Losses that count double, so that somebody ends below nothing."""
    real = Game.change

    def change(game: Game, seat: int, column: int, difference: int) -> None:
        real(game, seat, column, difference if difference > 0 else 2 * difference)

    patch.setattr(Game, "change", change)


def ghost_on_the_board(patch: Patch) -> None:
    """A killed character whose figure stays on its space."""
    real = Game.set

    def set_column(game: Game, seat: int, column: int, value: int) -> None:
        if (column, value) != (SPACE, NONE):
            real(game, seat, column, value)

    patch.setattr(Game, "set", set_column)


def mark_of_nothing(patch: Patch) -> None:
    """Marks that say nothing of how much."""
    real = Game.mark

    def mark(game: Game, kind: int, subject: int, amount: int = 1, *others: int) -> None:
        real(game, kind, subject, 0, *others)

    patch.setattr(Game, "mark", mark)


def limits_forgotten(patch: Patch) -> None:
    """Nobody looks at what is above a limit."""

    def settle(game: Game) -> None:
        game.state.unsettled = 0

    patch.setattr(RULEBOOK, "settle", settle)


# faults of secrets


def open_hands(patch: Patch) -> None:
    """A masked state in which nothing is masked."""
    patch.setattr(views, "mask", lambda table, state, seat: state.clone())


def dice_shown(patch: Patch) -> None:
    """A masked state with the dice to come."""
    real = views.mask

    def mask(table: AdventureTable, state: State, seat: int) -> State:
        view = real(table, state, seat)
        view.dice = state.dice
        return view

    patch.setattr(views, "mask", mask)


def key_shown(patch: Patch) -> None:
    """A masked state with the key of the dice."""
    real = views.mask

    def mask(table: AdventureTable, state: State, seat: int) -> State:
        view = real(table, state, seat)
        view.key = state.key
        return view

    patch.setattr(views, "mask", mask)


def place_shown(patch: Patch) -> None:
    """A masked state that hides the cards of a zone, but not the zone of a card."""
    real = views.mask

    def mask(table: AdventureTable, state: State, seat: int) -> State:
        view = real(table, state, seat)
        view.place = state.place[:]
        return view

    patch.setattr(views, "mask", mask)


def facts_from_the_table(patch: Patch) -> None:
    """Facts of a view taken from what is not masked."""

    real = views.View.__init__

    def unmasked(view: views.View[Any], game: Game, seat: int) -> None:
        real(view, game, seat)
        view.game = Game(game.table, game.state.clone(), None)

    patch.setattr(views.View, "__init__", unmasked)


def options_by_the_next_card(patch: Patch) -> None:
    """Options in an order that depends on the card on top of a deck."""
    real = Game.pose

    def pose(game: Game, seat: int, kind: AskKind, codes: list[int]) -> None:
        table = table_of(game)
        deck = game.state.zones[table.deck_zone[table.drawn_from]]
        real(game, seat, kind, codes[::-1] if deck and deck[-1] % 2 else codes)

    patch.setattr(Game, "pose", pose)


def asked_by_hands(patch: Patch) -> None:
    """Windows only for those who hold the right Spells, which tells the others about their hands."""
    real = windows.may_cast

    def may_cast(game: Game, seat: int) -> bool:
        return real(game, seat) and any(card % 3 for card in game.state.zones[table_of(game).hand + seat])

    patch.setattr(windows, "may_cast", may_cast)


def guess_of_something_else(patch: Patch) -> None:
    """A guess that does not keep to what its seat sees."""
    real = views.guess

    def guess(table: AdventureTable, view: State, seed: int) -> State:
        state = real(table, view, seed)
        state.put(0, fortune.GOLD, state.seats[0][fortune.GOLD] + 1)
        return state

    patch.setattr(views, "guess", guess)


def guess_by_chance(patch: Patch) -> None:
    """A guess that comes out otherwise each time."""
    real = views.guess
    patch.setattr(views, "guess", lambda table, view, seed: real(table, view, random.getrandbits(32)))


def peeks_forgotten(patch: Patch) -> None:
    """What only some come to see does not count as having come out."""

    def shows(table: Table, state: State, card: int, zone: int) -> bool:
        return bool(table.zones[state.place[card]].visible) and not table.zones[zone].visible

    patch.setattr(games, "shows", shows)
    patch.setattr(games, "opens_hidden", lambda table, before, after: False)


def views_of_everything(patch: Patch) -> None:
    """Every viewer is shown the view of somebody who knows everything."""
    patch.setattr(adventure_viewing, "Sight", lambda game, viewer: adventure_view.View(game, OMNISCIENT))
    patch.setattr(war_viewing, "Sight", lambda game, viewer: war_view.View(game, OMNISCIENT))


def told_as_if_all_knew(patch: Patch) -> None:
    """What is told names every card, whoever knows the zone it goes to."""
    patch.setattr(event_feed, "knows", lambda table, zone, viewer: True)


# faults of rules that forbid


def acts_whenever_asked(patch: Patch) -> None:
    """Whoever is asked may use an ability, whether its condition holds or not."""
    patch.setattr(windows, "can_act", lambda *asked: True)


def acts_again_and_again(patch: Patch) -> None:
    """What may be used once may be used again."""
    patch.setattr(windows, "used", lambda *asked: False)


def spells_without_end(patch: Patch) -> None:
    """Who holds a Spell may cast it, however many were cast and in whatever form."""
    patch.setattr(windows, "may_still_cast", lambda game, seat: True)


def nothing_forbidden(patch: Patch) -> None:
    """What a space or card forbids is done all the same."""
    patch.setattr(windows, "forbidden", lambda *asked: False)


# faults of a wargame


def squares_never_taken(patch: Patch) -> None:
    """Units are placed where others stand."""
    patch.setattr(chits, "free_squares", lambda game: frozenset(range(len(game.table.spaces))))


def chits_on_the_wrong_pile(patch: Patch) -> None:
    """What is bought and not kept goes to the pile of the items."""
    patch.setattr(chits, "discard", lambda game, card, seat: game.move_card(card, game.table.spent["items"], seat))


def monsters_with_items(patch: Patch) -> None:
    """Anybody may carry anything."""
    patch.setattr(chits, "carriers_for", lambda game, seat, item: units_of(game, seat))


def memo_that_outlives_a_move(patch: Patch) -> None:
    """What was found out of a position is not forgotten when a unit moves on the map."""
    real = Game.move_card

    def move_card(game: Game, card: int, zone: int, *others: int) -> None:
        memo = game.memo
        real(game, card, zone, *others)
        game.memo = memo

    patch.setattr(Game, "move_card", move_card)


def lasting_memo_that_outlives_a_stacking(patch: Patch) -> None:
    """What lies on units is not forgotten when they lose or get something."""
    real = Game.move_card

    def move_card(game: Game, card: int, zone: int, *others: int) -> None:
        lasting = game.lasting
        real(game, card, zone, *others)
        game.lasting = lasting

    patch.setattr(Game, "move_card", move_card)


def memo_that_outlives_a_mark(patch: Patch) -> None:
    """What was found out of a position is not forgotten when a mark is put on."""
    real = Game.mark

    def mark(game: Game, *told: int) -> None:
        memos = game.memo, game.lasting
        real(game, *told)
        game.memo, game.lasting = memos

    patch.setattr(Game, "mark", mark)


def memo_that_outlives_an_undo(patch: Patch) -> None:
    """What was found out of a position is not forgotten when an answer is taken back."""
    real = Game._restore

    def restore(game: Game, past: Past) -> None:
        memo = game.memo
        real(game, past)
        game.memo = memo

    patch.setattr(Game, "_restore", restore)


def memo_of_what_is_set_aside(patch: Patch) -> None:
    """A function that looks at who has attacked, though such marks leave the memo as it is."""
    patch.setattr(marks, "has_attacked", kept(marks.has_attacked))


def wounds_that_kill_nobody(patch: Patch) -> None:
    """A unit stands however often it was wounded."""
    patch.setattr(wounds, "kill", lambda game, unit: None)


def spell_known_before_it_is_shown(patch: Patch) -> None:
    """A spell is in the hand still, and named already, while its caster is chosen."""

    def carry_out(game: Game, seat: int, answer: int) -> None:
        real(game, seat, answer)
        frame = game.state.frames[-1]
        if isinstance(frame, Cast):
            game.move_card(frame.card, game.table.hand + seat, seat)

    real = war_windows.carry_out
    patch.setattr(war_windows, "carry_out", carry_out)
