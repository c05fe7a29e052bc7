"""Secrets: what a seat is shown, and who is asked, may not depend on cards that the seat does not know.

The test is always the same: deal the cards that a seat does not know anew among the places where they can lie, and
look whether that seat could tell the two games apart. As in `contract.py`, each function raises Broken if it could.
"""

from __future__ import annotations

import random

from stormriver.kernel import events
from stormriver.kernel import view as views
from stormriver.kernel.frames import Frame, WordFrame
from stormriver.kernel.game import Game
from stormriver.kernel.state import EVERYBODY, NONE, State
from stormriver.kernel.table import Table
from stormriver.kernel.view import ONLOOKER
from support.contract import cards_have_one_place
from support.random_games import Broken, Check, demand_alike

FORWARD = 6
"""How many decisions two games are played on side by side."""

PLAYED_GUESSES = 5
"""How many decisions a guessed game is played on."""


def unknown_places(game: Game, seat: int) -> dict[int, list[tuple[int, int]]]:
    """Return where the cards lie that a viewer does not know, as zone and position, by the deck they belong to."""
    table = game.table
    state = game.state
    bits, backs = _bits(seat), table.backs
    known = {card for card, seats in state.known.items() if seats & bits}
    places: dict[int, list[tuple[int, int]]] = {}
    for zone, cards in enumerate(state.zones):
        if cards and not table.sees(state, seat, zone):
            for position, card in enumerate(cards):
                if card not in known:
                    places.setdefault(backs[card], []).append((zone, position))
    return places


def _bits(viewer: int) -> int:
    return EVERYBODY if viewer == ONLOOKER else EVERYBODY | 1 << viewer


def dealt_anew(game: Game, seat: int, rng: random.Random, *decks: int) -> Game:
    """Return a silent copy in which the cards that a seat does not know (of some decks; none named: all) change places.

    The cards of each deck move on by the same number of places, or the other way round, so that no place keeps its
    card. A frame that is about one of them is about the one that takes its place; what others know, they know of the
    places. So both games are possible, and the seat cannot know in which it is.
    """
    other = game.clone()
    state = other.state
    zones: dict[int, list[int]] = {}
    became: dict[int, int] = {}
    for back, places in unknown_places(game, seat).items():
        if len(places) < 2 or (decks and back not in decks):
            continue
        cards = [state.zones[zone][position] for zone, position in places]
        by = rng.randrange(1, len(cards))
        new = cards[by:] + cards[:by]
        if rng.random() < 0.5:
            new.reverse()
        became.update(zip(cards, new, strict=True))
        for (zone, position), card in zip(places, new, strict=True):
            if zone not in zones:
                zones[zone] = list(state.zones[zone])
            zones[zone][position] = card
            state.place[card] = zone
    for zone, moved in zones.items():
        state.zones[zone] = tuple(moved)
    state.known = {became.get(card, card): seats for card, seats in game.state.known.items()}
    for frame in state.frames:
        if frame.card_behind() in became:
            _put_behind(frame, became[frame.card_behind()])
    return other


def _put_behind(frame: Frame, card: int) -> None:
    """Let a frame be about another card: its field changes by which it tells the card behind it."""
    if isinstance(frame, WordFrame):
        frame.context = frame.context.seen_by(frame.seat, card)
        return
    fields = [name for name, value in frame.values().items() if name != "seat" and value == frame.card_behind()]
    for name in fields:
        before = getattr(frame, name)
        setattr(frame, name, card)
        if frame.card_behind() == card:
            return
        setattr(frame, name, before)
    raise AssertionError(f"the card behind {frame} is told by none of its fields")


def views_hide_cards(game: Game, rng: random.Random) -> None:
    """No viewer can tell from a masked state whether the cards unknown to them have changed places, or the dice.

    Nor is any such card in it, nor the dice to come, nor another seat's options.
    """
    for seat in (ONLOOKER, *range(len(game.state.seats))):
        masked = views.mask(game.table, game.state, seat)
        other = dealt_anew(game, seat, rng)
        other.state.dice, other.state.key = rng.getrandbits(64), rng.randbytes(32)
        demand_alike(
            views.mask(game.table, other.state, seat), masked, f"{_name(game, seat)} can tell two hidden worlds apart"
        )
        _demand_nothing_hidden(game, seat, masked)


