"""What the table says in plain English: every text reviewed, every option and event worded, no secret told."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

import stormriver
from stormriver.adventure.loader import load_table
from stormriver.adventure.model import asks as adventure_asks
from stormriver.adventure.model import events as adventure_events
from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.text.event_text import OWN_MARKS, UNTOLD_MARKS
from stormriver.adventure.text.spoken import OMNISCIENT, card_text, event_text
from stormriver.api import begin_game, table_for
from stormriver.kernel import events
from stormriver.kernel.ask import Ask, Posed
from stormriver.kernel.event_kinds import EventKind
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.table import HIDDEN, OWN
from stormriver.language.clauses import Part, Text, state, written
from stormriver.language.control import All, If, Seq
from stormriver.language.grammar import NOTHING, Condition, Effect, words
from stormriver.language.rendering import language
from stormriver.language.ruleset import presets
from stormriver.wargame import loader as war_loader
from stormriver.wargame.model import asks as war_asks
from stormriver.wargame.model import events as war_events
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures.movement import TO
from stormriver.wargame.text import event_text as war_events_told
from support.layers import Module, modules, planted, spelt

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src/stormriver"
SNAPSHOT = ROOT / "tests/snapshots/texts.yaml"
SEATS = ("ann", "ben", "cleo", "dan")
RULEBOOKS = ("adventure", "wargame")
DECLARED = {"adventure": adventure_events, "wargame": war_events}
NEVER = {"adventure": set(), "wargame": {events.SET, events.LEARNED, events.ANSWERED, events.LOT}}
"""Events of the kernel that a rulebook never writes, or never tells."""
UNTOLD = {"adventure": {"Answered", "CardPlaced", "TurnEnded"}, "wargame": {"SpellDrawn", "TurnEnded"}}
"""Events that people need not read of: what they tell is seen, or told by another one."""
UNTOLD_MOVES = {
    "adventure": {"casting", "character", "goal", "on", "trophies"},
    "wargame": {"casting", "drawn", "on", "tile", "unit"},
}
"""Zones of which it is not told that a card comes there."""
TOLD_BY_OWN_FUNCTION = {events.CARD, events.CHANGED, events.SET, events.MARKED, events.UNMARKED}


def table() -> AdventureTable:
    return load_table("revised4", SEATS)


def messages(rulebook: str, group: str) -> set[str]:
    """Return the keys of a group of messages of a rulebook, within that group."""
    begin = f"{rulebook}.{group}."
    return {key.removeprefix(begin) for key in language("en").catalogue.sections["messages"] if key.startswith(begin)}


def war() -> WargameTable:
    return war_loader.load_table("wargame", SEATS[:2])


def source_text(rulebook: str) -> str:
    """Return the source of the engine with one rulebook, and of nothing else."""
    files = [file for folder in ("kernel", "language", rulebook) for file in sorted((SOURCES / folder).rglob("*.py"))]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


# the snapshot


@pytest.mark.slow
def test_snapshot_of_all_texts_is_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "tools/build_texts.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def faults(text: str) -> list[str]:
    """Return what is wrong with the form of a generated text."""
    found = []
    for line in text.split("\n"):
        if line != line.strip() or "  " in line:
            found.append("stray blanks")
        if not re.match(r'[A-Z0-9"]', line) or not line.endswith("."):
            found.append("no sentence")
        if line.count("(") != line.count(")") or line.count('"') % 2:
            found.append("unbalanced brackets")
        if re.search(r"[{}_]|\.\.|,,|, \.| ,|:\.|\b(None|the the|a a|an a|your the|you you)\b", line):
            found.append("a seam")
        if re.search(r"\ban [^aeiouAEIOU]|\ba [aeioAEIO]", line):
            found.append("a wrong article")
    return found


@pytest.mark.slow
def test_every_text_is_made_of_whole_sentences() -> None:
    texts = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    wrong = {
        f"{preset}.{group}.{name}": faults(text)
        for preset, groups in texts.items()
        for group, entries in groups.items()
        for name, text in entries.items()
        if faults(text)
    }
    assert wrong == {}


@pytest.mark.parametrize("text", ["gain 1 life.", "Gain 1 life", "Take an Sword.", "Lose the the Axe.", "Roll (1: a."])
def test_a_text_that_is_no_sentence_is_noticed(text: str) -> None:
    assert faults(text)


def test_every_card_says_something() -> None:
    assert [card.id for card in table().definitions if not card_text(table(), card)] == []


def test_what_an_option_settles_is_not_told_as_a_condition() -> None:
    usual, otherwise = table(), load_table("revised4", SEATS, (("portal", "die"),))
    gates = [next(space for space in t.spaces if space.id == "portal_of_power") for t in (usual, otherwise)]
    assert "roll 2 dice (up to your Craft" in card_text(usual, gates[0])
    assert "4-6: pass through" in card_text(otherwise, gates[1])
    assert all("option" not in card_text(t, gate) for t, gate in zip((usual, otherwise), gates, strict=True))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_word_says_a_clause(rulebook: str) -> None:
    for family in (Effect, Condition, stormriver.language.grammar.Value):
        for name, cls in words(family, rulebook).items():
            plain = stormriver.language.grammar.Word
            assert cls.clause is not plain.clause, name


# nothing lacks its wording


def verbs(source: str) -> set[tuple[str, bool]]:
    """Return every verb that a source makes options of, and whether it names something."""
    return {(name, bool(named)) for name, named in re.findall(r' = verb\("([a-z_]+)"(, \w+)?\)', source)}


def verb_in(key: str) -> str:
    """Return the verb of a template's key, which is `verb`, `kind/verb` or `kind/verb/case`."""
    return [*key.split("/"), ""][1] or key


