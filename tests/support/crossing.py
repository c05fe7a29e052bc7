"""Every word crossed with everything that carries words, on a board of six spaces: refused when it is read, or played.

What a word is tried with are the examples of its own docstring. Each is put where effects, conditions or numbers stand,
read into a table of its own, and if it is not refused with a sentence of what is lacking, two random games are played.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

from stormriver.adventure.gathering import Gathering
from stormriver.adventure.loader import Loader
from stormriver.adventure.model.columns import CHARACTER
from stormriver.adventure.model.moments import EVENTS, MOMENTS
from stormriver.adventure.model.table import AdventureTable
from stormriver.kernel.errors import BadContent
from stormriver.kernel.game import Game
from stormriver.kernel.numbering import AS_READ
from stormriver.kernel.state import NONE
from stormriver.language import packs
from stormriver.language.grammar import Condition, Effect, Value, Word, fields, words
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import Node, read_text
from support.contract import cards_have_one_place, counters_are_conserved, marks_make_sense, seats_are_whole
from support.layers import CONTENT

FOLDER = Path(__file__).parent / "content"
SEATS = ("ann", "ben")
DECISIONS = 60
"""How many decisions of each game are played."""
CHECKED_EVERY = 12
"""At how many of them the game is looked at as a whole."""
GIFT = "{gain: {gold: 1}}"
"""What stands where an example leaves something out."""
TEMPTING = ("use:", "cast:", "yes", "take", "fight", "meet", "encounter", "at:", "card:", "trial")
"""The beginnings of the options that lead to what is tried."""
REFUSED = re.compile(
    r"^trial\.yaml, line \d+, at .*(which is not given here; it may|leads back to itself|said of what is done"
    r"|said of what answers|would never end|follows every change|ends each turn as it begins)"
)
"""How a combination is refused."""


@dataclass(frozen=True)
class Crossing:
    """A word in a place.

    Attributes:
        word: the key of the word.
        carrier: what carries it.
        pack: what the file of the pack says.
    """

    word: str
    carrier: str
    pack: str

    def __str__(self) -> str:
        return f"{self.word} in {self.carrier}"


# what is tried


def examples(cls: type[Word]) -> list[str]:
    """Return the examples in the docstring of a word, with something to do where they leave it out."""
    quoted = re.findall(r"`([^`]+)`", " ".join((cls.__doc__ or "").split()))
    main = next(iter(fields(cls)), "")
    bare = {cls.word} if not main or hasattr(cls, main) else set()
    return [text.replace("...", GIFT) for text in quoted if text in bare or text.startswith(f"{{{cls.word}: ")]


def effects_of(cls: type[Word]) -> list[str]:
    """Return effects with each example of a word."""
    if issubclass(cls, Effect):
        return examples(cls)
    if issubclass(cls, Condition):
        return [f"{{if: {text}, then: {GIFT}}}" for text in examples(cls)]
    return [f"{{gain: {{gold: {text}}}}}" for text in examples(cls)]


def all_words() -> list[type[Word]]:
    """Return every word of the adventure games, by family and key."""
    return [cls for family in (Effect, Condition, Value) for _, cls in sorted(words(family, "adventure").items())]


@cache
def tried() -> list[tuple[type[Word], str, str]]:
    """Return the examples of all words: the word, the example, and an effect with it."""
    found = []
    for cls in all_words():
        found += [(cls, text, effect) for text, effect in zip(examples(cls), effects_of(cls), strict=True)]
    return found


# where it is tried

CARD = "deck: {deck}\ncards:\n  - {{id: trial, name: Trial, copies: 3, {says}}}\n"
HERO = (
    "characters:\n  - {{id: hero, name: Hero, alignment: good, start: crags, strength: 4, craft: 4, life: 6, fate: 2,"
    " gold: 4, spells: 1, objects: [sword], abilities: [{{id: trick, name: Trick, {says}}}]}}\n"
    "  - {{id: heroine, name: Heroine, alignment: evil, start: oasis, strength: 4, craft: 4, life: 6, fate: 2, gold: 4,"
    " spells: 1, objects: [helmet]}}\n"
)
OWNED = "deck: purchase\ncards:\n  - {{id: trial, name: Trial, copies: 4, {says}}}\n"
OWNERS = (
    "characters:\n  - {id: hero, name: Hero, alignment: good, start: crags, strength: 4, craft: 4, life: 6, fate: 2,"
    " gold: 4, spells: 1, objects: [trial]}\n"
    "  - {id: heroine, name: Heroine, alignment: evil, start: oasis, strength: 4, craft: 4, life: 6, fate: 2, gold: 4,"
    " spells: 1, objects: [helmet]}\n"
)
"""What one of two characters has or can; were it both, what keeps its bearer from acting would end the game."""
SPACE = (
    "spaces:\n  - {{id: trial, name: Trial, region: outer, kind: trial, {says}, next: [crags, city]}}\n"
    "gates:\n  - {{from: crags, to: trial}}\n  - {{from: oasis, to: trial}}\n"
)
MARK = "marks:\n  - {{id: trial, name: Trial, {says}}}\n"
MARKED = (
    "characters:\n  - {id: hero, name: Hero, alignment: good, start: crags, strength: 4, craft: 4, life: 6, fate: 2,"
    " gold: 4, spells: 1, abilities: [{id: trick, name: Trick,"
    " trigger: {after: begun, do: {mark: trial, turns: 2}}}]}\n"
)
ONCE = "when: {{not: {{marked: done}}}}, do: [{{mark: done}}, {do}]"
"""What a trigger does that would never end if it were done each time."""
GIVERS = (
    "{aim_at: any_other, do: EFFECT}", "{each: all, do: EFFECT}", "{roll: {1-5: EFFECT, 6: nothing}}",
    "{stake: 1, do: EFFECT}", "{fetch: any, from: talismans, then: EFFECT}", "{pick_card: region, do: EFFECT}",
    "{fight: Imp, strength: 1, won: EFFECT}", "{incant: Curse, do: EFFECT}", "{repeat: 2, do: EFFECT}", "{may: EFFECT}",
)  # fmt: skip
"""What gives something to the words in it, or puts them off."""
LOUD = ("check", "landed", "prayed", "crossed", "turn_begun", "turn_over")
"""The events that what is done may bring about again, or after which nobody could do anything else."""


STANDING_MOMENTS = ("turn_start", "attack", "rolled", "moved")
STANDING_EVENTS = ("turn_begun", "lost_life", "won")
"""The moments and events at which spaces, marks and rules are tried."""
Carriers = dict[str, tuple[str, ...]]
"""What carries effects, by name: the texts of files, with a hole for the effect."""


def carriers() -> Carriers:
    """Return all that carries effects in the adventure games."""
    return {**_cards(), **_enemies(), **_moments(), **_events(), **_marks_and_spaces(), **_givers()}


def _cards() -> Carriers:
    """Return what a card does when it is met, drawn or taken, or in place of something else."""
    found: Carriers = {}
    for kind in ("place", "event", "stranger"):
        found[f"meet of a {kind}"] = (CARD.format(deck="adventure", says=f"kind: {kind}, meet: EFFECT"),)
    found["meet of a card that keeps"] = (CARD.format(deck="adventure", says="kind: place, keeps: true, meet: EFFECT"),)
    found["drawn of a card that is met"] = (
        CARD.format(deck="adventure", says="kind: place, drawn: EFFECT, meet: {gain: {gold: 1}}"),
    )
    for kind in ("stranger", "animal, strength: 2", "object"):
        found[f"drawn of {kind.split(',')[0]}"] = (CARD.format(deck="adventure", says=f"kind: {kind}, drawn: EFFECT"),)
    found["taken of an object"] = (CARD.format(deck="adventure", says="kind: object, taken: EFFECT"),)
    for hook in ("{lose_life: any, do: EFFECT}", "{lose_life: [battle, storm], do: EFFECT}", "{take: any, do: EFFECT}"):
        found[f"replace {hook}"] = (OWNED.format(says=f"kind: object, replace: {hook}"), OWNERS)
    return found


def _enemies() -> Carriers:
    """Return the hooks of an Enemy in a fight."""
    found: Carriers = {}
    found["harm of an Enemy"] = (
        CARD.format(deck="adventure", says="kind: animal, strength: 9, replace: {harm: any, do: EFFECT}"),
    )
    for event in ("prevailed", "overcome"):
        says = f"kind: animal, strength: {9 if event == 'prevailed' else 1}, trigger: {{after: {event}, do: EFFECT}}"
        found[f"{event} of an Enemy"] = (CARD.format(deck="adventure", says=says),)
    for moment in ("killed", "attack", "attack_rolled"):
        says = f"kind: animal, strength: 1, respond: {{to: {moment}, once: fight, do: EFFECT}}"
        found[f"{moment} of an Enemy"] = (CARD.format(deck="adventure", says=says),)
    return found


def _moments() -> Carriers:
    """Return acts and Spells, at every moment and with every sort of target."""
    found: Carriers = {}
    for moment in MOMENTS:
        act = f"act: {{at: {moment}, once: turn, do: EFFECT}}"
        found[f"{moment} of an object"] = (OWNED.format(says=f"kind: object, {act}"), OWNERS)
        found[f"{moment} of an ability"] = (HERO.format(says=act),)
        cast = f"kind: spell, cast: {{at: {moment}}}, effect: EFFECT"
        found[f"Spell at {moment}"] = (CARD.format(deck="spells", says=cast),)
    for aim in ("target: any_other", "space: empty", "card: any"):
        aim = aim.replace("card: any", "card: [enemy, object, follower, place]")
        cast = f"kind: spell, cast: {{at: turn_start, {aim}}}, effect: EFFECT"
        found[f"Spell with {aim}"] = (CARD.format(deck="spells", says=cast),)
    return found


def _trigger(event: str) -> str:
    """Return a hook after an event; once only, where what it does could bring the event about again."""
    done = ONCE.format(do="EFFECT") if event in LOUD else "do: EFFECT"
    return f"trigger: {{after: {event}, {done}}}"


def _events() -> Carriers:
    """Return the hooks of objects and abilities after every event."""
    found: Carriers = {}
    for event in EVENTS:
        found[f"{event} of an object"] = (OWNED.format(says=f"kind: object, {_trigger(event)}"), OWNERS)
        found[f"{event} of an ability"] = (HERO.format(says=_trigger(event)),)
    return found


def _marks_and_spaces() -> Carriers:
    """Return the hooks of spaces, marks, rules and gates, and what spaces do."""
    found: Carriers = {}
    acts = {name: f"act: {{at: {name}, key: trial, once: turn, do: EFFECT}}" for name in STANDING_MOMENTS}
    for name, hook in {**acts, **{event: _trigger(event) for event in STANDING_EVENTS}}.items():
        found[f"{name} of a space"] = (SPACE.format(says=hook),)
        found[f"{name} of a mark"] = (MARK.format(says=hook), MARKED)
        found[f"{name} of a rule"] = (f"rules: [{{id: trial, name: Trial, {hook}}}]",)
    found["on_end of a mark"] = (MARK.format(says="on_end: EFFECT"), MARKED)
    for field in ("first", "visit", "stay", "stock"):
        done = "[EFFECT, {teleport: city}]" if field == "stay" else "EFFECT"  # who stays comes away again
        found[f"{field} of a space"] = (SPACE.format(says=f"{field}: {done}"),)
        found[f"{field} of a space that keeps"] = (SPACE.format(says=f"keeps: true, {field}: {done}"),)
    found["pass of a gate"] = ("gates:\n  - {from: oasis, to: temple, pass: [EFFECT, enter]}\n",)
    return found


def _givers() -> Carriers:
    """Return words that carry others, met and in an attack."""
    found: Carriers = {}
    for giver in GIVERS:
        found[f"meet, in {giver}"] = (CARD.format(deck="adventure", says=f"kind: place, meet: {giver}"),)
        act = f"act: {{at: attack, once: turn, do: {giver}}}"
        found[f"attack of an object, in {giver}"] = (OWNED.format(says=f"kind: object, {act}"), OWNERS)
    return found


def holders() -> dict[str, tuple[str, ...]]:
    """Return what carries conditions, by name: the texts of files, with a hole for the condition."""
    found: dict[str, tuple[str, ...]] = {}
    for hook in (
        "modify: {strength: 1, when: TEST}", "forbid: {use: weapon, when: TEST}", "allow: {evade: any, when: TEST}",
        "replace: {lose_life: any, when: TEST}",
        *(f"act: {{at: {moment}, once: turn, when: TEST, do: {GIFT}}}" for moment in MOMENTS),
        *(f"trigger: {{after: {event}, when: TEST, do: {GIFT}}}" for event in EVENTS if event != "check"),
    ):  # fmt: skip
        found[f"{hook} of an object"] = (OWNED.format(says=f"kind: object, {hook}"), OWNERS)
        found[f"{hook} of an ability"] = (HERO.format(says=hook),)
    found["when of a Spell"] = (
        CARD.format(deck="spells", says=f"kind: spell, cast: {{at: turn_start, when: TEST}}, effect: {GIFT}"),
    )
    found["bars of a gate"] = ("gates:\n  - {from: oasis, to: temple, bars: TEST}\n",)
    return found


def counters() -> dict[str, tuple[str, ...]]:
    """Return what carries numbers, by name: the texts of files, with a hole for the number."""
    found: dict[str, tuple[str, ...]] = {}
    for hook in (
        "modify: {strength: NUMBER}", "modify: {battle: NUMBER}",
        *(f"act: {{at: {moment}, once: turn, cost: {{gold: NUMBER}}, do: {GIFT}}}" for moment in MOMENTS),
    ):  # fmt: skip
        found[f"{hook} of an object"] = (OWNED.format(says=f"kind: object, {hook}"), OWNERS)
        found[f"{hook} of an ability"] = (HERO.format(says=hook),)
    return found


@cache
def crossings() -> list[Crossing]:
    """Return every word in every place."""
    found = []
    for cls, text, effect in tried():
        places = [(name, said, "EFFECT", effect) for name, said in carriers().items()]
        if issubclass(cls, Condition):
            places += [(name, said, "TEST", text) for name, said in holders().items()]
        if issubclass(cls, Value):
            places += [(name, said, "NUMBER", text) for name, said in counters().items()]
        found += [Crossing(text, name, "\n---\n".join(said).replace(hole, put)) for name, said, hole, put in places]
    return found


def spread(count: int) -> Iterator[Crossing]:
    """Yield so many crossings from all over, always the same."""
    everything = crossings()
    yield from random.Random(len(everything)).sample(everything, count)


# trying it


class CrossedGathering(Gathering):
    """Gathers the records of the preset of the crossing, and those of some files more."""

    files: list[Node]

    def _gather_packs(self) -> None:
        super()._gather_packs()
        if any("characters" in file.mapping() for file in self.files):
            self.cards = [(deck, record) for deck, record in self.cards if deck != "characters"]
        self.faults.each([file for file in self.files if file.mapping()], self._gather_file)


class Crossed(Loader):
    """Reads the preset of the crossing, and one pack more that is given as text."""

    def __init__(self, pack: str) -> None:
        files = [read_text(text, "trial.yaml") for text in pack.split("\n---\n")]
        super().__init__(Ruleset("crossing", {}, ()), SEATS, AS_READ)
        self.records = CrossedGathering(self.table, self.names, self.ruleset, AS_READ, self.reader)
        self.records.files = files
        for file in files:
            if "rules" in file.mapping():
                added = file.mapping().pop("rules")
                rules = self.entries["rules"]
                self.entries["rules"] = rules.with_value([*rules.items(), *added.items()])


def read(pack: str) -> AdventureTable:
    """Return the table of the crossing with a pack more."""
    with patch.object(packs, "content_folders", lambda: (CONTENT, FOLDER)):
        return Crossed(pack).load()


def refusal(crossing: Crossing) -> str:
    """Return the sentence with which a crossing is refused, empty if it is not; AssertionError if it is another one."""
    try:
        read(crossing.pack)
    except BadContent as error:
        assert REFUSED.match(str(error)), f"{crossing} is refused for another reason: {error}"
        return str(error)
    return ""


def attempt(crossing: Crossing, number: int = 0) -> str:
    """Try a crossing: return `refused`, or `played` once two games of it have been in order."""
    try:
        table = read(crossing.pack)
    except BadContent as error:
        assert REFUSED.match(str(error)), f"{crossing} is refused for another reason: {error}"
        return "refused"
    for seed in (number, number + 1):
        play(table, seed)
    return "played"


def play(table: AdventureTable, seed: int) -> None:
    """Play a random game, as one who is eager to try what is new; AssertionError if something is not in order."""
    rng = random.Random(seed)
    game: Game = Game(table, table.new_state(seed), [], skip_forced=bool(seed % 2))
    table.rulebook.start(game)
    game.run()
    for decision in range(DECISIONS):
        if game.ask is None:
            break
        keys = game.ask.keys
        tempting = [key for key in keys if key.startswith(TEMPTING)]
        game.answer(rng.choice(tempting if tempting and rng.random() < 0.7 else keys))
        _characters_stay(game)
        if game.ask is not None and decision % CHECKED_EVERY == 0:
            for check in (cards_have_one_place, counters_are_conserved, seats_are_whole, marks_make_sense):
                check(game, rng)


def _characters_stay(game: Game) -> None:
    table = game.table
    for seat, row in enumerate(game.state.seats):
        card = row[CHARACTER]
        where = NONE if card == NONE else game.state.place[card]
        assert card == NONE or where == table.character + seat, f"the character card of {table.seats[seat]} has moved"
