"""A damaged save is refused whole, with one sentence; never does it end in another error or in half a game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stormriver.adventure import loader
from stormriver.api import begin_game, resume_game, table_for
from stormriver.kernel import events, renamed, saves
from stormriver.kernel.dice import GENERATORS
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.game import Game
from stormriver.kernel.played_with import REMEDY
from stormriver.kernel.script import Script
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table
from stormriver.language.packs import VARIABLE
from stormriver.language.ruleset import packs_for, presets
from stormriver.scenario.files import read, read_scenario
from stormriver.scenario.position import build
from stormriver.scenario.run import Run
from stormriver.wargame import loader as wargame_loader
from support.contract import cards_have_one_place
from support.corpus_reading import SAVES_1, read_text
from support.damaged import SAVE_DAMAGES, Damage, damages_do_no_harm, refusal, sealed_save, texts
from support.mutations import at
from support.random_games import Play, set_up

DAMAGED = [50, pytest.param(200, marks=pytest.mark.long)]
"""How often each damage is done; `make fuzz` does many more."""


# damage by accident, or on purpose


@pytest.mark.slow
@pytest.mark.parametrize("times", DAMAGED)
@pytest.mark.parametrize("damage", SAVE_DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_save_is_refused_or_whole(damage: Damage, times: int) -> None:
    damages_do_no_harm(damage, times)


@pytest.mark.slow
@settings(max_examples=100)
@given(text=st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_refused(text: str) -> None:
    """What never was a save."""
    assert refusal(text) == "This is no save: it is not JSON." or refusal(text).startswith(
        "This is no save in the format"
    )


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "null", "[1]", '"x"', "9" * 5000, "NaN", '{"format":1}'])
def test_other_json_is_refused(text: str) -> None:
    """JSON that is something else."""
    assert refusal(text).startswith("This is no save")


@pytest.mark.slow
def test_nesting_that_can_just_be_read_is_refused() -> None:
    """Lists in lists, up to where Python gives up: some can be read, but not be written for the digest."""
    for depth in range(400, 1100):
        text = f'{{"format":"{saves.FORMAT}","header":' + "[" * depth + "]" * depth + "}"
        assert refusal(text), f"loaded with {depth} brackets"


@pytest.mark.slow
def test_a_part_of_a_save_is_refused() -> None:
    """A file that was written only in part, wherever it breaks off."""
    text = texts()[0]
    for length in range(0, len(text), 7):
        assert refusal(text[:length]) == "This is no save: it is not JSON."


def test_move_longer_than_any_dice_say_is_loaded_at_once() -> None:
    game = begin_game("revised4", 2, 3, log=False)
    while game.ask is not None and game.ask.kind != "move":
        game.play(0)
    data = json.loads(game.save())
    data["state"]["frames"][-1]["count"] = 1 << 60
    loaded = resume_game(sealed_save(data))
    assert loaded.ask is not None
    assert loaded.ask.kind == "move"


MISTAKES = {
    "other cards": (("state", "zones", 0), [], "In the save a card is missing or lies in two places."),
    "other zones": (("state", "zones"), [], "The save has other zones than the game."),
    "other seats": (("state", "seats"), [], "The save has other seats than its header says."),
    "seat on turn": (("state", "active"), 9, "The save names a seat that the game has not."),
    "text for a number": (("state", "turn"), "3", "The save has something else than a whole number in its turn."),
    "truth for a number": (("state", "dice"), True, "The save has something else than a whole number in its dice."),
    "nothing under way": (("state", "frames"), [], "The save waits for an answer but has nothing under way."),
    "not asked": (("asks",), False, "The save has something under way but waits for no answer."),
    "other knowledge": (("state", "known"), [], "The save knows other cards than the packs hold."),
    "a card that no pack holds": (
        ("header", "names", "cards", 0),
        "joker",
        "The save cannot be set up again: There is no 'joker' among the cards any more.",
    ),
    "no names": (
        ("header", "names"),
        None,
        "The save does not say what its numbers stand for.",
    ),
    "names of cards only": (
        ("header", "names"),
        {"cards": []},
        "The save does not say what its numbers stand for.",
    ),
    "numbers for names": (
        ("header", "names", "marks"),
        [1],
        "The save does not say what its numbers stand for.",
    ),
    "a step without a name": (
        ("state", "frames", 0, "at"),
        999,
        "The file does not name number 999 of its steps and words.",
    ),
    "text in a frame": (
        ("state", "frames", 0, "seat"),
        "0",
        "The save has something else than a whole number in its frames.",
    ),
    "another generator": (
        ("header", "dice"),
        "splitmix-1",
        f"The save was made with another generator of dice than {' or '.join(GENERATORS)}.",
    ),
    "no preset": (("header", "preset"), None, "The save does not say how its game was set up."),
    "unknown preset": (
        ("header", "preset"),
        "revizd4",
        "The save cannot be set up again: No preset is called 'revizd4'; did you mean 'revised4'?",
    ),
    "no state": (("state",), None, "The save lacks its header or its state."),
    "another format": (("format",), "stormriver-save-0", "This is no save in the format stormriver-save-2."),
}
"""What of a save is replaced, by what, and how the save is refused."""


@pytest.mark.parametrize(("path", "value", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_mistake_is_named(path: tuple[str | int, ...], value: object, message: str) -> None:
    """What is wrong with a save is said in one sentence."""
    data = json.loads(texts()[0])
    at(data, path[:-1])[path[-1]] = value
    assert refusal(sealed_save(data)) == message


def test_a_refused_save_leaves_the_game_alone() -> None:
    """A game that is under way does not notice that a save was refused."""
    game = begin_game("revised4", seats=2, seed=4)
    text = game.save()
    with pytest.raises(BadRecord):
        resume_game(text[:-5])
    assert game.save() == text


def test_the_log_is_saved_and_comes_back() -> None:
    """A save says whether there is a log, and all of it."""
    play = Play(set_up(1))
    play.run()
    loaded = resume_game(play.game.save())
    assert loaded.log == play.game.log
    silent = play.game.clone()
    assert resume_game(silent.save()).log is None


ELSEWHERE = """
import sys
from stormriver.kernel.ask import verb
for number in range(9):
    verb(f"other{number}")  # as if other modules had been imported first
