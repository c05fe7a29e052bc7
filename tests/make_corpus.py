"""Make the corpus of today's formats: `python tests/make_corpus.py records saves server`, or some of the three.

When to run it: once for each format, right before the first change after which the engine would write another one.
A folder of an old format is written once and stays as it is, so that what people have kept stays readable; a folder
that is there is therefore never written again. A new format gets a folder beside it: give `support/corpus_reading.py`
its name first. To make the folder of a format that no release has had yet once more, delete it by hand.

The records and saves come out the same each time. The database does not: its links are drawn by chance.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from stormriver import players
from stormriver.api import begin_game, resume_game, table_for
from stormriver.kernel.ask import Ask
from stormriver.kernel.frames import NONE, Context, Frame, WordFrame
from stormriver.kernel.game import Game
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.table import Table
from stormriver.scenario.files import read
from stormriver.scenario.run import Run
from support.corpus_reading import (
    RECORDS,
    SAVES,
    SERVER,
    Position,
    asked,
    go_on,
    mark,
    read_text,
    split_records,
    write_text,
)
from support.scenario_files import scenario_files

HERE = Path(__file__).parent
STEADY_EVERY = 6
"""Of so many games of a world one is played by steady players, who get further than random ones."""
LONG_EVERY = 5
"""Of so many games one is played to its end, if that is not too far off."""


@dataclass(frozen=True)
class World:
    """A set-up of which the corpus holds some games.

    Attributes:
        games: how many.
        short, long: after how many decisions most of them are broken off, and the long ones.
        skip_forced: whether asks with a single option are answered at once.
    """

    name: str
    preset: str
    seats: int
    packs: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    games: int = 24
    short: int = 400
    long: int = 1500
    skip_forced: bool = True

    def new_game(self, seed: int) -> Game:
        """Return the game of a seed at its first ask."""
        return begin_game(self.preset, self.seats, seed, self.options, self.packs, skip_forced=self.skip_forced)

    def play(self, seed: int) -> Game:
        """Return the game of a seed at its end, or where it is broken off."""
        game = self.new_game(seed)
        kind = "steady" if seed % STEADY_EVERY == STEADY_EVERY - 1 else "random"
        seated = [players.make(kind, 10 * seed + seat) for seat in range(self.seats)]
        for _ in range(self.long if seed % LONG_EVERY == 0 else self.short):
            if game.ask is None:
                break
            seat = game.ask.seat
            view = game.view(seat) if kind == "steady" else None  # a random player looks at nothing
            game.play(game.ask.keys.index(seated[seat](view, game.ask)))
        return game


WORLDS = (
    World("revised4", "revised4", 4),
    World(
        "revised4_for_two", "revised4", 2, long=3000,
        options={"characters_to_choose": 3, "starting_bonus": True, "talisman_cards": 2, "trophy_points": 3},
    ),
    World(
        "revised4_without_limits", "revised4", 6,
        options={
            "limited_supply": False, "lives_above_value": False, "casting_limit": False, "alignment_once": False,
            "ditch_gold": True, "lost_turn_counts": False, "toad_again": "extend", "command_spell_by_players": True,
        },
    ),
    World(
        "revised4_short", "revised4", 5, skip_forced=False,
        options={"last_round": 15, "bloodbath": True, "inherited_items": True, "portal": "die", "sudden_death": True},
    ),
    World("reference", "reference", 3),
    World("city", "revised4", 4, ("city",)),
    World("reference_city", "reference", 5, ("city",), {"ending": "hidden", "inherited_items": True}),
    World("city_characters", "revised4", 3, ("city_characters",), {"characters_to_choose": 2}, skip_forced=False),
    World(
        "city_endings", "revised4", 2, ("city_endings",), long=3000,
        options={"ending": "revealed", "evade_unfriendly": True},
    ),
    World("third", "third", 4),
    World(
        "third_tower", "third", 6,
        options={
            "tower": "board", "spend_talisman": True, "purchase_copies": 6, "experience_points": 3,
            "most_important_rule": False, "finger_kills_dragon_king": False, "bloodbath": True,
        },
    ),
    World("wargame", "wargame", 2, games=18, short=300, long=1000),
    World(
        "wargame_short", "wargame", 2, games=18, short=300, long=1000, skip_forced=False,
        options={"last_round": 5, "good_income": 1, "evil_income": 2},
    ),
)  # fmt: skip


# records


def make_records() -> None:
    """Write the records of all games, a file for each world."""
    for world in WORLDS:
        games = [world.play(seed) for seed in range(world.games)]
        decisions = [sum(event.kind == "Answered" for event in game.log or []) for game in games]
        text = "".join(map(record_of, games))
        assert len(list(split_records(text))) == world.games
        file = RECORDS / f"{world.name}.jsonl.xz"
        write_text(file, text)
        ended = sum(game.ask is None for game in games)
        said = f"{sum(decisions)} decisions, {ended} of {len(games)} games ended, {file.stat().st_size} bytes"
        print(f"{world.name}: {said}", flush=True)


# saves: where positions come from

GOES_ON = 30
"""For so many decisions a game goes on from a position."""
LOGGED = 20
"""So many of its last events a save holds; all would make the corpus large and tell nothing more."""


Look = Callable[[int, Game], None]
"""Is shown a game before each answer, with the number of answers it has seen."""
Walk = Callable[[Look], None]
"""Plays a game once more, and lets it be looked at."""


@dataclass(frozen=True)
class Source:
    """A game that positions are taken from.

    Attributes:
        rulebook: the rulebook it is played by.
        common: whether many sources share its set-up; it takes time to read one, so the others come last.
        walk: plays it once more, and lets it be looked at.
    """

    name: str
    rulebook: str
    common: bool
    walk: Walk


def sources() -> Iterator[Source]:
    """Return all games of the records, then all scenarios."""
    for world in WORLDS:
        rulebook = table_for(world.preset, world.seats, world.options, world.packs).rulebook.name
        for seed, record in enumerate(split_records(read_text(RECORDS / f"{world.name}.jsonl.xz"))):
            yield Source(f"{world.name} {seed}", rulebook, True, _game(world, seed, record))
    for name, file in scenario_files().items():
        table = read(file).table
        common = len(table.seats) == 2 and not table.facts()["options"]
        yield Source(f"{name}.yaml", table.rulebook.name, common, _scenario(file))


def _game(world: World, seed: int, record: str) -> Walk:
    keys = [key for key in read_record(record).keys if key]

    def walk(look: Look) -> None:
        game = world.new_game(seed)
        for decision, key in enumerate(keys):
            look(decision, game)
            assert game.ask is not None
            game.play(game.ask.keys.index(key))

    return walk


def _scenario(file: Path) -> Walk:
    def walk(look: Look) -> None:
        given: list[str] = []

        def watch(game: Game, ask: Ask, key: str, by_file: bool) -> None:
            look(len(given), game)
            given.append(key)

        run = Run(read(file), watch)
        run.game.header = run.game.table.rulebook.header(run.game.table, 0, run.game.skip_forced)
        run.outcome()
        if run.game.ask is not None:
            look(len(given), run.game)

    return walk


# saves: what a position shows


def place(table: Table, frame: Frame) -> str:
    """Return where a frame stands: its procedure and the step that was carried out last, or its word and stage."""
    if isinstance(frame, WordFrame):
        word = table.words[frame.word]
        return f"word {type(word).__module__.rpartition('.')[2]}.{type(word).__name__} {frame.step}"
    cause = frame.cause(table.first_word)
    return f"{table.cause_name(cause)} ({table.rule(cause)})"


def fields_in_use(frame: Frame) -> Iterator[str]:
    """Yield the names of the fields of a frame that hold something."""
    for name, value in frame.values().items():
        if name == "context":
            held = zip(Context.__slots__, value, strict=True)
            yield from (f"context.{own}" for own, number in held if number not in (NONE, 0))
        elif value not in (NONE, 0):
            yield name


def shown(game: Game) -> frozenset[str]:
    """Return what can be learnt of the format from a position: places of frames, fields in use, the ask."""
    found = set()
    for frame in game.state.frames:
        at = place(game.table, frame)
        found.add(at)
        what = at.rpartition(" ")[0] if isinstance(frame, WordFrame) else frame.procedure
        found.update(f"{what} holds {name}" for name in fields_in_use(frame))
    assert game.ask is not None
    found.add(f"{at} asks {game.ask.kind}")
    if game.state.interrupt:
        found.add(f"interrupt {game.state.interrupt}")
    return frozenset(f"{game.table.rulebook.name}: {what}" for what in found)


# saves: which positions are taken

TIMES = 3
"""So many saves show each thing, since one alone might show it by luck only."""

Spot = tuple[int, int]
"""A position: the number of its source, and of the decision."""


def survey(known: list[Source]) -> dict[frozenset[str], Spot]:
    """Return what positions show, each with the first position that shows just that, those of common set-ups first."""
    found: dict[frozenset[str], Spot] = {}
    for number, source in sorted(enumerate(known), key=lambda pair: not pair[1].common):
        for decision, show in shows(source):
            found.setdefault(show, (number, decision))
    return found


def shows(source: Source) -> list[tuple[int, frozenset[str]]]:
    """Return what each position of a source shows that can be saved."""
    found: list[tuple[int, frozenset[str]]] = []

    def look(decision: int, game: Game) -> None:
        found.append((decision, shown(game)))

    source.walk(look)
    return found


def fewest(found: dict[frozenset[str], Spot], known: list[Source]) -> list[Spot]:
    """Return few positions that together show everything `TIMES`, as far as it shows so often.

    The next one is always the one that shows most of what is still wanted; those of common set-ups come first.
    """
    taken: list[Spot] = []
    wanted = Counter(one for show in found for one in show)
    wanted = Counter({one: min(count, TIMES) for one, count in wanted.items()})
    for common in (True, False):
        own = ((show, spot) for show, spot in found.items() if known[spot[0]].common == common)
        heap = [(-gain(show, wanted), spot, show) for show, spot in own]
        heapq.heapify(heap)
        while heap:
            then, spot, show = heapq.heappop(heap)
            now = -gain(show, wanted)
            if now == then and now:
                taken.append(spot)
                wanted.subtract(show)
            elif now:
                heapq.heappush(heap, (now, spot, show))
    return sorted(taken)


def gain(show: frozenset[str], wanted: Counter[str]) -> int:
    """Return how much of what a position shows is still wanted."""
    return sum(wanted[one] > 0 for one in show)


def positions(source: Source, decisions: set[int]) -> list[Position]:
    """Return the positions of a source at some decisions."""
    found: list[Position] = []

    def look(decision: int, game: Game) -> None:
        if decision in decisions:
            found.append(position(source, decision, game))

    source.walk(look)
    return found


def position(source: Source, decision: int, game: Game) -> Position:
    """Return a position with how a random player goes on from it."""
    stack = [place(game.table, frame) for frame in game.state.frames]
    text = short_save(game)
    loaded = resume_game(text)
    assert asked(loaded) == asked(game), f"{source.name} does not come back at decision {decision}"
    rng = random.Random(f"{source.name} {decision}")
    start = mark(loaded, len(loaded.log or []))
    then: list[tuple[str, str]] = []
    while loaded.ask is not None and len(then) < GOES_ON:
        key = rng.choice(loaded.ask.keys)
        then.append((key, next(go_on(loaded, [key]))))
    return Position(source.name, decision, stack, text, start, then)


def short_save(game: Game) -> str:
    """Return the save of a game with the last events only."""
    log, game.log = game.log, (game.log or [])[-LOGGED:]
    text = game.save()
    game.log = log
    return text


def make_saves() -> None:
    """Write the saves, a file for each rulebook, and print what they show."""
    known = list(sources())
    found = survey(known)
    wanted: dict[int, set[int]] = {}
    for number, decision in fewest(found, known):
        wanted.setdefault(number, set()).add(decision)
    lines: dict[str, list[str]] = {}
    for number, decisions in sorted(wanted.items()):
        source = known[number]
        taken = positions(source, decisions)
        lines.setdefault(source.rulebook, []).extend(msgspec.json.encode(one).decode() for one in taken)
    for rulebook, texts in lines.items():
        file = SAVES / f"{rulebook}.jsonl.xz"
        write_text(file, "\n".join(texts) + "\n")
        print(f"{rulebook}: {len(texts)} saves, {file.stat().st_size} bytes", flush=True)
    print_shown(set().union(*found))


def print_shown(seen: set[str]) -> None:
    """Print how much the positions show, and which steps and words of several steps never came up."""
    kinds = Counter(
        "fields" if " holds " in one else "asks" if " asks " in one else "words" if ": word " in one else "steps"
        for one in seen
    )
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    for name in unseen_steps(seen):
        print(f"never under way at an ask: {name}")


def unseen_steps(seen: set[str]) -> list[str]:
    """Return the steps of all procedures that no position shows."""
    found = set()
    for world in WORLDS:
        table = table_for(world.preset, world.seats, world.options, world.packs)
        for cause, name in enumerate(table.program.names):
            if "/" in name and not name.endswith("/finished"):
                found.add(f"{table.rulebook.name}: {name} ({table.rule(cause)})")
    return sorted(found - seen)


# the server's database


def make_server() -> None:
    """Write the database of a server with some tables, and how they stand."""
    sys.path.insert(0, str(HERE / "server"))
    from company import AT_ONCE, House
    from corpus_tables import furnish, store

    async def run(folder: Path) -> None:
        opened = House(folder, AT_ONCE)
        found = await furnish(opened)
        await opened.close()
        store(folder, found)
        for table in found:
            print(f"{table.what}: {table.state}, {table.version} changes")

    with TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder)))
    print(f"{sum(file.stat().st_size for file in SERVER.iterdir())} bytes")


# everything


def main() -> int:
    """Make what is wanted, and nothing that is there already."""
    makers = {"records": (RECORDS, make_records), "saves": (SAVES, make_saves), "server": (SERVER, make_server)}
    parser = argparse.ArgumentParser(description="Make the corpus of today's formats.")
    parser.add_argument("what", nargs="*", help=f"{', '.join(makers)}; all of them if nothing is said")
    wanted = parser.parse_args().what or list(makers)
    if not makers.keys() >= set(wanted):
        parser.error(f"there are {', '.join(makers)}")
    for what in wanted:
        folder, make = makers[what]
        if folder.exists():
            print(f"{folder} is there already and is left as it is.", file=sys.stderr)
            return 1
        began = time.perf_counter()
        make()
        print(f"{what}: {time.perf_counter() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
