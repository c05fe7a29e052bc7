"""Packs as a stranger might write them, by chance: each is refused with its place, or played in good order.

They are put together by the grammar: which fields a word has and what stands in them is asked of its class, and what
else is needed comes from the examples in the docstrings. A pack has one to eight cards, characters, spaces, kinds of
marks and rules of its own, decks, tags and options, and goes on a board of six spaces (`content/crossing`). What is
refused in it is taken out, so that the rest is played.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import yaml

from stormriver import players
from stormriver.adventure.loader import Loader
from stormriver.adventure.model import asks
from stormriver.adventure.model.actions import ACTIONS, REPLACED
from stormriver.adventure.model.definitions import Card
from stormriver.adventure.model.moments import EVENTS, MOMENTS
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.model.types import ALIGNMENTS, WHO
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.stats import playing
from stormriver.kernel.ask import Posed
from stormriver.kernel.errors import BadContent
from stormriver.kernel.events import CUT_SHORT, Event
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import AS_READ
from stormriver.kernel.state import OMNISCIENT
from stormriver.language import packs
from stormriver.language.grammar import Condition, Effect, Value, Word, fields, key_of
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import read_text
from stormriver.players import Player
from support import crossing
from support.contract import cards_have_one_place, counters_are_conserved, marks_make_sense, seats_are_whole
from support.crossing import FOLDER
from support.in_german import assert_german
from support.layers import CONTENT
from support.mutations import damage

DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
Tree = Any
"""What a YAML file says, as lists, dicts and scalars."""
SEATS = ("ann", "ben")
GAMES = 3
COMPUTER_EVERY = 8
"""Each such pack is played by the usual computer player, too."""
DECISIONS = 40
"""How many decisions of each game are played."""
CHECKED_EVERY = 8
"""At how many of them the game is looked at as a whole, and what is new is brought to the top again."""
TIMES_TAKEN_OUT = 4
"""How often what is refused is taken out, before the whole pack counts as refused."""
SECONDS = 20.0
"""How much processor time a pack may take; what takes more has no end."""
DEEPEST = 3
"""How deep words are put into each other."""
PLACE = re.compile(r"^[\w./]+\.(yaml|stormpack)(, line \d+\b.*)?: .+", re.DOTALL)
"""How every message about a pack begins: file and line."""
RECORD = re.compile(r"(\w+)\.yaml, line \d+, at (\w+)\[(\d+)\]")
"""How it says which record it is about."""
SPACES = ("crags", "oasis", "city", "tavern", "temple", "jail")
MARKS = ("toad", "invisible", "snowbound", "merry", "hired", "shadowed", "werewolf", "odd_mark")
THINGS = (
    "object", "follower", "enemy", "animal", "spirit", "weapon", "spell", "any", "sword", "woods", "hills", "outer",
    "inner", "event", "place", "stranger", "magic_object", "talisman", "character", "creature", "this", "crags",
    "odd_0",
)  # fmt: skip
DECKS = ("adventure", "spells", "purchase", "talismans", "city", "posters", "odd_deck")
HOME = ("adventure", "adventure", "adventure", "odd_deck", "purchase")
"""The decks of cards that are no Spells; one stands here more often than the others."""
COUNTERS = ("strength", "craft", "life", "fate", "gold")
KINDS = ("object", "magic_object", "follower", "place", "event", "stranger", "animal", "spirit", "monster", "spell")
NUMBERS = ("strength", "craft", "battle", "psychic", "carry", "weapons", "attack_dice", "creature_attack", "redraws")


@cache
def families() -> dict[type[Word], list[type[Word]]]:
    """Return the words of each family."""
    known: tuple[type[Word], ...] = (Effect, Condition, Value)
    return {family: [cls for cls in crossing.all_words() if issubclass(cls, family)] for family in known}


@cache
def trees() -> dict[type[Word], list[Tree]]:
    """Return the examples in the docstring of each word, as trees."""
    return {
        cls: [read_text(f"x: {text}", "example.yaml").mapping()["x"].plain() for text in crossing.examples(cls)]
        for cls in crossing.all_words()
    }


@cache
def seen_in_examples() -> dict[str, list[Tree]]:
    """Return, by type of field, what stands in such fields in the examples of all words."""
    found: dict[str, list[Tree]] = {}
    for cls in crossing.all_words():
        kinds = {key_of(name): kind for name, kind in fields(cls).items()}
        main = next(iter(kinds), "")
        for tree in trees()[cls]:
            for key, value in tree.items() if isinstance(tree, dict) else ():
                name = main if key == cls.word else key
                if name in kinds:
                    found.setdefault(kinds[name], []).append(value)
    return found


class Writer:
    """Writes packs by chance.

    Args:
        rng: the chance.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.ids = 0
        some: dict[str, Callable[[int], Tree]] = {
            "Effect": self.effect,
            "Condition": self.condition,
            "Value": self.value,
            "Signed": lambda deep: self.number(-3, 3) if self.likely(0.5) else self.value(deep),
            "UpTo": lambda deep: "all" if self.likely(0.3) else self.value(deep),
            "Dice": lambda deep: self.number(1, 3) if self.likely(0.8) else self.value(deep),
            "int": lambda deep: self.number(0, 6),
            "SignedInt": lambda deep: self.number(-3, 6),
            "bool": lambda deep: self.likely(0.7),
            "Things": self.things,
            "Who": lambda deep: rng.choice(WHO),
            "MarkRef": lambda deep: rng.choice(MARKS),
            "SpaceRef": lambda deep: rng.choice(SPACES),
            "DeckRef": lambda deep: rng.choice(DECKS),
            "Alignment": lambda deep: rng.choice(ALIGNMENTS),
            "Column": lambda deep: rng.choice(COUNTERS),
            "Counts": self.counts,
            "Amounts": self.counts,
            "tuple[Condition, ...]": lambda deep: [self.condition(deep) for _ in range(rng.randint(1, 2))],
            "dict[int, Effect]": lambda deep: {name: self.effect(deep) for name in ("one", "other")},
            "VisitTable": lambda deep: {name: self.effect(deep) for name in ("healer", "mystic")},
            "AlignmentTable": lambda deep: {name: self.effect(deep) for name in rng.sample(ALIGNMENTS, 2)},
            "DieTable": self.table,
            "TableOrDice": lambda deep: self.table(deep) if self.likely(0.7) else self.number(1, 3),
        }
        self.some = some

    # chance

    def likely(self, chance: float) -> bool:
        """Tell whether something happens that does so with this chance."""
        return self.rng.random() < chance

    def number(self, least: int, most: int) -> int:
        """Return a number, now and then a large one."""
        return self.rng.choice((0, 50, 1000)) if self.likely(0.03) else self.rng.randint(least, most)

    # words

    def word(self, family: type[Word], deep: int) -> Tree:
        """Return a word: as one of its examples, or with fields of its own."""
        cls = self.rng.choice(families()[family])
        if deep >= DEEPEST or self.likely(0.25):
            return self.rng.choice(trees()[cls])
        return self.filled(cls, deep)

    def filled(self, cls: type[Word], deep: int) -> Tree:
        """Return a word whose fields are filled by chance."""
        given = {}
        for at, (name, kind) in enumerate(fields(cls).items()):
            needed = not hasattr(cls, name)
            if needed or self.likely(0.5 if at == 0 else 0.3):
                value = self.field(kind, deep + 1)
                if value is None:
                    return self.rng.choice(trees()[cls])
                given[cls.word if at == 0 else key_of(name)] = value
        return given if cls.word in given else cls.word

    def field(self, kind: str, deep: int) -> Tree:
        """Return what may stand in a field of a type; None if nobody knows."""
        if kind in self.some:
            return self.some[kind](deep)
        known = seen_in_examples().get(kind)
        return self.rng.choice(known) if known else None

    def effect(self, deep: int = 0) -> Tree:
        """Return an effect, or several one after the other."""
        if deep < DEEPEST and self.likely(0.2):
            return [self.word(Effect, deep + 1) for _ in range(self.rng.randint(1, 3))]
        return self.word(Effect, deep)

    def condition(self, deep: int = 0) -> Tree:
        """Return a condition."""
        return self.word(Condition, deep)

    def value(self, deep: int = 0) -> Tree:
        """Return a number, plain or not."""
        return self.number(0, 4) if self.likely(0.6) else self.word(Value, deep)

    def things(self, deep: int = 0) -> Tree:
        """Return the name of things, or several."""
        found = [self.rng.choice(THINGS) for _ in range(self.rng.choice((1, 1, 2)))]
        return found[0] if len(found) == 1 else found

    def counts(self, deep: int = 0) -> Tree:
        """Return counters and how many of each."""
        return {name: self.value(deep) for name in self.rng.sample(COUNTERS, self.rng.choice((1, 1, 2)))}

    def table(self, deep: int = 0) -> Tree:
        """Return a table for a die."""
        cut = self.rng.randint(1, 5)
        rows = (f"1-{cut}" if cut > 1 else "1", f"{cut + 1}-6" if cut < 5 else "6")
        return {row: self.effect(deep) for row in rows}

    # hooks

    def hooks(self, most: int = 2) -> dict[str, Tree]:
        """Return hooks by their keys."""
        made = {
            "modify": self.modify, "allow": self.permission, "forbid": self.permission, "replace": self.replace,
            "act": self.act, "respond": self.act, "trigger": self.trigger,
        }  # fmt: skip
        chosen = self.rng.sample(sorted(made), self.rng.randint(0, most))
        return {key: made[key]() for key in chosen}

    def when(self) -> dict[str, Tree]:
        """Return the condition of a hook, if it has one."""
        return {"when": self.condition(1)} if self.likely(0.5) else {}

    def modify(self) -> Tree:
        """Return a hook that modifies a number."""
        return {self.rng.choice(NUMBERS): self.some["Signed"](1), **self.when()}

    def permission(self) -> Tree:
        """Return a hook that allows or forbids something."""
        return {self.rng.choice(sorted(ACTIONS)): self.things(), **self.when()}

    def replace(self) -> Tree:
        """Return a hook that replaces something."""
        return {self.rng.choice(sorted(REPLACED)): self.things(), "do": self.effect(1), **self.when()}

    def act(self) -> Tree:
        """Return something to be made use of, or an answer."""
        at = {"at": self.rng.choice(sorted(MOMENTS))} if self.likely(0.7) else {"to": self.rng.choice(sorted(MOMENTS))}
        once = {"once": self.rng.choice(("turn", "fight", "roll"))} if self.likely(0.6) else {}
        cost = {"cost": self.counts(2)} if self.likely(0.2) else {}
        return {**at, "do": self.effect(1), **once, **cost, **self.when()}

    def trigger(self) -> Tree:
        """Return what follows an event by itself."""
        of = {"of": self.things()} if self.likely(0.3) else {}
        return {"after": self.rng.choice(EVENTS), "do": self.effect(1), **of, **self.when()}

    # records

    def card(self) -> Tree:
        """Return a card of any kind."""
        kind = self.rng.choice(KINDS)
        record: dict[str, Tree] = {"id": f"odd_{self.ids}", "name": f"Odd {self.ids}", "kind": kind}
        self.ids += 1
        record["deck"] = "spells" if kind == "spell" else self.rng.choice(HOME)
        if self.likely(0.3):
            record["copies"] = self.number(1, 4)
        if kind in ("animal", "spirit", "monster"):
            record["craft" if kind == "spirit" else "strength"] = self.number(1, 6)
        if kind == "spell":
            record |= {"cast": self.cast(), "effect": self.effect()}
        elif kind in ("place", "event", "stranger") or self.likely(0.2):
            record["meet"] = self.effect()
        for key, chance in (("drawn", 0.1), ("taken", 0.15)):
            if self.likely(chance):
                record[key] = self.effect(1)
        record |= self.hooks(3 if kind in ("object", "magic_object", "follower") else 1)
        record |= self.others(Card, record)
        return record

    def others(self, cls: type[Word], there: dict[str, Tree]) -> dict[str, Tree]:
        """Return a few further fields of a record, of those with plain types."""
        plain = [(name, kind) for name, kind in fields(cls).items() if kind in ("int", "bool", "Counts")]
        chosen = [one for one in plain if key_of(one[0]) not in there and self.likely(0.04)]
        return {key_of(name): self.field(kind, 2) for name, kind in chosen}

    def cast(self) -> Tree:
        """Return when a Spell may be cast, and at whom."""
        aim = self.rng.choice(({}, {}, {"target": "any_other"}, {"space": "any"}, {"card": "enemy"}))
        return {"at": self.rng.choice(sorted(MOMENTS)), **aim, **self.when()}

    def ability(self) -> Tree:
        """Return an ability or a rule."""
        self.ids += 1
        return {"id": f"odd_{self.ids}", "name": f"Odd {self.ids}", **self.hooks(2)}

    def character(self) -> Tree:
        """Return a character."""
        self.ids += 1
        record = {
            "id": f"odd_{self.ids}", "name": f"Odd {self.ids}", "alignment": self.rng.choice(ALIGNMENTS),
            "start": self.rng.choice(SPACES), "strength": self.number(0, 5), "craft": self.number(0, 5),
            "life": self.number(1, 5), "fate": self.number(0, 3), "gold": self.number(0, 5),
            "spells": self.number(0, 2), "abilities": [self.ability() for _ in range(self.rng.randint(0, 3))],
        }  # fmt: skip
        return record | ({"objects": [self.rng.choice(("sword", "helmet"))]} if self.likely(0.4) else {})

    def space(self) -> Tree:
        """Return a space of the pack's own, with roads or gates."""
        record: Tree = {
            "id": "odd_space",
            "name": "Odd Space",
            "region": self.rng.choice(("outer", "inner", "odd_region")),
        }
        for key, chance in (("first", 0.2), ("visit", 0.5), ("stay", 0.2), ("stock", 0.2)):
            if self.likely(chance):
                record[key] = self.effect()
        if self.likely(0.3):
            record["gates"] = {"to": self.rng.choice(SPACES), "pass": [self.effect(1), "enter"]}
        roads = self.rng.sample(SPACES, self.rng.randint(0, 3))
        return {**record, "draw": self.number(0, 2), "next": roads, **self.hooks(1)}

    def mark(self) -> Tree:
        """Return a kind of mark."""
        record = {"id": "odd_mark", "name": "Odd Mark", **self.hooks(2)}
        for key in ("stacks", "leads", "holds", "outlives", "hidden", "deputy"):
            if self.likely(0.15):
                record[key] = True
        return record | ({"on_end": self.effect(1)} if self.likely(0.3) else {})

    def pack(self) -> dict[str, Tree]:
        """Return the files of a pack, by name."""
        about: dict[str, Tree] = {"language": 2, "name": "Odd Pack", "decks": [{"id": "odd_deck", "name": "Odd Deck"}]}
        if self.likely(0.2):
            about["options"] = {"odd_option": {"default": self.likely(0.5), "text": "Whether it is odd."}}
        if self.likely(0.3):
            about["rules"] = [self.ability()]
        files: dict[str, Tree] = {"pack": about}
        files["cards"] = {"cards": [self.card() for _ in range(self.rng.randint(1, 8))]}
        if self.likely(0.4):
            files["heroes"] = {"characters": [self.character() for _ in range(self.rng.randint(1, 2))]}
        files["board"] = {"marks": [self.mark()]}
        if self.likely(0.5):
            gates = [{"from": start, "to": "odd_space"} for start in ("crags", "oasis")]
            files["board"] |= {"spaces": [self.space()], "gates": gates}
            files["board"]["regions"] = [{"id": "odd_region", "name": "Odd Region"}]
        return files


# reading it


def load(folder: Path) -> AdventureTable:
    """Return the table of the small board with a pack in a folder."""
    with patch.object(packs, "content_folders", lambda: (CONTENT, FOLDER)):
        return Loader(Ruleset("crossing", {}, (str(folder),)), SEATS, AS_READ).load()


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


def play(said: Said, seed: int, player: Player | None = None) -> int:
    """Play a random game, or one of a computer player, in which what is new is met; return how much was cut short.

    AssertionError, or what the engine raises, if something is not in order.
    """
    table = said.table
    rng = random.Random(seed)
    game: Game = Game(table, table.new_state(seed), [], skip_forced=bool(seed % 2))
    table.rulebook.start(game)
    game.run()
    given = False
    for decision in range(DECISIONS):
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
    return sum(event.kind == CUT_SHORT for event in game.log or ())


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
        said = Said(table)
        cut = sum(play(said, number * GAMES + game) for game in range(GAMES))
        if number % COMPUTER_EVERY == 0:
            play(said, number, players.make("steady", number))
        cards = len([card for card in table.definitions if card.id.startswith("odd_")])
    return {"played": 1, "cards played with": cards, "effects cut short": cut}