import stormriver
game = stormriver.load(sys.stdin.read())
game.answer("stand")
print(game.ask.kind)
"""
"""A program that goes on with a game in which somebody may evade an ability, and tells what is asked next."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cards", "spaces", "decks"])
def test_a_seat_may_be_called_as_a_part_of_the_save_is(kind: str) -> None:
    """Also behind a letter that none of these has: no text is looked for in a save to put another into its place."""
    called = [f"\0{kind}", kind]
    save = begin_game("revised4", called, seed=1).save()
    assert resume_game(save).table.seats == tuple(called)
    assert json.loads(save)["digest"] == saves.digest(json.loads(save))


def test_a_save_holds_nothing_that_differs_from_process_to_process() -> None:
    """What somebody has chosen to use is kept while the other says whether they evade it."""
    game = build(read(Path(__file__).parent / "scenarios" / "characters" / "thief_steal.yaml"))
    game.script = Script([1])
    game.run()
    for key in ("roll", "to:fields_4", "character:ben", "use:steal"):
        while game.ask is not None and key not in game.ask.keys:
            game.answer("pass")
        game.answer(key)
    assert game.ask is not None and game.ask.kind == "evade"
    game.header = game.table.rulebook.header(game.table, 0, game.skip_forced)
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], input=game.save(), text=True, capture_output=True)
    assert (done.stdout.strip(), done.stderr) == ("take_from", "")


# packs that have changed since a game was saved


MARKS = "marks: [{id: glow, name: Glowing}, {id: hum, name: Humming}]"
BOARD = """
regions: [{id: yard, name: Yard}]
spaces: [{id: mill, name: Mill, region: yard, at: [0, 0], next: [mill]}]
"""
CARDS = """
deck: adventure
cards:
- {id: gift, name: Gift, kind: event, meet: {may: {gain: {gold: 1}}}}
- {id: charm, name: Charm, kind: object}
- {id: trinket, name: Trinket, kind: object, copies: 3}
"""
GIVEN = """
title: A gift is met
game: {preset: revised4, packs: ["PACK"]}
players:
  - {seat: ann, character: dwarf, at: city, gold: 3, marks: {hum: 1}, cards: [charm]}
  - {seat: ben, character: elf, at: castle}
turn: ann
dice: [1]
decks: {adventure: [gift]}
answers: [roll, "to:fields_4"]
expect: {next: {ask: may}}
"""
"""A word of the Gift is under way, a mark and a card of the pack lie before ann."""