def _demand_nothing_hidden(game: Game, seat: int, masked: State) -> None:
    zones = game.state.zones
    hidden = {zones[zone][at] for places in unknown_places(game, seat).values() for zone, at in places}
    for card in hidden:
        if masked.place[card] != NONE:
            raise Broken(
                f"the view of {_name(game, seat)} tells where the hidden card {game.table.cards[card].id} lies"
            )
    shown = [*(card for cards in masked.zones for card in cards), *(frame.card_behind() for frame in masked.frames)]
    if not hidden.isdisjoint(shown):
        card = min(hidden.intersection(shown))
        raise Broken(f"the view of {_name(game, seat)} shows the hidden card {game.table.cards[card].id}")
    if masked.dice or masked.key or (masked.ask is not None and masked.ask.seat != seat and masked.ask.codes):
        raise Broken(f"the view of {_name(game, seat)} shows the dice to come or another seat's options")


def _name(game: Game, seat: int) -> str:
    return "an onlooker" if seat == ONLOOKER else game.table.seats[seat]


def facts_hide_cards(game: Game, rng: random.Random) -> None:
    """Nor can a seat tell it from the facts of its view, names instead of numbers."""
    seat = rng.randrange(ONLOOKER, len(game.state.seats))
    wanted = game.view(seat).facts()
    found = dealt_anew(game, seat, rng).view(seat).facts()
    for name, value in wanted.items():
        if found[name] != value:
            raise Broken(f"{_name(game, seat)} can tell two hidden worlds apart by {name} in the facts of a view")


def own_options_hide_cards(game: Game, rng: random.Random) -> None:
    """What a seat is offered does not depend on cards it does not know."""
    assert game.ask is not None
    other = dealt_anew(game, game.ask.seat, rng)
    other.pose_again()
    if other.ask != game.ask:
        raise Broken(f"with other hidden cards the ask would be {other.ask!r}")


def asked_by_public_facts(game: Game, rng: random.Random) -> None:
    """Where no ask is skipped, who is asked what kind of question does not depend on cards unknown to a viewer."""
    if game.skip_forced:
        return
    assert game.ask is not None
    for seat in range(len(game.state.seats)):
        other = dealt_anew(game, seat, rng)
        other.pose_again()
        if _heading(other) != _heading(game):
            raise Broken(f"{_name(game, seat)} sees {_heading(game)}, with other hidden cards {_heading(other)}")


def _heading(game: Game) -> tuple[int, str, str] | None:
    return None if game.ask is None else (game.ask.seat, game.ask.kind, game.ask.rule)


def futures_hide_cards(game: Game, rng: random.Random) -> None:
    """Two games that differ in Spells a viewer does not know go on alike for them, until one of these is shown to them.

    It holds where no ask is skipped.
    """
    if game.skip_forced:
        return
    seat = rng.randrange(len(game.state.seats))
    deck = game.table.spell_deck
    one = game.clone()
    other = dealt_anew(game, seat, rng, deck)
    other.pose_again()
    for _ in range(FORWARD):
        if one.ask is None or other.ask is None:
            break
        common = [key for key in one.ask.keys if key in other.ask.options]
        if not common:
            break
        key = rng.choice(common)
        hidden = unseen(one, seat, deck), unseen(other, seat, deck)
        one.play(one.ask.keys.index(key))
        other.play(other.ask.keys.index(key))
        if hidden != (unseen(one, seat, deck), unseen(other, seat, deck)):
            break
        _demand_same_sight(one, other, seat, key)


def unseen(game: Game, seat: int, deck: int) -> set[int]:
    """Return the cards of a deck of which a viewer does not know where they lie."""
    state = game.state
    return {state.zones[zone][at] for zone, at in unknown_places(game, seat).get(deck, [])}


def _demand_same_sight(one: Game, other: Game, seat: int, key: str) -> None:
    name = _name(one, seat)
    if _heading(one) != _heading(other):
        raise Broken(f"after {key!r} {name} sees {_heading(one)}, with other hidden Spells {_heading(other)}")
    found = views.mask(other.table, other.state, seat)
    demand_alike(
        found, views.mask(one.table, one.state, seat), f"after {key!r} {name} can tell two hidden worlds apart"
    )


