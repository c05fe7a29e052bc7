"""What the engine promises at every decision of every game, as functions that raise Broken where it does not hold.

Each takes a game that waits for an answer, and a generator for what it samples, and leaves the game as it was.
Secrets have a module of their own, `secrecy.py`; the games to try them on are in `random_games.py`.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterable
from functools import lru_cache

from stormriver.adventure.model.columns import (
    ALIGNMENT,
    ALIGNMENTS,
    CHARACTER,
    COLUMNS,
    COUNTERS,
    OUT,
    PLAYING,
    SPACE,
    STATUS,
)
from stormriver.adventure.model.perils import Die
from stormriver.adventure.procedures.belongings import surplus_objects, surplus_spells
from stormriver.adventure.procedures.fortune import in_use, small_in_use
from stormriver.adventure.procedures.lives import keep_estate
from stormriver.adventure.procedures.stats import is_playing
from stormriver.api import resume_game
from stormriver.kernel.errors import BadAnswer
from stormriver.kernel.events import Event, fold
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, State
from stormriver.kernel.table import OPEN
from stormriver.language.source import read_file
from support import wargame_order
from support.layers import CONTENT
from support.random_games import Broken, Check, Play, Watch, demand_alike, demand_equal, named, slots

NOT_FOLDED = ("frames", "ask", "asked", "dice", "answer", "returned", "unsettled", "interrupt")
"""What of a state no event tells: how the rules go on, which a replay without rules does not need."""

NEVER_OFFERED = ("", " ", "#", ":", "pass ", "PASS", "pass#2", "to:", "to:nowhere", "0", "-1", "None", "\x00", "päss")
"""Answers that no ask ever offers."""

SAMPLED_OPTIONS = 6
"""How many options of an ask are tried."""

MOST_PICKLED = 8_000
"""The most bytes of a pickled game with six seats, all packs and whatever long games give."""

LOGGED_SAVES = 80
"""One save in so many is made with its log, which is what is long in it."""


# copies


def clone_is_equal_and_apart(game: Game, rng: random.Random) -> None:
    """A clone equals its original in every slot, shares nothing that changes, and answering it changes only it."""
    before = slots(game.state)
    clone = game.clone()
    demand_equal(slots(clone.state), before, "a clone differs from its original")
    _demand_nothing_shared(game.state, clone.state)
    assert clone.ask is not None
    clone.play(rng.randrange(len(clone.ask.codes)))
    demand_equal(slots(game.state), before, "answering a clone changed the original")


def _demand_nothing_shared(one: State, other: State) -> None:
    for name in ("frames", "seats", "zones", "place", "known"):
        if getattr(one, name) is getattr(other, name):
            raise Broken(f"a clone shares its {name} with the original")
    if any(mine is theirs for mine, theirs in zip(one.frames, other.frames, strict=True)):
        raise Broken("a clone shares a frame with the original")


def save_comes_back(game: Game, rng: random.Random) -> None:
    """A save is loaded as the same game, saves as the same text, and plays on in the same way."""
    original = game.clone()
    if game.log is not None and rng.randrange(LOGGED_SAVES) == 0:
        original.log = list(game.log)
    text = original.save()
    loaded = resume_game(text, game.table.added_packs())
    demand_equal(slots(loaded.state), slots(original.state), "a loaded save differs from its game", ("answer",))
    if loaded.save() != text:
        raise Broken("a loaded save is saved as another text")
    if loaded.log != original.log or loaded.header != original.header or loaded.skip_forced != original.skip_forced:
        raise Broken("a loaded save has another log, header or way with forced asks")
    assert original.ask is not None
    index = rng.randrange(len(original.ask.codes))
    original.play(index)
    loaded.play(index)
    demand_equal(slots(loaded.state), slots(original.state), "a loaded save plays on differently")


def pickle_comes_back(game: Game, rng: random.Random) -> None:
    """A pickled game comes back equal, at the very same table and in few bytes, and plays on in the same way."""
    pickled = pickle.dumps(game)
    demand_small(pickled)
    again = pickle.loads(pickled)
    if again.table is not game.table or again.header != game.header or again.skip_forced != game.skip_forced:
        raise Broken("a pickled game comes back with another table, header or way with forced asks")
    demand_equal(slots(again.state), slots(game.state), "a pickled game comes back otherwise")
    assert game.ask is not None and again.ask is not None
    if (again.ask.card, again.ask.amounts) != (game.ask.card, game.ask.amounts):
        raise Broken("a pickled ask comes back otherwise")
    original, index = game.clone(), rng.randrange(len(game.ask.codes))
    original.play(index)
    again.play(index)
    demand_equal(slots(again.state), slots(original.state), "a pickled game plays on differently")


def demand_small(pickled: bytes) -> None:
    """Raise Broken if a pickled game has more than what belongs to it: what its table says would be a hundred times it.

    How large each part is in an ordinary game is tested in `test_pickles.py`.
    """
    if len(pickled) > MOST_PICKLED:
        raise Broken(f"a pickled game has {len(pickled)} bytes")


def ask_is_posed_again(game: Game, rng: random.Random) -> None:
    """Posing the pending ask anew from the frames gives the same ask, changes nothing and tells nothing."""
    clone = game.clone()
    clone.log = []
    clone.pose_again()
    demand_equal(slots(clone.state), slots(game.state), "posing the ask again changed something", ("answer",))
    if clone.log or clone.revealed:
        raise Broken(f"posing the ask again wrote {clone.log} to the log, and showed {clone.revealed} hidden things")


class Folding(Watch):
    """Folding the events of the log, with no rule applied, gives the state, after the last answer as well."""

    def begin(self, play: Play) -> None:
        self.state = play.game.table.new_state(play.set_up.number)
        self.read = 0

    def decision(self, play: Play) -> None:
        game = play.game
        assert game.log is not None
        self.fold(game.log[self.read :])
        self.read = len(game.log)
        demand_equal(slots(self.state), slots(game.state), "folding the log gives another state", NOT_FOLDED)

    end = decision

    def fold(self, events: Iterable[Event]) -> None:
        """Fold further events."""
        for event in events:
            fold(self.state, event)


# answers


def ask_can_be_read(game: Game, rng: random.Random) -> None:
    """An ask names a rule that is written down and has a text, as have its options, and no two keys are alike."""
    ask = game.ask
    assert ask is not None
    if ask.rule not in written_rules():
        raise Broken(f"no rule is called {ask.rule!r}")
    if len(set(ask.keys)) != len(ask.codes):
        raise Broken(f"two options have the same key: {ask.keys}")
    option = ask.options[rng.choice(ask.keys)]
    if not ask.text or not option.text:
        raise Broken(f"the ask or its option {option.key!r} has no text")


@lru_cache(maxsize=1)
def written_rules() -> frozenset[str]:
    """Return the ids of all rules and rulings of our packs."""
    found: set[str] = set()
    for name in ("rules", "rulings"):
        for path in CONTENT.glob(f"*/{name}.yaml"):
            found.update(rule.mapping()["id"].text() for rule in read_file(path).mapping()[name].items())
    return frozenset(found)


def options_work(game: Game, rng: random.Random) -> None:
    """Each option on offer (of many a few) can be chosen, and leaves a game in which cards and counters are right."""
    assert game.ask is not None
    count = len(game.ask.codes)
    for index in rng.sample(range(count), min(count, SAMPLED_OPTIONS)):
        clone = game.clone()
        try:
            clone.play(index)
        except Exception as error:
            raise Broken(f"the option {game.ask.keys[index]!r} fails: {type(error).__name__}: {error}") from error
        for check in COUNTED[game.table.rulebook.name]:
            check(clone, rng)


class Refusals:
    """Every answer that is not on offer is refused and changes nothing; it tries what earlier asks offered."""

    def __init__(self) -> None:
        self.keys: dict[str, None] = {}

    def __call__(self, game: Game, rng: random.Random) -> None:
        assert game.ask is not None
        offered = game.ask.keys
        before = slots(game.state)
        logged = None if game.log is None else len(game.log)
        others = list(self.keys)
        wrong = [*rng.sample(others, min(len(others), 4)), *rng.sample(NEVER_OFFERED, 2)]
        wrong += [f"{offered[0]}#2", offered[0].upper(), offered[-1][:-1]]
        for key in wrong:
            if key not in offered:
                _demand_refusal(game, key)
        demand_equal(slots(game.state), before, "a refused answer changed the game")
        if game.history or logged != (None if game.log is None else len(game.log)):
            raise Broken("a refused answer was noted in the log or for undo")
        self.keys.update(dict.fromkeys(offered))


def _demand_refusal(game: Game, key: str) -> None:
    try:
        game.answer(key)
    except BadAnswer:
        return
    except Exception as error:
        raise Broken(f"the answer {key!r} is refused with {type(error).__name__}, not BadAnswer") from error
    raise Broken(f"the answer {key!r} is not on offer, but was taken")


def answer_can_be_taken_back(game: Game, rng: random.Random) -> None:
    """After an answer and its undo the game stands as before, and it cannot be undone for free if chance came out."""
    assert game.ask is not None and not game.history
    before = slots(game.state)
    logged = None if game.log is None else len(game.log)
    game.answer(rng.choice(game.ask.keys))
    rolled = game.state.dice != before["dice"]
    if rolled and game.can_undo_freely:
        raise Broken("dice were rolled, and yet the answer may be taken back freely")
    game.undo()
    demand_equal(slots(game.state), before, "undo does not lead back")
    if game.history or logged != (None if game.log is None else len(game.log)):
        raise Broken("undo leaves something in the log or in the history")


# cards, counters and coins


def cards_have_one_place(game: Game, rng: random.Random) -> None:
    """Each card lies in exactly one zone, and the table of places agrees with the zones."""
    state = game.state
    place = [NONE] * len(game.table.cards)
    for zone, cards in enumerate(state.zones):
        for card in cards:
            if not 0 <= card < len(place):
                raise Broken(f"there is no card {card}, but it lies in {game.table.zones[zone].name}")
            if place[card] != NONE:
                raise Broken(f"{_card(game, card)} lies in two places")
            place[card] = zone
    if NONE in place:
        raise Broken(f"{_card(game, place.index(NONE))} is nowhere")
    if place != list(state.place):
        card = next(card for card, zone in enumerate(place) if state.place[card] != zone)
        raise Broken(f"{_card(game, card)} lies in {game.table.zones[place[card]].name}, its place says otherwise")


def _card(game: Game, card: int) -> str:
    return f"the card {card} ({game.table.cards[card].id})"


def counters_are_conserved(game: Game, rng: random.Random) -> None:
    """Never are more counters, coins or tokens in use than the box holds, and none is negative."""
    table = game.table
    for number, row in enumerate(game.state.seats):
        for column, amount in enumerate(row):
            if amount < 0 and column not in (SPACE, CHARACTER):
                raise Broken(f"{table.seats[number]} has {amount} {COLUMNS[column]}")
    if not table.options["limited_supply"]:
        return
    for name, column in table.counters.items():
        stock = table.stock[column]
        used = small_in_use(in_use(game, column), stock[1])
        if stock[0] != NONE and used > stock[0]:  # some boxes hold as many as are wanted
            raise Broken(f"{used} small counters of {name} are in use, the box holds {stock[0]}")


def seats_are_whole(game: Game, rng: random.Random) -> None:
    """A seat has its one character, on a space, with lives; or none, and then nothing of a character's either."""
    table = game.table
    state = game.state
    for seat, row in enumerate(state.seats):
        name = table.seats[seat]
        character = state.zones[table.character + seat]
        if character != (() if row[CHARACTER] == NONE else (row[CHARACTER],)):
            raise Broken(f"{name} is to be character {row[CHARACTER]}, but has the cards {character}")
        if (row[CHARACTER] == NONE) != (row[SPACE] == NONE) or not NONE <= row[SPACE] < len(table.spaces):
            raise Broken(f"{name} is character {row[CHARACTER]} on the space {row[SPACE]}")
        if not 0 <= row[ALIGNMENT] < len(ALIGNMENTS) or not PLAYING <= row[STATUS] <= OUT:
            raise Broken(f"{name} has the alignment {row[ALIGNMENT]} and the status {row[STATUS]}")
        if row[CHARACTER] == NONE:
            _demand_nothing_left(game, seat)
    if table.options["limited_supply"] and _turned(game) > table.alignment_cards:
        raise Broken(f"{_turned(game)} characters have changed alignment, with {table.alignment_cards} cards for it")


