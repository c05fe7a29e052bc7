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
from stormriver.adventure.english import OMNISCIENT, card_text, event_text
from stormriver.adventure.loader import load_table
from stormriver.adventure.phrases import nouns
from stormriver.adventure.story import ROLES
from stormriver.adventure.table import AdventureTable
from stormriver.adventure.wording import BARE_OPTIONS, EVENTS, MARKS, MOVES, OPTIONS, QUESTIONS
from stormriver.kernel import ask as asks
from stormriver.kernel import events
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.table import HIDDEN, OWN
from stormriver.language import english
from stormriver.language.control import All, Any, If, May, Not, Repeat, Seq
from stormriver.language.grammar import NOTHING, Condition, Effect, Fixed, words

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src/stormriver"
SNAPSHOT = ROOT / "tests/snapshots/texts.yaml"
SEATS = ("ann", "ben", "cleo", "dan")
TOLD_BY_OWN_FUNCTION = {events.CARD, events.CHANGED, events.SET, events.MARKED, events.UNMARKED}


def table() -> AdventureTable:
    return load_table("revised4", SEATS)


def source_text() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(SOURCES.rglob("*.py")))


# the snapshot


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
    assert "roll 2 dice (at most your Craft" in card_text(usual, gates[0])
    assert "4-6: pass through" in card_text(otherwise, gates[1])
    assert all("option" not in card_text(t, gate) for t, gate in zip((usual, otherwise), gates, strict=True))


def test_every_word_has_english() -> None:
    for family in (Effect, Condition, stormriver.language.grammar.Value):
        for name, cls in words(family, "adventure").items():
            assert cls.english is not stormriver.language.grammar.Word.english, name


# nothing lacks its wording


def verbs() -> set[tuple[str, int]]:
    """Return every verb that the code knows, and what its argument is."""
    table()
    acts = {act.key for rule in table().rules for act in (*rule.act, *rule.respond)}
    return {(name, kind) for name, kind in asks._verbs if name not in acts or name in OPTIONS}


def unworded_verbs(known: Iterable[tuple[str, int]], options: dict[str, str]) -> list[str]:
    return sorted(name for name, _ in known if name not in options and not any(k.endswith(f"/{name}") for k in options))


def test_every_verb_has_its_wording() -> None:
    assert unworded_verbs(verbs(), OPTIONS) == []
    named = {name for name, kind in verbs() if kind != asks.NOTHING}
    bare = {name for name, kind in verbs() if kind == asks.NOTHING}
    assert {key.rpartition("/")[2] for key in BARE_OPTIONS} == named & bare  # what may name something and need not


def test_a_verb_without_wording_is_noticed() -> None:
    assert unworded_verbs({("somersault", asks.NOTHING)}, OPTIONS) == ["somersault"]


def ask_kinds(source: str) -> set[str]:
    """Return the kinds of asks that a source poses, also those chosen between two and those that a word names."""
    found = set()
    for call in re.findall(r"\bpose\((.*?)\[|\bpose\((.*?)\)$|^    ask = (.*)$", source, re.MULTILINE):
        found.update(re.findall(r'"([a-z_]+)"', "".join(call)))
    return found


def test_every_kind_of_ask_has_its_question() -> None:
    assert ask_kinds(source_text()) - set(QUESTIONS) == set()
    assert set(QUESTIONS) - ask_kinds(source_text()) == set()


def test_kinds_of_asks_are_found_in_the_source() -> None:
    assert ask_kinds('game.pose(seat, "evade" if duel else "fight", options)\ngame.pose(0, "new", [1])') == {
        "evade", "fight", "new",
    }  # fmt: skip
    assert ask_kinds('    word = "take"\n    ask = "take_from"\n') == {"take_from"}


def event_kinds(source: str) -> set[str]:
    """Return the kinds of events that a source tells of."""
    found = {
        value for value in vars(events).values() if isinstance(value, str) and re.fullmatch(r"[A-Z]\w+[a-z]", value)
    }
    for call in re.findall(r"\b(?:tell|go)\(([^\n]*)", source):
        found.update(re.findall(r'"([A-Z][A-Za-z]+)"', call))
    return found


