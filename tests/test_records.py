"""Records: written, read, replayed by the rules, by their events and by their dice; and refused whole if broken."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import stormriver
from stormriver.adventure import loader
from stormriver.api import begin_game, resume_game, table_for, tables_for
from stormriver.kernel import events as kinds
from stormriver.kernel import replays
from stormriver.kernel.errors import BadRecord, Mismatch
from stormriver.kernel.game import Game
from stormriver.kernel.records import FORMAT, Record, header, read_record, record_of, seal, write
from stormriver.kernel.script import Script
from stormriver.kernel.state import State
from stormriver.language.ruleset import Ruleset, presets
from support.in_german import assert_german

ONLY_RULES = {"interrupt", "unsettled", "dice", "answer", "returned", "ask", "asked", "frames"}
"""What of a state the events do not tell."""


def played(decisions: int = 60, seats: int = 2, seed: int = 3, **setup: Any) -> tuple[Game, list[str]]:
    """Return a game after some random answers, and their keys."""
    game = begin_game("revised4", seats, seed, **setup)
    rng = random.Random(seed)
    keys: list[str] = []
    while game.ask is not None and len(keys) < decisions:
        keys.append(rng.choice(game.ask.keys))
        game.answer(keys[-1])
    return game, keys


def any_game(number: int) -> Game:
    """Return a new game; presets, options, seats and forced asks take turns."""
    known_presets = [*presets("adventure"), *presets("wargame")]
    preset = known_presets[number % len(known_presets)]
    wanted: list[dict[str, object]] = [
        {},
        {"characters_to_choose": 3},
        {"sudden_death": True, "talisman_cards": 1},
        {"inherited_items": True},
    ]
    ruleset = Ruleset(preset, {}, ())
    options = {name: value for name, value in wanted[number % 4].items() if name in ruleset.options}
    least, most = (ruleset.entries["seats"].mapping()[key].integer() for key in ("least", "most"))
    seats = least + number % (most - least + 1)
    return begin_game(preset, seats, number, options, skip_forced=number % 3 > 0)


def play(game: Game, decisions: int, rng: random.Random) -> int:
    """Answer by chance, and return how often."""
    for done in range(decisions):
        if game.ask is None:
            return done
        game.play(rng.randrange(len(game.ask.codes)))
    return decisions


def differences(one: State, other: State) -> set[str]:
    """Return the slots in which two states differ."""
    return {name for name in State.__slots__ if getattr(one, name) != getattr(other, name)}


@cache
def text_of_game() -> str:
    return record_of(played()[0])


def lines_of(text: str) -> list[Any]:
    """Return the lines of a record but for the seal, as values."""
    return [json.loads(line) for line in text.splitlines()[:-1]]


def sealed(lines: list[Any]) -> str:
    return seal([json.dumps(line) for line in lines])


def line_with(lines: list[Any], kind: str) -> int:
    """Return which of the lines is the first event of a kind; the header is 0."""
    return next(number for number, line in enumerate(lines) if number and line[0] == kind)


def changed(kind: str, change: Callable[[Any], None], text: str | None = None) -> tuple[Record, int]:
    """Return a sound record whose first event of a kind was changed, and the line of that event."""
    lines = lines_of(text or text_of_game())
    number = line_with(lines, kind) if kind else 0
    change(lines[number])
    return read_record(sealed(lines)), number + 1


# round trips


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
def test_record_gives_back_every_event_of_any_game(number: int) -> None:
    game = any_game(number)
    play(game, 150, random.Random(number))
    text = record_of(game)
    record = read_record(text)
    assert record.events == game.log
    assert write(record) == text


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
def test_strong_and_weak_replay_lead_to_every_ask_of_any_game(number: int) -> None:
    game, rng = any_game(number), random.Random(number)
    kept = {0: game.clone()}
    for _ in range(4):
        answers = list(kept)[-1] + play(game, rng.randrange(1, 60), rng)
        kept[answers] = game.clone()
    record = read_record(record_of(game))
    for answers, then in kept.items():
        again = replays.strong(record, table_for, answers)
        assert differences(again.state, then.state) <= {"dice"}
        assert differences(replays.weak(record, answers), then.state) <= ONLY_RULES
    replays.verify(record, number)


def test_record_holds_the_keys_that_were_answered() -> None:
    game, keys = played()
    record = read_record(record_of(game))
    assert [record.keys[at] for at in record.answers] == keys


def test_strong_replay_is_the_same_game_to_its_log_and_its_ask() -> None:
    game, _ = played()
    again = replays.strong(read_record(record_of(game)), table_for)
    assert again.log == game.log
    assert again.ask == game.ask
    assert again.header == game.header


def test_answers_taken_back_are_not_in_the_record() -> None:
    game, keys = played(40)
    game.undo(15)
    assert game.ask is not None
    while game.ask is not None and len(keys) < 80:
        keys[len(game.history) :] = [game.ask.keys[-1]]
        game.answer(game.ask.keys[-1])
    record = read_record(record_of(game))
    assert [record.keys[at] for at in record.answers] == keys
    assert replays.strong(record, table_for).log == game.log
    replays.verify(record, 3)


def test_game_brought_back_from_a_save_has_the_same_record() -> None:
    game, _ = played()
    assert record_of(resume_game(game.save())) == record_of(game)


def test_record_of_a_finished_game_names_the_winner() -> None:
    game = begin_game("revised4", 2, 5, {"last_round": 3})
    rng = random.Random(5)
    while game.ask is not None:
        game.play(rng.randrange(len(game.ask.codes)))
    again = replays.strong(read_record(record_of(game)), table_for)
    assert again.ask is None
    assert again.result == game.result != []


def test_record_survives_a_mail_that_changes_line_ends() -> None:
    record = read_record(text_of_game().replace("\n", "\r\n"))
    assert write(record) == text_of_game()


def test_weak_replay_needs_neither_packs_nor_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    record = read_record(text_of_game())
    monkeypatch.setattr(loader, "load_table", None)
    state = replays.weak(record)
    assert state.turn > 1
    assert "deck.adventure" in record.names["zones"]


def test_replayed_game_is_told_no_dice_beyond_the_record() -> None:
    game = replays.strong(read_record(text_of_game()), table_for)
    with pytest.raises(stormriver.EngineError, match="no further die"):
        for _ in range(20):
            assert game.ask is not None
            game.play(0)


# games without a record


def test_silent_game_has_no_record() -> None:
    with pytest.raises(BadRecord, match="without a log"):
        record_of(begin_game("revised4", 2, 1, log=False))


def test_game_that_does_not_know_its_set_up_has_no_record() -> None:
    game, _ = played(5)
    game.header = {}
    with pytest.raises(BadRecord, match="set-up"):
        record_of(game)


def test_game_that_was_tampered_with_has_no_record() -> None:
    game, _ = played(20)
    game.change(0, 0, 1)
    with pytest.raises(BadRecord, match="does not follow from its set-up"):
        record_of(game)


# what does not hold


def test_another_die_is_found_by_the_seed() -> None:
    def change(line: Any) -> None:
        line[2][0] = line[2][0] % 6 + 1

    record, line = changed("Rolled", change)
    with pytest.raises(Mismatch, match="the seed gives") as failure:
        replays.verify(record, 3)
    assert failure.value.line == line


def test_another_shuffle_is_found_by_the_seed() -> None:
    record, line = changed("Shuffled", lambda line: line[2].append(line[2].pop(1)))
    with pytest.raises(Mismatch, match=r"another order of deck\.adventure") as failure:
        replays.verify(record, 3)
    assert failure.value.line == line


def test_another_seed_is_not_the_one_committed_to() -> None:
    replays.verify(read_record(text_of_game()), 3)
    with pytest.raises(Mismatch, match="not the one"):
        replays.verify(read_record(text_of_game()), 4)


def test_dice_told_beforehand_do_not_follow_from_the_seed() -> None:
    game = begin_game("revised4", 2, 1, skip_forced=False)
    game.script = Script([6] * 20)
    for _ in range(12):
        assert game.ask is not None
        game.play(0)
    record = read_record(record_of(game))
    replays.strong(record, table_for)
    with pytest.raises(Mismatch, match="the seed gives"):
        replays.verify(record, 1)


def test_event_that_the_rules_do_not_give_is_found_with_its_line() -> None:
    def change(line: Any) -> None:
        line[2][1] += 1

    record, line = changed("Changed", change)
    with pytest.raises(Mismatch, match=rf"^Line {line} of the record: it says Changed .*, but by the rules") as failure:
        replays.strong(record, table_for)
    assert failure.value.line == line


def test_answer_that_is_not_on_offer_is_found_with_the_options() -> None:
    record, line = changed("Answered", lambda line: line.__setitem__(5, "to:nowhere"))
    with pytest.raises(Mismatch, match=r"to:nowhere.*but the options are") as failure:
        replays.strong(record, table_for)
    assert failure.value.line == line


def test_event_left_out_is_found_by_the_rules() -> None:
    lines = lines_of(text_of_game())
    number = line_with(lines, "Rolled")
    del lines[number]
    with pytest.raises(Mismatch) as failure:
        replays.strong(read_record(sealed(lines)), table_for)
    assert failure.value.line == number + 1


def test_record_that_ends_too_early_is_found_by_the_rules() -> None:
    lines = lines_of(text_of_game())
    with pytest.raises(Mismatch, match="the record ends, but by the rules"):
        replays.strong(read_record(sealed(lines[:-1])), table_for)


def test_event_that_goes_on_without_an_answer_is_found_by_the_rules() -> None:
    lines = lines_of(text_of_game())
    number = next(n for n in range(1, len(lines)) if lines[n][0] == "Answered" and lines[n + 1][0] != "Answered")
    del lines[number]
    with pytest.raises(Mismatch, match=r"but .* is asked") as failure:
        replays.strong(read_record(sealed(lines)), table_for)
    assert failure.value.line == number + 1


def test_record_with_other_options_drifts() -> None:
    record, _ = changed("", lambda header: header.__setitem__("options", {"starting_bonus": True}))
    with pytest.raises(Mismatch, match="Line"):
        replays.strong(record, table_for)


def test_record_that_lays_the_cards_out_otherwise_is_refused() -> None:
    record, _ = changed("", lambda header: header["first"]["seats"][0].__setitem__(0, 9))
    with pytest.raises(Mismatch, match="begins with other seats or cards"):
        replays.strong(record, table_for)


def test_drawing_a_card_that_is_shuffled_away_is_found_by_folding() -> None:
    record, line = changed("Shuffled", lambda line: line[2].pop())
    with pytest.raises(Mismatch, match="other cards are shuffled") as failure:
        replays.weak(record)
    assert failure.value.line == line


def test_mark_that_was_never_there_cannot_be_taken_off() -> None:
    lines = lines_of(text_of_game())
    lines.append(["Unmarked", 0, [0, 0, 77, 0, -1, 1], 1, -1])
    with pytest.raises(Mismatch, match="cannot happen there") as failure:
        replays.weak(read_record(sealed(lines)))
    assert failure.value.line == len(lines)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "gifts"
    folder.mkdir()
    (folder / "cards.yaml").write_text(
        "deck: adventure\ncards:\n- {id: gift, name: Gift, kind: event, copies: 90, meet: {gain: {gold: 1}}}\n"
    )
    return folder


@pytest.mark.slow
def test_drift_of_a_card_is_found_where_it_shows(pack: Path) -> None:
    text = record_of(played(packs=[str(pack)])[0])
    file = pack / "cards.yaml"
    file.write_text(file.read_text().replace("gold: 1", "gold: 2"))
    loader.nameless_table.cache_clear()
    record = read_record(text)
    with pytest.raises(BadRecord, match="other packs than the ones that are here now"):
        replays.strong(record, tables_for([str(pack)]))
    with pytest.raises(Mismatch, match=r"gold, 1 \(in .*gift.*\), but by the rules .*gold, 2") as failure:
        replays.strong(record, tables_for([str(pack)]), same_packs=False)
    assert failure.value.line > 1
    replays.verify(record, 3)


def test_record_whose_pack_has_gone_can_still_be_watched(pack: Path) -> None:
    text = record_of(played(packs=[str(pack)])[0])
    (pack / "cards.yaml").unlink()
    loader.nameless_table.cache_clear()
    record = read_record(text)
    with pytest.raises(BadRecord, match="cannot be set up again"):
        replays.strong(record, tables_for([str(pack)]))
    assert "gift" in record.names["cards"]
    replays.weak(record)


@pytest.mark.slow
def test_record_with_other_cards_is_refused_even_when_packs_may_differ(pack: Path) -> None:
    text = record_of(played(packs=[str(pack)])[0])
    file = pack / "cards.yaml"
    file.write_text(file.read_text().replace("copies: 90", "copies: 89"))
    loader.nameless_table.cache_clear()
    with pytest.raises(BadRecord, match="their cards are not the ones"):
        replays.strong(read_record(text), tables_for([str(pack)]), same_packs=False)


@pytest.mark.parametrize("answers", [-1, 61, 1000])
def test_more_answers_than_there_are_cannot_be_followed(answers: int) -> None:
    record = read_record(text_of_game())
    for replay in (lambda: replays.weak(record, answers), lambda: replays.strong(record, table_for, answers)):
        with pytest.raises(BadRecord, match="has 60 answers"):
            replay()


# broken texts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"This is no record in the format {FORMAT}."),
        ("hello", f"This is no record in the format {FORMAT}."),
        ("{}", f"This is no record in the format {FORMAT}."),
        ("[" * 100000, f"This is no record in the format {FORMAT}."),
        ('{"format": "stormriver-save-1"}', f"This is no record in the format {FORMAT}."),
        (f'{{"format": "{FORMAT}"}}', "The record is cut short: the line that ends it is missing."),
    ],
)
def test_what_is_no_record_is_said_to_be_none(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as failure:
        read_record(text)
    assert str(failure.value) == sentence


def refused_or_the_same(text: str) -> None:
    try:
        record = read_record(text)
    except BadRecord as error:
        assert "\n" not in str(error)
        assert str(error).endswith(".")
    else:
        assert write(record) == text_of_game()


@given(st.integers(0, 1 << 20))
@example(0)
def test_record_cut_short_anywhere_is_refused(length: int) -> None:
    text = text_of_game()
    refused_or_the_same(text[: length % len(text)])


@pytest.mark.slow
@given(st.integers(0, 1 << 20), st.integers(0, 30), st.text(max_size=30))
def test_record_changed_anywhere_is_refused(start: int, length: int, instead: str) -> None:
    text = text_of_game()
    start %= len(text)
    refused_or_the_same(text[:start] + instead + text[start + length :])


@pytest.mark.slow
@given(st.data())
def test_record_with_lines_in_another_order_is_refused(data: st.DataObject) -> None:
    lines = text_of_game().splitlines()
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    refused_or_the_same("\n".join(lines))


PLAIN = st.none() | st.booleans() | st.integers() | st.integers(-3, 200) | st.floats() | st.text(max_size=8)
VALUES = PLAIN | st.lists(PLAIN, max_size=4) | st.dictionaries(st.text(max_size=4), PLAIN, max_size=2)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value in a JSON value, but only to the first and last of long lists."""
    found = [path]
    if isinstance(value, dict):
        for key, item in value.items():
            found += places(item, (*path, key))
    elif isinstance(value, list):
        for at in range(len(value)) if len(value) < 20 else (0, 1, len(value) - 1):
            found += places(value[at], (*path, at))
    return found