class Pack:
    """A pack that is written anew while games with it are saved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "gifts"
        self.folder.mkdir()
        self.texts = {"cards": CARDS, "board": BOARD, "marks": MARKS}
        self.write()

    def write(self, **changed: str) -> None:
        """Write the files, some of them changed."""
        self.texts |= changed
        for name, text in self.texts.items():
            (self.folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        loader.nameless_table.cache_clear()

    def change(self, name: str, *changes: tuple[str, str]) -> None:
        """Write one of the files anew, with other words in it."""
        text = self.texts[name]
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        self.write(**{name: text})

    def game(self) -> Game:
        """Return the game of the scenario, and let it be saved."""
        played = Run(read_scenario(GIVEN.replace("PACK", str(self.folder))))
        assert played.outcome().message == ""
        game = played.game
        game.header = game.table.rulebook.header(game.table, 0, game.skip_forced)
        game.script = None
        return game


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pack]:
    """A pack on offer: saves name it by its id."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gifts"))
    yield Pack(tmp_path)
    loader.nameless_table.cache_clear()


def told(game: Game) -> dict[str, object]:
    """Return where a game stands, in names, so that games at different tables can be compared."""
    table, state = game.table, game.state
    assert game.ask is not None
    marks = [(table.marks[mark.kind].id, table.subject_name(mark.subject), *mark.values()[2:]) for mark in state.marks]
    return {
        "ask": (game.ask.seat, game.ask.kind, game.ask.keys, game.ask.rule),
        "turn": (state.turn, state.active, state.dice, state.interrupt),
        "seats": state.seats,
        "zones": {
            zone.name: [table.cards[card].id for card in cards]
            for zone, cards in zip(table.zones, state.zones, strict=True)
            if cards
        },
        "marks": marks,
        "frames": [(table.cause_name(frame.place), frame.as_context().card) for frame in state.frames],
        "log": game.log and [(event.kind, event.seat, cause_name(table, event.cause)) for event in game.log],
    }


def cause_name(table: Table, cause: int) -> str:
    return "" if cause == NONE else table.cause_names()[cause]


def told_since(game: Game) -> dict[str, object]:
    """Return where a game stands whose packs have changed since it was saved; its log and its header tell of that."""
    found = told(game)
    assert isinstance(found["log"], list) and found["log"].pop() == (events.RULES, NONE, "")
    assert game.header["hashes"] == game.table.facts()["hashes"]
    return found


def goes_on(game: Game) -> None:
    """Demand that a game that has been loaded can be played and saved on, by its own table."""
    assert resume_game(game.save()).save() == game.save()
    rng = random.Random(1)
    for _ in range(60):
        if game.ask is None:
            return
        game.play(rng.randrange(len(game.ask.codes)))
        cards_have_one_place(game, rng)


def test_a_save_goes_on_with_the_packs_it_was_made_with(pack: Pack) -> None:
    game = pack.game()
    assert game.ask is not None and game.ask.kind == "may"
    assert told(resume_game(game.save())) == told(game)
    goes_on(resume_game(game.save()))


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["- {id: bell, name: Bell, kind: object, copies: 2}\n", "more copies"])
def test_a_save_goes_on_when_a_pack_has_gained_cards(cards: str, pack: Pack) -> None:
    """They lie where they do in a new game: in their deck, under those that were there."""
    game = pack.game()
    told_before = told(game)
    if cards == "more copies":
        pack.change("cards", ("copies: 3", "copies: 5"))
    else:
        pack.change("cards", ("- {id: gift", f"{cards}- {{id: gift"))
    loaded = resume_game(game.save())
    new = len(game.table.cards)
    assert len(loaded.table.cards) == new + 2
    assert [card.id for card in loaded.table.cards[:new]] == [card.id for card in game.table.cards]
    deck = next(number for number, zone in enumerate(loaded.table.zones) if zone.name == "deck.adventure")
    assert loaded.state.zones[deck][:2] == (new, new + 1)
    loaded.state.zones[deck] = loaded.state.zones[deck][2:]
    assert told_since(loaded) == told_before
    loaded.state.zones[deck] += (new, new + 1)
    goes_on(loaded)


@pytest.mark.slow
def test_a_save_goes_on_when_what_a_card_says_has_changed(pack: Pack) -> None:
    """By what it says now, if the word under way is there still."""
    game = pack.game()
    pack.change("cards", ("gold: 1", "gold: 2"), ("name: Charm", "name: Lucky Charm"))
    loaded = resume_game(game.save())
    assert told_since(loaded) == told(game)
    gold = loaded.table.columns.index("gold")
    loaded.answer("yes")
    assert loaded.state.seats[0][gold] == game.state.seats[0][gold] + 2
    assert "Lucky Charm" in {card.name for card in loaded.table.cards}
    goes_on(loaded)