def _turned(game: Game) -> int:
    table = game.table
    return sum(
        table.cards[row[CHARACTER]].alignment != ALIGNMENTS[row[ALIGNMENT]]
        for row in game.state.seats
        if row[CHARACTER] != NONE
    )


def _demand_nothing_left(game: Game, seat: int) -> None:
    table = game.table
    inherits = keep_estate in table.program.at[Die]
    kept = () if inherits else ("play",)
    for zone in ("hand", "trophies", *kept):
        if game.state.zones[getattr(table, zone) + seat]:
            raise Broken(f"{table.seats[seat]} has no character, but cards in {zone}")
    for name, column in COUNTERS.items():
        if game.state.seats[seat][column] and not (name == "gold" and inherits):
            raise Broken(f"{table.seats[seat]} has no character, but {name}")


def marks_make_sense(game: Game, rng: random.Random) -> None:
    """A mark is of a known kind, lasts, and lies on a character, a card that all can see, or a space."""
    table = game.table
    state = game.state
    cards = len(table.seats)
    spaces = cards + len(table.cards)
    for mark in state.marks:
        kind = table.marks[mark.kind].id
        if mark.amount < 1 or mark.left < 1 or not 0 <= mark.subject < spaces + len(table.spaces):
            raise Broken(f"the mark {kind} makes no sense: {mark.values()}")
        outlives = table.marks[mark.kind].outlives
        if mark.subject < cards and not outlives and not is_playing(game, mark.subject):
            raise Broken(f"the mark {kind} lies on {table.seats[mark.subject]}, who has no character")
        if cards <= mark.subject < spaces:
            zone = table.zones[state.place[mark.subject - cards]]
            if zone.visible != OPEN:
                raise Broken(f"the mark {kind} lies on {_card(game, mark.subject - cards)} in {zone.name}")
    for kind_number, most in table.form_cards.items():
        used = sum(mark.kind == kind_number for mark in state.marks)
        if used > most:
            raise Broken(f"{used} characters are a {table.marks[kind_number].id}, with {most} cards for it")