@pytest.mark.slow
@settings(max_examples=200)
@given(st.data())
def test_sealed_record_that_says_what_cannot_be_is_refused_in_one_sentence(data: st.DataObject) -> None:
    lines = lines_of(text_of_game())
    for _ in range(data.draw(st.integers(1, 2))):
        number = data.draw(st.just(0) | st.integers(1, len(lines) - 1))
        path = data.draw(st.sampled_from(places(lines[number])))
        holder: Any = lines
        for step in (number, *path)[:-1]:
            holder = holder[step]
        last = (number, *path)[-1]
        if data.draw(st.booleans()):
            holder[last] = data.draw(VALUES)
        else:
            del holder[last]
        if not lines:
            return
    try:
        record = read_record(sealed(lines))
    except BadRecord as error:
        assert "\n" not in str(error)
        return
    for replay in (replays.weak, lambda r: replays.strong(r, table_for), lambda r: replays.verify(r, 3)):
        try:
            replay(record)
        except BadRecord as error:
            assert len(str(error)) > 10


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (7, "is no event"),
        ([], "is no event"),
        (["Rolled", 0, [3], 1], "is no whole event of the kind Rolled"),
        (["Answered", 0, [0], 1, -1], "is no whole event of the kind Answered"),
        (["Answered", 0, [0], 1, -1, ""], "does not say what was answered"),
        (["Rolled", 0, [3.5], 1, -1], "has something else than whole numbers"),
        (["Rolled", 0, [True], 1, -1], "has something else than whole numbers"),
        (["Rolled", 0, [10**30], 1, -1], "has something else than whole numbers"),
        (["Rolled", 0, [], 1, -1], "rolls no dice"),
        (["Rolled", 2, [3], 1, -1], "speaks of a seat 2"),
        (["Changed", -1, [0, 1], 1, -1], "speaks of a seat -1"),
        (["Changed", 0, [99, 1], 1, -1], "speaks of number 99 of the columns"),
        (["Changed", 0, [1], 1, -1], "has 1 numbers, but an event of the kind Changed has 2"),
        (["CardMoved", 0, [-5, 1, -1], 1, -1], "speaks of number -5 of the cards"),
        (["Shuffled", -1, [], 1, -1], "numbers"),
        (["Rolled", 0, [3], 99999, -1], "names a cause"),
        (["GameEnded", -1, [8], 1, -1], "lets a seat win"),
    ],
)
def test_line_that_is_no_event_is_named_by_its_number(line: Any, sentence: str) -> None:
    lines = lines_of(text_of_game())
    lines[5] = line
    with pytest.raises(BadRecord, match=f"^Line 6 of the record .*{sentence}"):
        read_record(sealed(lines))


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("engine", 1, "engine"),
        ("preset", None, "preset"),
        ("seats", [], "no seats"),
        ("seats", [1], "seats"),
        ("packs", "all", "packs"),
        ("names", {}, "columns"),
        ("first", {}, "begins with"),
    ],
)
def test_header_that_does_not_say_enough_is_refused(key: str, value: Any, sentence: str) -> None:
    lines = lines_of(text_of_game())
    lines[0][key] = value
    with pytest.raises(BadRecord, match=sentence) as refused:
        read_record(sealed(lines))
    assert_german(refused.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [("preset", "nowhere"), ("options", {"odd": 1}), ("options", {"trophy_points": [1]}), ("packs", ["\0"])],
)
def test_set_up_that_cannot_be_is_refused(key: str, value: Any) -> None:
    record, _ = changed("", lambda header: header.__setitem__(key, value))
    with pytest.raises(BadRecord, match="set up"):
        replays.strong(record, table_for)