@pytest.mark.slow
def test_a_save_goes_on_when_a_card_says_more_than_before(pack: Pack) -> None:
    """Words stand by where they stand in their card, so those of others may come before them."""
    game = pack.game()
    pack.change("cards", ("kind: object}", "kind: object, act: {at: turn_start, do: {gain: {gold: 1}}}}"))
    assert told_since(resume_game(game.save())) == told(game)
    pack.change("cards", ("- {id: gift", "- {id: aid, name: Aid, kind: event, meet: {may: {heal: 1}}}\n- {id: gift"))
    loaded = resume_game(game.save())
    assert loaded.ask is not None and game.ask is not None
    assert (loaded.ask.kind, loaded.ask.keys) == (game.ask.kind, game.ask.keys)
    assert loaded.table.word_of(loaded.ask.cause).address == game.table.word_of(game.ask.cause).address
    goes_on(loaded)


@pytest.mark.slow
@pytest.mark.parametrize("before", [True, False], ids=["before", "behind"])
def test_a_save_goes_on_when_a_space_was_added(before: bool, pack: Pack) -> None:
    """Wherever it stands in its file: it comes behind those that were there, and marks on cards and spaces stay."""
    game = pack.game()
    space = game.table.subject_of_space(3)
    game.mark(game.table.mark_ids["glow"], space)
    game.mark(game.table.mark_ids["glow"], game.table.subject_of_card(5))
    lane = "{id: lane, name: Lane, region: yard, at: [1, 0], next: [lane]}"
    mill = BOARD.partition("spaces: [")[2].strip().removesuffix("]")
    pack.change("board", (mill, f"{lane}, {mill}" if before else f"{mill}, {lane}"))
    loaded = resume_game(game.save())
    assert [space.id for space in loaded.table.spaces] == [*(space.id for space in game.table.spaces), "lane"]
    assert told_since(loaded) == told(game)
    goes_on(loaded)


@pytest.mark.slow
def test_marks_on_spaces_stay_when_cards_were_added(pack: Pack) -> None:
    """They are numbered behind the cards."""
    game = pack.game()
    game.mark(game.table.mark_ids["glow"], game.table.subject_of_space(3))
    pack.change("cards", ("copies: 3", "copies: 9"))
    loaded = resume_game(game.save())
    assert told_since(loaded)["marks"] == told(game)["marks"]


@pytest.mark.slow
def test_a_comment_or_another_layout_is_no_change(pack: Pack) -> None:
    """Packs are told apart by what they say."""
    game = pack.game()
    pack.write(cards=f"# as it was handed to us\n{CARDS.replace('- {id: charm', '-   {id:   charm')}")
    loaded = resume_game(game.save())
    assert told(loaded) == told(game)
    assert loaded.table.facts()["hashes"] == game.header["hashes"] == game.table.facts()["hashes"]
    pack.change("cards", ("name: Charm", "name: Charms"))
    assert resume_game(game.save()).table.facts()["hashes"] != game.header["hashes"]


@pytest.mark.slow
def test_a_save_goes_on_when_a_mark_that_lies_nowhere_has_gone(pack: Pack) -> None:
    game = pack.game()
    pack.change("marks", ("{id: glow, name: Glowing}, ", ""))
    loaded = resume_game(game.save())
    assert "glow" in game.table.mark_ids and "glow" not in loaded.table.mark_ids
    assert told_since(loaded) == told(game)
    goes_on(loaded)


GONE = {
    "a card in play": (
        "cards",
        ("- {id: charm, name: Charm, kind: object}\n", ""),
        "The save cannot be set up again: There is no 'charm' among the cards any more.",
    ),
    "one of several": (
        "cards",
        ("copies: 3", "copies: 2"),
        "The save cannot be set up again: There is no 'trinket' among the cards any more.",
    ),
    "a space": (
        "board",
        ("mill", "barn"),
        "The save cannot be set up again: There is no 'mill' among the spaces any more.",
    ),
    "the word under way": (
        "cards",
        ("meet: {may: {gain: {gold: 1}}}", "meet: {gain: {gold: 1}}"),
        "There is no 'gift/meet:may' among the steps and words any more.",
    ),
    "a mark that lies somewhere": (
        "marks",
        (", {id: hum, name: Humming}", ""),
        "There is no 'hum' among the kinds of marks any more.",
    ),
}
"""What is taken out of the pack, and how the save is refused then."""
OTHERS = f"Other packs are here now: gifts; {REMEDY}."