def test_every_kind_of_event_is_told() -> None:
    known = {kind.partition("/")[0] for kind in EVENTS} | TOLD_BY_OWN_FUNCTION
    assert event_kinds(source_text()) - known == set()
    assert known - event_kinds(source_text()) == set()
    assert set(ROLES) <= known


def test_kinds_of_events_are_found_in_the_source() -> None:
    assert {"Tripped", "Walked"} <= event_kinds('game.tell("Tripped", 1)\ngo(game, seat, space, "Walked", True)')


def test_every_zone_and_every_mark_of_the_rules_is_worded() -> None:
    zones = load_table("revised4", SEATS, packs=("city",)).zones
    assert {zone.name.partition(".")[0] for zone in zones} == set(MOVES)
    assert set(MARKS) <= set(table().mark_ids)


# games in words


def random_game(seed: int, decisions: int = 400) -> Game:
    """Return a game played by chance, every question and option of which has been read."""
    rng = random.Random(seed)
    game = stormriver.new_game("revised4", SEATS, seed, {"evade_unfriendly": True}, skip_forced=seed % 2 == 0)
    for _ in range(decisions):
        if game.ask is None:
            break
        assert game.ask.text.endswith(("?", "."))
        for option in game.ask.options.values():
            assert "\n" not in option.text and faults(option.text) == [], (option.key, option.text)
        game.play(rng.randrange(len(game.ask.codes)))
    return game


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
    return Event(event.kind, event.seat, (card, *event.data[1:]), event.procedure, event.step, event.card)


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


def test_the_owner_and_the_omniscient_read_which_spell_was_gained() -> None:
    known = table()
    card = next(c for c, definition in enumerate(known.cards) if definition.kind == "spell")
    event = Event(events.CARD, 1, (card, known.hand + 1, -1), 2, 0, -1)
    name = known.cards[card].name
    assert event_text(known, event, 1) == event_text(known, event, OMNISCIENT) == f"Ben gains {name}."
    assert event_text(known, event, 0) == event_text(known, event) == "Ben gains a Spell."


