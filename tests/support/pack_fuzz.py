"""Packs as a stranger might write them, by chance: each is refused with its place, or played in good order.

What they say comes from `pack_writer.py`. What is refused in a pack is taken out, so that the rest is played.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import yaml

from stormriver import players
from stormriver.adventure.loader import Loader
from stormriver.adventure.model import asks
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.stats import playing
from stormriver.kernel.ask import Posed
from stormriver.kernel.errors import BadContent
from stormriver.kernel.events import CUT_SHORT, Event
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import AS_READ
from stormriver.kernel.state import OMNISCIENT
from stormriver.language import packs
from stormriver.language.ruleset import Ruleset
from stormriver.players import Player
from support import crossing
from support.contract import cards_have_one_place, counters_are_conserved, marks_make_sense, seats_are_whole
from support.crossing import FOLDER
from support.in_german import assert_german
from support.layers import CONTENT
from support.mutations import damage
from support.pack_writer import COUNTERS, SPACES, THINGS, Tree, Writer

DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
SEATS = ("ann", "ben")
GAMES = 3
COMPUTER_EVERY = 8
"""Each such pack is played by the usual computer player, too."""
DECISIONS = 40
"""How many decisions of each game are played, but for one."""
WHOLE_EVERY = 20
"""One game of each such pack is played to its end."""
LAST_ROUND = 12
"""The round after which it ends, if nobody has won before."""
ENDLESS = 5000
"""More decisions than such a game can have."""
CHECKED_EVERY = 8
"""At how many of them the game is looked at as a whole, and what is new is brought to the top again."""
TIMES_TAKEN_OUT = 6
"""How often what is refused is taken out, before the whole pack counts as refused."""
SECONDS = 20.0
"""How much processor time a pack may take; what takes more has no end."""
PLACE = re.compile(r"^[\w./]+\.(yaml|stormpack)(, line \d+\b.*)?: .+", re.DOTALL)
"""How every message about a pack begins: file and line."""
RECORD = re.compile(r"(\w+)\.yaml, line \d+, at (\w+)\[(\d+)\]")
"""How it says which record it is about."""


# reading it


def load(folder: Path, **options: object) -> AdventureTable:
    """Return the table of the small board with a pack in a folder."""
    with patch.object(packs, "content_folders", lambda: (CONTENT, FOLDER)):
        return Loader(Ruleset("crossing", options, (str(folder),)), SEATS, AS_READ).load()


def written(folder: Path, files: dict[str, Tree]) -> None:
    """Write the files of a pack."""
    for name, tree in files.items():
        text = yaml.dump(tree, Dumper=DUMPER, allow_unicode=True, sort_keys=False, default_flow_style=None)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def read(folder: Path, files: dict[str, Tree]) -> AdventureTable | None:
    """Return the table with a pack, without what is refused in it; None if all is; AssertionError if it is not said."""
    for _ in range(TIMES_TAKEN_OUT):
        written(folder, files)
        try:
            return load(folder)
        except BadContent as error:
            assert PLACE.match(str(error)), f"the message does not say where: {error}"
            assert_german(error)
            if not _taken_out(files, str(error)):
                return None
    return None


def _taken_out(files: dict[str, Tree], told: str) -> bool:
    """Take the records out that a message speaks of; tell whether there were any."""
    wrong = {(file, section, int(number)) for file, section, number in RECORD.findall(told)}
    for file, section, number in sorted(wrong, key=lambda one: -one[2]):
        records = files.get(file, {}).get(section) if isinstance(files.get(file), dict) else None
        if not isinstance(records, list) or number >= len(records):
            return False
        del records[number]
        if not records:
            del files[file][section]
    if "spaces" not in files.get("board", {}) and "gates" in files.get("board", {}):
        del files["board"]["gates"]
    return bool(wrong)


# playing it


class Said:
    """What has been said so far at a table: what depends on nothing else is let be said once.

    Args:
        table: the table.
    """

    def __init__(self, table: AdventureTable) -> None:
        self.table = table
        self.events: set[tuple[object, ...]] = set()
        self.asks: set[tuple[object, ...]] = set()

    def read_out(self, posed: Posed) -> None:
        """Let a question and its first options be said in both languages."""
        about = (posed.kind, posed.cause, posed.card, *posed.codes[:12], *posed.amounts.items())
        if about in self.asks:
            return
        self.asks.add(about)
        for language in ("en", "de"):
            self.table.rulebook.question(self.table, posed, language)
            for code in posed.codes[:12]:
                self.table.rulebook.describe(self.table, posed, code, language)

    def tell(self, log: Iterable[Event]) -> None:
        """Let events be told in both languages."""
        for event in log:
            about = (event.kind, event.seat, event.data, event.cause, event.card)
            if about not in self.events:
                self.events.add(about)
                for language in ("en", "de"):
                    self.table.rulebook.told(self.table, event, 0, language)


def play(said: Said, seed: int, player: Player | None = None, decisions: int = DECISIONS) -> Game:
    """Play a random game, or one of a computer player, in which what is new is met, and return it.

    AssertionError, or what the engine raises, if something is not in order.
    """
    table = said.table
    rng = random.Random(seed)
    game: Game = Game(table, table.new_state(seed), [], skip_forced=bool(seed % 2))
    table.rulebook.start(game)
    game.run()
    given = False
    for decision in range(decisions):
        if game.ask is None:
            break
        if decision % CHECKED_EVERY == 0:
            bring_up(game)
            for check in (cards_have_one_place, counters_are_conserved, seats_are_whole, marks_make_sense):
                check(game, rng)
        if not given and game.ask.kind == asks.ROLL:
            given = True
            hand_out(game, rng)
        assert game.state.ask is not None
        said.read_out(game.state.ask)
        game.answer(chosen(game, rng) if player is None else player(game.view(game.ask.seat), game.ask))
    for seat in (OMNISCIENT, 0):
        game.view(seat)
    said.tell(game.log or ())
    return game


def cuts(game: Game) -> int:
    """Return how many effects of a game were cut short."""
    return sum(event.kind == CUT_SHORT for event in game.log or ())


def to_its_end(table: AdventureTable, seed: int) -> Game:
    """Play a random game until it is over, and return it."""
    game = play(Said(table), seed, decisions=ENDLESS)
    assert game.ask is None, f"after {ENDLESS} decisions the game goes on"
    return game


def chosen(game: Game, rng: random.Random) -> str:
    """Return the key of an option, rather of one that leads to what is new."""
    assert game.ask is not None
    tempting = [key for key in game.ask.keys if key.startswith(crossing.TEMPTING)]
    return rng.choice(tempting if tempting and rng.random() < 0.7 else game.ask.keys)


def hand_out(game: Game, rng: random.Random) -> None:
    """Give everybody some of the pack's own belongings and Spells, as a move begins."""
    table = game.table
    own = [card for zone in table.deck_zone for card in game.state.zones[zone] if is_own(table, card)]
    for card in rng.sample(own, min(len(own), 6)):
        seat = rng.choice(playing(game))
        if table.is_belonging[card] and may_have(game, seat, card):
            game.move_card(card, table.play + seat, seat)
        elif table.cards[card].kind == "spell":
            game.move_card(card, table.hand + seat, seat)
    game.pose_again()