def limits_are_kept(game: Game, rng: random.Random) -> None:
    """Whenever somebody is asked something else, nobody has more Objects or Spells than they may."""
    assert game.ask is not None
    if game.ask.kind == "surplus":
        return
    for seat in range(len(game.state.seats)):
        if is_playing(game, seat) and (surplus_objects(game, seat) > 0 or surplus_spells(game, seat) > 0):
            raise Broken(
                f"{game.table.seats[seat]} has {surplus_objects(game, seat)} Objects and"
                f" {surplus_spells(game, seat)} Spells too many"
            )


# the same again


def same_again(play: Play) -> None:
    """The same set-up and answers give the same log, event by event, and the same state."""
    again = play.again()
    log, other = play.game.log, again.game.log
    assert log is not None and other is not None
    if other != log:
        at = next((i for i, (one, two) in enumerate(zip(log, other, strict=False)) if one != two), -1)
        raise Broken(f"played again, the game {play.set_up} has another log: {log[at]} and {other[at]}, line {at}")
    demand_alike(again.game.state, play.game.state, f"played again, the game {play.set_up} ends differently")


def same_in_silence(play: Play) -> None:
    """Without a log a game comes to the same state."""
    demand_alike(play.again(log=False).game.state, play.game.state, f"without a log, the game {play.set_up} differs")


def end_is_in_order(play: Play) -> None:
    """What holds of cards and counters at any decision holds after the last one, too."""
    for check in COUNTED[play.game.table.rulebook.name]:
        check(play.game, play.chance(named(check)))


PROMISES: tuple[Check, ...] = (
    clone_is_equal_and_apart,
    save_comes_back,
    pickle_comes_back,
    ask_is_posed_again,
    ask_can_be_read,
    options_work,
    answer_can_be_taken_back,
)
"""What holds at any decision, whatever went before."""

IN_ORDER: dict[str, tuple[Check, ...]] = {
    "adventure": (
        cards_have_one_place,
        counters_are_conserved,
        seats_are_whole,
        marks_make_sense,
        limits_are_kept,
    ),
    "wargame": (cards_have_one_place, *wargame_order.IN_ORDER),
}
"""What holds of cards, counters and coins at any decision, by the rulebook."""

COUNTED: dict[str, tuple[Check, ...]] = {
    "adventure": (cards_have_one_place, counters_are_conserved),
    "wargame": IN_ORDER["wargame"],
}
"""What holds even after the last decision."""