# chance besides dice


def by_chance(do: Callable[[Game, int], object]) -> Record:
    """Return the record of a new game in which chance has done one thing more, and then two dice are rolled."""
    game = begin_game("revised4", 2, 3)
    assert game.log is not None
    zone = max(range(len(game.state.zones)), key=lambda number: len(game.state.zones[number]))
    do(game, zone)
    game.roll(0, 2)
    return Record(header(game), game.log, [""] * len(game.log))


@pytest.mark.parametrize("do", [lambda game, zone: game.shuffle(zone, 7), lambda game, zone: game.draw_lot(0, 9)])
def test_a_part_of_a_deck_that_is_shuffled_and_a_lot_follow_from_the_seed(do: Callable[[Game, int], object]) -> None:
    record = by_chance(do)
    replays.verify(record, 3)
    event = record.events[-2]
    event.data = (event.data[0] % 9 + 1, 9) if event.kind == kinds.LOT else (*event.data[:-2], *event.data[:-3:-1])
    with pytest.raises(Mismatch, match="the seed gives"):
        replays.verify(record, 3)


def test_a_lot_that_there_is_not_is_refused() -> None:
    record = by_chance(lambda game, zone: game.draw_lot(0, 9))
    record.events[-2].data = (10, 9)
    with pytest.raises(BadRecord, match="draws a lot that there is not"):
        read_record(write(record))