def is_own(table: AdventureTable, card: int) -> bool:
    """Tell whether a card is of the pack."""
    return table.cards[card].id.startswith("odd_")


def bring_up(game: Game) -> None:
    """Put the pack's own cards on top of their decks, where they are drawn next."""
    table, state = game.table, game.state
    for zone in table.deck_zone:
        state.zones[zone] = tuple(sorted(state.zones[zone], key=lambda card: is_own(table, card)))
    game.forget()


def speak(table: AdventureTable) -> None:
    """Let everything that the pack brings be said in both languages."""
    for thing in (*table.definitions, *table.spaces, *table.marks, *table.rules):
        if thing.id.startswith("odd_"):
            for language in ("en", "de"):
                assert isinstance(table.rulebook.says(table, thing, language), str)


@contextmanager
def in_time(seconds: float = SECONDS) -> Iterator[None]:
    """Raise AssertionError if what is done takes more processor time than so many seconds."""

    def over(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"it goes on for more than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def attempt(number: int) -> dict[str, int]:
    """Try the pack of a number: return what came of it, AssertionError or worse if it is not in order."""
    rng = random.Random(number)
    files = Writer(rng).pack()
    if number % 4 == 3:
        name = rng.choice(sorted(files))
        files[name] = damage(files[name], rng, (*THINGS, *COUNTERS, *SPACES))
    with tempfile.TemporaryDirectory() as above, in_time():
        folder = Path(above) / "odd"
        folder.mkdir()
        table = read(folder, files)
        if table is None:
            return {"refused": 1}
        speak(table)
        said, whole = Said(table), number % WHOLE_EVERY == 0
        cut = sum(cuts(play(said, number * GAMES + game)) for game in range(GAMES - whole))
        if whole:
            cut += cuts(to_its_end(load(folder, last_round=LAST_ROUND), number))
        if number % COMPUTER_EVERY == 0:
            play(said, number, players.make("steady", number))
        cards = len([card for card in table.definitions if card.id.startswith("odd_")])
    return {"played": 1, "cards played with": cards, "effects cut short": cut, "games played to their end": int(whole)}