def unworded_verbs(known: Iterable[tuple[str, bool]], options: set[str]) -> list[str]:
    worded = set(map(verb_in, options))
    return sorted(name for name, _ in known if name not in worded)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_verb_has_its_wording(rulebook: str) -> None:
    options = messages(rulebook, "option")
    known = verbs(source_text(rulebook))
    shared = verbs(source_text("language")) if rulebook == "wargame" else set()  # its chits ask nothing in these words
    assert unworded_verbs(known - shared | {("pass", False)}, options) == []
    acts = {act.key for rule in table().rules for act in (*rule.act, *rule.respond)}
    assert {verb_in(key) for key in options} <= {name for name, _ in known} | acts
    named = {name for name, names in known if names}
    bare = {name for name, names in known if not names}
    both = {verb_in(key) for key in messages(rulebook, "bare")}
    assert both == named & bare  # what may name something and need not


def test_verbs_are_found_in_the_source() -> None:
    assert verbs('LEAP = verb("leap", SPACE)\nREST = verb("rest")\n') == {("leap", True), ("rest", False)}


def test_a_verb_without_wording_is_noticed() -> None:
    assert unworded_verbs({("somersault", False)}, messages("wargame", "option")) == ["somersault"]


KINDS_OF_ASKS = {"adventure": adventure_asks.KINDS, "wargame": war_asks.KINDS}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_kind_of_ask_has_its_question(rulebook: str) -> None:
    """What is said of one kind of ask is said of one that is declared."""
    kinds = KINDS_OF_ASKS[rulebook]
    assert messages(rulebook, "question") - {"usual", "asked_by"} == kinds
    options = messages(rulebook, "option") | messages(rulebook, "bare")
    assert {key.partition("/")[0] for key in options if "/" in key} - kinds == set()


def kinds_posed(source: str) -> set[str]:
    """Return the names of the kinds of asks that a source speaks of; that they are declared, the type checker sees."""
    return set(re.findall(r"\basks\.([A-Z_]+)\b", source))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_kind_of_ask_that_is_declared_is_posed(rulebook: str) -> None:
    files = [*(SOURCES / rulebook / "procedures").glob("*.py"), *(SOURCES / rulebook / "words").glob("*.py")]
    source = "\n".join(file.read_text(encoding="utf-8") for file in (*files, SOURCES / "language/control.py"))
    assert {kind.upper() for kind in KINDS_OF_ASKS[rulebook]} == kinds_posed(source)


def test_kinds_of_asks_are_found_in_the_source() -> None:
    assert kinds_posed("game.pose(0, asks.EVADE if duel else asks.FIGHT, [1])\n    ask = asks.NEW") == {
        "EVADE", "FIGHT", "NEW",
    }  # fmt: skip


def made(source: str) -> bool:
    """Tell whether a source makes kinds of asks or events."""
    return bool(re.search(r"\b(AskKind|NoRole|OneRole|TwoRoles|ThreeRoles)\(\"", source))


@pytest.mark.slow
def test_kinds_are_declared_in_one_place() -> None:
    """A kind made anywhere else would pass the type checker, and nobody would ask for its wording."""
    places = [file for file in SOURCES.rglob("*.py") if made(file.read_text(encoding="utf-8"))]
    assert {file.relative_to(SOURCES).as_posix() for file in places} == {
        "language/asks.py", "language/events.py", "adventure/model/asks.py", "adventure/model/events.py",
        "wargame/model/asks.py", "wargame/model/events.py",
    }  # fmt: skip
    assert made('game.pose(0, AskKind("leap"), [1])') and not made("game.pose(0, asks.LEAP, [1])")