def guesses_fit(game: Game, rng: random.Random) -> None:
    """A guess is a whole state that looks to the seat as the game does, and can be played."""
    seat = rng.randrange(len(game.state.seats))
    table = game.table
    seed = rng.getrandbits(32)
    masked = views.mask(table, game.state, seat)
    guess = views.guess(table, masked, seed)
    demand_alike(masked, views.mask(table, game.state, seat), "guessing changed the view")
    cards_have_one_place(Game(table, guess), rng)
    demand_alike(views.mask(table, guess, seat), masked, f"a guess of {_name(game, seat)} looks otherwise to them")
    demand_alike(views.guess(table, masked, seed), guess, "the same guess comes out otherwise")
    _play_guess(views.guessed_game(game, seat, seed), rng)


def _play_guess(guessed: Game, rng: random.Random) -> None:
    for _ in range(PLAYED_GUESSES):
        if guessed.ask is None:
            return
        guessed.play(rng.randrange(len(guessed.ask.codes)))


def what_is_learnt_is_not_taken_back_freely(game: Game, rng: random.Random) -> None:
    """No answer after which a viewer knows more of hidden cards can be taken back freely.

    Who knows a card then, even for a moment only, knew it before; and where no ask is skipped, a viewer could not
    tell from what follows whether the cards unknown to them lie otherwise.
    """
    assert game.ask is not None
    one = game.clone()
    one.log = []
    key = rng.choice(game.ask.keys)
    one.answer(key)
    if not one.can_undo_freely:
        return
    for viewer in (ONLOOKER, *range(len(game.state.seats))):
        for card in learnt(game, one, viewer):
            name = game.table.cards[card].id
            raise Broken(f"{key!r} lets {_name(game, viewer)} see {name}, and may be taken back freely")
    if not game.skip_forced and one.ask is not None:
        _demand_same_for_others(game, one, key, rng)


def learnt(before: Game, after: Game, viewer: int) -> set[int]:
    """Return the hidden cards that a viewer has come to know in the course of the events of a game's log."""
    state = before.state.clone()
    known = _known(before.table, state, viewer)
    found: set[int] = set()
    for event in after.log or []:
        events.fold(state, event)
        if event.kind in (events.CARD, events.LEARNED):
            card = event.data[0]
            if before.table.sees(state, viewer, state.place[card]) or state.known.get(card, 0) & _bits(viewer):
                found.add(card)
    return (found | _known(before.table, after.state, viewer)) - known


def sly_answer(game: Game) -> str:
    """Return an answer by which who is asked sees hidden cards without a die being rolled; empty if there is none."""
    assert game.ask is not None
    for key in game.ask.keys:
        one = game.clone()
        one.log = []
        one.answer(key)
        if one.state.dice == game.state.dice and learnt(game, one, game.ask.seat) and not learnt(game, one, ONLOOKER):
            return key
    return ""


def _known(table: Table, state: State, viewer: int) -> set[int]:
    masked = views.mask(table, state, viewer)
    return {card for card, place in enumerate(masked.place) if place != NONE}


def _demand_same_for_others(game: Game, one: Game, key: str, rng: random.Random) -> None:
    seat = rng.randrange(len(game.state.seats))
    other = dealt_anew(game, seat, rng)
    other.pose_again()
    if other.ask is not None and key in other.ask.options:
        other.play(other.ask.keys.index(key))
        _demand_same_sight(one, other, seat, key)


SECRETS: tuple[Check, ...] = (
    views_hide_cards,
    facts_hide_cards,
    own_options_hide_cards,
    asked_by_public_facts,
    futures_hide_cards,
    guesses_fit,
    what_is_learnt_is_not_taken_back_freely,
)
"""What holds of secrets at any decision."""

SELDOM: dict[Check, int] = {facts_hide_cards: 3, futures_hide_cards: 2, guesses_fit: 2}
"""What takes longest of it: one in how many decisions is looked at where everything else is at each."""


def due(number: int) -> tuple[Check, ...]:
    """Return what is looked at at a decision with this number: all of it, but what is looked at seldom in its turn."""
    return tuple(check for check in SECRETS if number % SELDOM.get(check, 1) == 0)