@pytest.mark.slow
@pytest.mark.parametrize(("file", "change", "sentence"), GONE.values(), ids=GONE.keys())
def test_a_save_is_refused_when_something_of_it_has_gone(
    file: str, change: tuple[str, str], sentence: str, pack: Pack
) -> None:
    """The thing is named, and the game that is under way stays as it is."""
    game = pack.game()
    text = game.save()
    before = told(game)
    pack.change(file, change)
    assert refusal(text) == f"{sentence} {OTHERS}"
    assert told(game) == before


def test_a_save_is_refused_when_its_pack_has_gone(pack: Pack) -> None:
    text = pack.game().save()
    for file in pack.folder.iterdir():
        file.unlink()
    pack.folder.rmdir()
    loader.nameless_table.cache_clear()
    said = refusal(text)
    assert said.startswith("The save cannot be set up again: ") and "gifts" in said


CHITS = """
items:
- {id: bell, name: Bell, at: any, use: relieve, copies: 3}
spells:
- {id: gale, name: Gale, at: any, target: unit, effect: {may: {teleport: any}}, copies: 9}
"""


@pytest.mark.slow
def test_a_save_of_a_wargame_goes_on_when_chits_were_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie in their cups, and what lies on the map and who stands there stays as it was."""
    folder = tmp_path / "chits"
    folder.mkdir()
    monkeypatch.setenv(VARIABLE, str(folder))
    (folder / "chits.yaml").write_text(CHITS, encoding="utf-8")
    game = begin_game("wargame", 2, 5, packs=[str(folder)])
    rng = random.Random(5)
    for _ in range(150):
        assert game.ask is not None
        game.play(rng.randrange(len(game.ask.codes)))
    before = told(game)
    (folder / "chits.yaml").write_text(CHITS.replace("copies: 3", "copies: 5"), encoding="utf-8")
    wargame_loader.nameless_table.cache_clear()
    loaded = resume_game(game.save())
    old = len(game.table.cards)
    assert [chit.id for chit in loaded.table.cards] == [*(chit.id for chit in game.table.cards), "bell", "bell"]
    assert loaded.table.zones[loaded.state.place[old]].name == "cup.items"
    lying = loaded.state.zones
    loaded.state.zones = [tuple(card for card in zone if card < old) for zone in lying]
    assert told_since(loaded) == before
    loaded.state.zones = lying
    goes_on(loaded)


# steps and words that are called otherwise today


def called_otherwise(text: str, today: str, before: str) -> str:
    """Return a save as a version would have made it that called a step or word otherwise."""
    data = json.loads(text)
    causes = data["header"]["names"]["causes"]
    assert today in causes
    causes[causes.index(today)] = before
    return sealed_save(data)


@pytest.mark.parametrize(
    ("today", "before"), [("turn/encounter_again", "turn/again"), ("gift/meet:may", "gift/meet:or")]
)
def test_what_was_renamed_is_found(today: str, before: str, pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step or word that a frame stands at: a save of the version before is refused but for the list."""
    game = pack.game()
    text = called_otherwise(game.save(), today, before)
    assert refusal(text) == f"There is no {before!r} among the steps and words any more."
    monkeypatch.setitem(renamed.RENAMED, before, today)
    assert told(resume_game(text)) == told(game)


@pytest.mark.slow
def test_whatever_is_renamed_is_called_so_today() -> None:
    """A name in the list that nothing bears would be found too late, by those whose saves are refused."""
    known = {name for preset in presets() for name in table_for(preset).cause_names()}
    assert set(renamed.RENAMED.values()) <= known


@pytest.mark.slow
@pytest.mark.parametrize("preset", presets("adventure"))
def test_whatever_stands_elsewhere_on_a_card_stands_there_today(preset: str) -> None:
    """As the files `renamed.yaml` of our presets and packs say; language 1 had other words."""
    table = table_for(preset, 2, {}, tuple(packs_for(preset)))
    assert len(table.renamed) > 20 and set(table.renamed.values()) <= set(table.cause_names())
    assert table.name_today("imp/nowhere:word") == "imp/nowhere:word"


# other versions


def saves_of_format_1() -> list[str]:
    """Return a save of the corpus for each rulebook."""
    files = sorted(SAVES_1.glob("*.xz"))
    return [json.loads(read_text(file).splitlines()[0])["save"] for file in files]


def test_a_save_of_the_format_before_is_refused() -> None:
    texts = saves_of_format_1()
    assert len(texts) == 2
    for text in texts:
        assert json.loads(text)["format"] == "stormriver-save-1"
        assert refusal(text) == (
            "This save is of an earlier version, whose saves cannot go on; a record of the game can be read."
        )