def spelt_out(module: Module) -> list[str]:
    """Return the kinds of events that a module writes out instead of naming their declarations."""
    declared = [kind.name for file in DECLARED.values() for kind in vars(file).values() if isinstance(kind, EventKind)]
    return [f"{module.name}, line {line}: {text}" for line, text in spelt(module) if text in declared]


@pytest.mark.slow
def test_kinds_of_events_are_named_by_their_declarations() -> None:
    """Only what declares and what words them spells them; there a test sees to it that none is misspelt."""
    homes = ("model.events", "language.events")
    found = [fault for module in modules() if not module.name.endswith(homes) for fault in spelt_out(module)]
    assert found == []
    assert spelt_out(planted("cli.telling", 'if event.kind == "TurnEnded":\n    pass')) == [
        "cli.telling, line 1: TurnEnded",
    ]  # fmt: skip


def keys_said(source: str) -> set[str]:
    """Return the keys of the messages that a source makes, each as far as it is written out."""
    return set(re.findall(r'\bMessage\("([a-z_/]+)"', source))


def test_words_say_what_is_worded() -> None:
    """The key of each message is that of a template, and each template for one case belongs to a message."""
    said = keys_said(source_text("adventure"))
    assert len(said) > 9
    options = messages("adventure", "option")
    assert said - options == set()
    cases = {key for key in options if key.count("/") == 2}
    assert {key for key in cases if key not in said and key.rpartition("/")[0] not in said} == set()
    assert keys_said(source_text("language")) - messages("wargame", "option") == set()
    assert keys_said('return Message("shop/buy" + case, {})\nMessage("leap/far", {"to": there})') == {
        "shop/buy", "leap/far",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_kind_of_event_is_declared_worded_and_told(rulebook: str) -> None:
    declared = {name: kind for name, kind in vars(DECLARED[rulebook]).items() if isinstance(kind, EventKind)}
    kernel = {kind for kind in vars(events).values() if isinstance(kind, str) and re.fullmatch(r"[A-Z]\w+[a-z]", kind)}
    worded = {kind.partition("/")[0] for kind in messages(rulebook, "event")} | UNTOLD[rulebook]
    assert {kind.name for kind in declared.values()} | (kernel - NEVER[rulebook]) == (
        worded | TOLD_BY_OWN_FUNCTION
    ) - NEVER[rulebook]
    source = source_text(rulebook)
    assert [name for name in declared if not re.search(rf"\bevents\.{name}\b", source)] == []


OF_PACKS = {"in_force", "space/figure", "cycle", "held_own"}
"""Moves and marks that only packs bring about: cards in force, figures, cycles, counters of their own."""


def test_every_zone_and_every_mark_of_the_rules_is_worded() -> None:
    zones = load_table("revised4", SEATS, packs=("city",)).zones
    for rulebook, lying in (("adventure", zones), ("wargame", war().zones)):
        worded = messages(rulebook, "move") - OF_PACKS
        assert {zone.name.partition(".")[0] for zone in lying} == worded | UNTOLD_MOVES[rulebook]
        assert messages(rulebook, "move") & UNTOLD_MOVES[rulebook] == set()
    assert messages("adventure", "mark") - {"usual", "gone", *OF_PACKS} == OWN_MARKS
    assert set(table().mark_ids) >= OWN_MARKS | UNTOLD_MARKS
    assert messages("wargame", "mark") - {"usual", "on_side", "lifted"} == {"block", "control", "ruin"}
    assert set(war().mark_ids) >= war_events_told.UNTOLD_MARKS
    assert {key.partition("/")[0] for key in messages("wargame", "change")} == set(war().columns)


# games in words


def random_game(seed: int, decisions: int = 400) -> Game:
    """Return a game played by chance, every question and option of which has been read."""
    rng = random.Random(seed)
    game = begin_game("revised4", SEATS, seed, {"evade_unfriendly": True}, skip_forced=seed % 2 == 0)
    for _ in range(decisions):
        if game.ask is None:
            break
        assert game.ask.text.endswith(("?", "."))
        for option in game.ask.options.values():
            assert "\n" not in option.text and faults(option.text) == [], (option.key, option.text)
        game.play(rng.randrange(len(game.ask.codes)))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_option_and_event_of_a_game_reads_as_a_sentence(seed: int) -> None:
    game = random_game(seed)
    for event in game.log or []:
        for viewer in (None, 0, OMNISCIENT):
            told = event_text(game.table, event, viewer)
            assert told == "" or faults(told) == [], (event, told)


def hides(table: AdventureTable, event: Event, viewer: int | None) -> bool:
    """Tell whether an event concerns a card that a viewer may not know."""
    if event.kind == events.LEARNED:
        return viewer != event.seat
    if event.kind != events.CARD:
        return False
    zone = table.zones[event.data[1]]
    return zone.visible == HIDDEN or (zone.visible == OWN and zone.owner != viewer)


def with_card(event: Event, card: int) -> Event:
    return Event(event.kind, event.seat, (card, *event.data[1:]), event.cause, event.card)


@pytest.mark.parametrize("seed", range(4))
def test_the_story_does_not_tell_hidden_cards(seed: int) -> None:
    game = random_game(seed)
    known: AdventureTable = game.table
    hidden = 0
    for event in game.log or []:
        for viewer in (None, 0, 1, 2, 3):
            if hides(known, event, viewer):
                card = event.data[0]
                others = [c for c, back in enumerate(known.backs) if back == known.backs[card] and c != card]
                told = {event_text(known, with_card(event, other), viewer) for other in (card, *others)}
                assert len(told) == 1, (event, viewer, told)
                hidden += 1
    assert hidden > 20


def wargame(seed: int, decisions: int = 900) -> Game:
    """Return a wargame played by chance, every question and option of which has been read."""
    rng = random.Random(seed)
    game = begin_game("wargame", SEATS[:2], seed, skip_forced=seed % 2 == 0)
    for _ in range(decisions):
        if game.ask is None:
            break
        assert game.ask.text.endswith("?")
        for option in game.ask.options.values():
            assert "\n" not in option.text and faults(option.text) == [], (option.key, option.text)
        game.play(rng.randrange(len(game.ask.codes)))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_every_option_and_event_of_a_wargame_reads_as_a_sentence(seed: int) -> None:
    game = wargame(seed)
    for event in game.log or []:
        for viewer in (None, 0, OMNISCIENT):
            told = game.table.told(event, viewer)
            assert told == "" or faults(told) == [], (event, told)


@pytest.mark.slow
def test_the_story_of_a_wargame_does_not_tell_hidden_spells() -> None:
    known = war()
    hidden = 0
    for event in wargame(2).log or []:
        card = event.data[0] if event.kind == events.CARD else -1
        if card < 0 or known.cards[card].group != "spell":
            continue
        spells = [other for other, chit in enumerate(known.cards) if chit.group == "spell"]
        zone = known.zones[event.data[1]]
        secret = zone.name.startswith("cup.") or (zone.visible == OWN and zone.owner == 1)
        told = {known.told(with_card(event, other), 0) for other in spells}
        assert len(told) == 1 or not secret or event.seat == 0, (event, told)
        hidden += secret
    assert hidden > 5


def test_every_chit_of_a_wargame_says_something() -> None:
    assert [chit.id for chit in war().definitions if not war().says(chit)] == []


@pytest.mark.parametrize(
    ("chit", "says"),
    [
        ("castle", "A unit here has strength +2 and a save of 1 to 4 if it is good."),
        ("crags", "A ground unit that enters is killed on a roll of 1."),
        ("knight", "Good Character and Fighter. Strength 5. It has strength +2 if it is on a quest."),
        ("horse", "Steed. Fast: its bearer moves 1 more space."),
        ("curse", "Curse. Cast at any time, at any unit up to 3 spaces away. The unit has strength -1."),
    ],
)
def test_chits_say_what_they_give(chit: str, says: str) -> None:
    assert war().says(next(known for known in war().definitions if known.id == chit)) == says


def test_where_units_are_placed_the_tiles_are_named() -> None:
    game = begin_game("wargame", SEATS[:2], 1)
    assert game.ask is not None
    view = game.view(game.ask.seat)
    names = {chit.id: chit.name for chit in game.table.definitions}
    for option in game.ask.options.values():
        assert names[view.squares[option.argument].tile] in option.text


def test_a_move_names_the_tile_it_leads_to_and_whether_it_lies_in_ruins() -> None:
    table = war()
    crags = next(card for card, chit in enumerate(table.cards) if chit.id == "crags")
    ask = Ask(Posed(0, "move", [TO + 3, TO + 4, TO + 5], 0, -1, {TO + 3: crags, TO + 4: ~crags}), table)
    assert [option.text for option in ask.options.values()] == [
        "To D1, the Crags. A ground unit that enters is killed on a roll of 1.",
        "To E1, the Crags in ruins.",
        "To F1.",
    ]


def test_verbs_agree_with_names_of_several() -> None:
    table = war()
    units = {chit.id: card for card, chit in enumerate(table.cards)}
    told = [table.told(Event("UnitKilled", 0, (units[name],), 0, -1)) for name in ("goblins", "princess")]
    assert told == ["The Goblins are killed.", "The Princess is killed."]


def test_the_owner_and_the_omniscient_read_which_spell_was_gained() -> None:
    known = table()
    card = next(c for c, definition in enumerate(known.cards) if definition.kind == "spell")
    event = Event(events.CARD, 1, (card, known.hand + 1, -1), 2, -1)
    name = known.cards[card].name
    assert event_text(known, event, 1) == event_text(known, event, OMNISCIENT) == f"Ben gains {name}."
    assert event_text(known, event, 0) == event_text(known, event) == "Ben gains a Spell."


def test_changes_read_as_sentences() -> None:
    known = table()
    imp = next(c for c, definition in enumerate(known.cards) if definition.id == "imp")
    strength, life = known.columns.index("strength"), known.columns.index("life")
    discards = next(n for n, zone in enumerate(known.zones) if zone.name == "discard.adventure")
    told = [
        Event(events.CHANGED, 0, (strength, 1), 0, -1),
        Event(events.CHANGED, 1, (life, -2), 0, -1),
        Event(events.CARD, 0, (imp, discards, -1), 0, -1),
        Event(events.SHUFFLED, -1, (0, 3, 1, 2), 0, -1),
        Event(events.ROLLED, -1, (4,), 0, -1),
        Event(events.RESULT, -1, (0b101,), -1, -1),
    ]
    assert [event_text(known, event) for event in told] == [
        "Ann gains 1 Strength.",
        "Ben loses 2 lives.",
        "The Imp is discarded.",
        "Shuffled: the Adventure deck.",
        "The other side rolls 4.",
        "The game is over: Ann and Cleo win.",
    ]


# grammar


class Said(Effect):
    """An effect that bids what it is told to."""

    def __init__(self, text: str) -> None:
        self.text = text

    def clause(self) -> Part:
        return written(self.text)


class Holds(Condition):
    """A condition that says what it is told to."""

    def __init__(self, text: str, settled: bool | None = None) -> None:
        self.text, self.known = text, settled

    def clause(self) -> Part:
        return state("be_aligned", alignment=Text(self.text))

    def settled(self) -> bool | None:
        return self.known


def test_a_sequence_is_told_in_its_order() -> None:
    seq = Seq()
    seq.effects = (Said("run"), Said("hide"), Said("wait"))
    assert language("en").sentence(seq.clause()) == "Run, hide, then wait."
    assert [language("en").sentence(part) for part in seq.clauses()] == ["Run.", "Hide.", "Wait."]


def test_conditions_that_are_settled_are_left_out() -> None:
    both = All()
    both.conditions = (Holds("rich", settled=True), Holds("good"))
    assert language("en").say(both.clause()) == "you are good" and both.settled() is None
    both.conditions = (Holds("rich", settled=False), Holds("good"))
    assert both.settled() is False
    choice = If()
    choice.condition, choice.then, choice.else_ = both, Said("win"), Said("lose")
    assert language("en").say(choice.clause()) == "lose"
    choice.condition, choice.else_ = Holds("good"), NOTHING
    assert [language("en").sentence(part) for part in choice.clauses()] == ["If you are good, win."]


def test_spaces_that_share_a_name_are_told_apart_by_their_numbers() -> None:
    """In options and in the log alike, and by the number that their ids have."""
    for preset in presets("adventure"):
        table = table_for(preset)
        assert isinstance(table, AdventureTable)
        names = [language("en").say(things(table).space(number)) for number in range(len(table.spaces))]
        assert len(set(names)) == len(names)
        for space, name in zip(table.spaces, names, strict=True):
            number = space.id.rpartition("_")[2]
            assert name == (f"{space.name} {number}" if number.isdigit() else f"the {space.name}")


def test_two_ways_to_move_never_read_alike() -> None:
    game = begin_game("revised4", seats=["ann", "ben"], seed=2)
    game.answer("pass")
    assert game.ask is not None
    assert [option.text[:14] for option in game.ask.options.values()] == ["Go to Fields 4", "Go to Fields 3"]