def test_changes_read_as_sentences() -> None:
    known = table()
    imp = next(c for c, definition in enumerate(known.cards) if definition.id == "imp")
    strength, life = known.columns.index("strength"), known.columns.index("life")
    discards = next(n for n, zone in enumerate(known.zones) if zone.name == "discard.adventure")
    told = [
        Event(events.CHANGED, 0, (strength, 1), 0, 0, -1),
        Event(events.CHANGED, 1, (life, -2), 0, 0, -1),
        Event(events.CARD, 0, (imp, discards, -1), 0, 0, -1),
        Event(events.SHUFFLED, -1, (0, 3, 1, 2), 0, 0, -1),
        Event(events.ROLLED, -1, (4,), 0, 0, -1),
        Event(events.RESULT, -1, (0b101,), -1, 0, -1),
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
    """An effect that says what it is told to."""

    def __init__(self, text: str) -> None:
        self.text = text

    def english(self) -> str:
        return self.text


class Holds(Condition):
    """A condition that says what it is told to."""

    def __init__(self, text: str, settled: bool | None = None) -> None:
        self.text, self.known = text, settled

    def english(self) -> str:
        return self.text

    def negation(self) -> str:
        return self.text.replace("are", "are not")

    def settled(self) -> bool | None:
        return self.known


def test_articles_and_plurals() -> None:
    assert [english.an(noun) for noun in ("Axe", "Sword", "Unicorn", "Armour")] == [
        "an Axe",
        "a Sword",
        "a Unicorn",
        "Armour",
    ]
    assert [english.plural(noun) for noun in ("life", "die", "fate", "Enemy", "Witch", "Wolf")] == [
        "lives", "dice", "fate", "Enemies", "Witches", "Wolves",
    ]  # fmt: skip
    assert [english.counted(n, "life") for n in (1, 2, "all", "the roll")] == [
        "1 life", "2 lives", "all lives", "lives equal to the roll",
    ]  # fmt: skip


def test_what_may_be_done_is_said_once() -> None:
    may = May()
    for text, said in (
        ("gain 1 life", "you may gain 1 life"),
        ("you may buy a Sword", "you may buy a Sword"),
        ("the turn ends", "you may choose this: the turn ends"),
    ):
        may.effect = Said(text)
        assert may.english() == said


def test_a_sequence_is_told_in_its_order() -> None:
    seq = Seq()
    seq.effects = (Said("a"), Said("b"), Said("c"))
    assert seq.english() == "a, b, then c"
    assert seq.sentences() == ["A.", "B.", "C."]


def test_what_somebody_else_does_is_told_of_them() -> None:
    assert english.third_person("the Elf", "miss 1 turn") == "the Elf misses 1 turn"
    assert english.third_person("the Elf", "you may buy your Axe") == "the Elf may buy their Axe"
    assert english.third_person("the Elf", "lose 1 life, then discard an Axe").startswith("the Elf must lose 1 life")
    assert english.they("lose your gold") == "they lose their gold"
    assert english.relative("you are not evil") == "who is not evil"


def test_negations_read_naturally() -> None:
    good, here = Holds("you are good"), Holds("you are here")
    negated = Not()
    negated.condition = good
    assert negated.english() == "you are not good"
    both, either = All(), Any()
    both.conditions = either.conditions = (good, here)
    assert both.english() == "you are good and here"
    negated.condition = both
    assert negated.english() == "you are not good or not here"
    negated.condition = either
    assert negated.english() == "you are not good and not here"


def test_conditions_that_are_settled_are_left_out() -> None:
    both = All()
    both.conditions = (Holds("the option is on", settled=True), Holds("you are good"))
    assert both.english() == "you are good" and both.settled() is None
    both.conditions = (Holds("the option is on", settled=False), Holds("you are good"))
    assert both.settled() is False
    choice = If()
    choice.condition, choice.then, choice.else_ = both, Said("win"), Said("lose")
    assert choice.english() == "lose"
    choice.condition, choice.else_ = Holds("you are good"), NOTHING
    assert choice.sentences() == ["If you are good, win."]


def test_repetitions_count() -> None:
    repeat = Repeat()
    repeat.times, repeat.do = Fixed(2), Said("roll a die")
    assert repeat.english() == "roll a die twice"


def test_a_list_at_the_end_of_a_sentence_needs_no_brackets() -> None:
    assert english.sentence("roll a die (1: win; 2-6: lose)") == "Roll a die. 1: win; 2-6: lose."
    assert english.sentence("choose one (win; lose)") == "Choose one: win; lose."
    assert english.sentence("fight (hard)") == "Fight (hard)."


def test_what_all_rows_begin_with_is_said_once() -> None:
    assert english.shared_beginning(["go to the Inn", "go to the Mill"]) == "go to "
    assert english.shared_beginning(["gain 1 life", "gain 1 fate"]) == ""


def test_spaces_that_share_a_name_are_told_apart_by_their_numbers() -> None:
    """In options and in the log alike, and by the number that their ids have."""
    for preset in stormriver.presets():
        table = stormriver.table_for(preset)
        assert isinstance(table, AdventureTable)
        names = [nouns(table).space(number) for number in range(len(table.spaces))]
        assert len(set(names)) == len(names)
        for space, name in zip(table.spaces, names, strict=True):
            number = space.id.rpartition("_")[2]
            assert name == (f"{space.name} {number}" if number.isdigit() else f"the {space.name}")


def test_two_ways_to_move_never_read_alike() -> None:
    game = stormriver.new_game("revised4", seats=["ann", "ben"], seed=2)
    game.answer("pass")
    assert game.ask is not None
    assert [option.text[:14] for option in game.ask.options.values()] == ["Go to Fields 4", "Go to Fields 3"]
