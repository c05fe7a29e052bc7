"""The command line: every command does what its page says, and every wrong use is told in one sentence."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_group
from typer.testing import CliRunner

import stormriver
from stormriver import players
from stormriver.api import begin_game, table_for
from stormriver.cli.app import MODULES, app, complain, main
from stormriver.kernel import questions, replays
from stormriver.kernel.commitment import commitment
from stormriver.kernel.errors import EngineError
from stormriver.kernel.records import read_record, record_of, seal
from stormriver.lab.work import Task
from stormriver.language.rendering import language
from support.documents import blocks, commands, fits, read, run_python

ROOT = Path(__file__).resolve().parent.parent


COMMANDS = ("", "play", "serve", "simulate", "replay", "verify", "record", "scenario", "cards", "pack", "rules")


class Said:
    """What a command printed, and the code it left with."""

    def __init__(self, words: list[str]) -> None:
        result = CliRunner().invoke(app, words, env={"COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"})
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        self.code = result.exit_code
        self.out = result.stdout
        self.err = result.stderr

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def say(line: str, *words: str | Path) -> Said:
    """Run a command, e.g. `say("replay --json", path)`."""
    return Said([*shlex.split(line), *map(str, words)])


def well(line: str, *words: str | Path) -> Said:
    """Run a command that must succeed."""
    said = say(line, *words)
    assert (said.code, said.err) == (0, "")
    return said


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of 60 answers of a game of two, begun with seed 3."""
    game = begin_game("revised4", 2, 3)
    rng = random.Random(3)
    for _ in range(60):
        assert game.ask is not None
        game.play(rng.randrange(len(game.ask.codes)))
    file = tmp_path_factory.mktemp("records") / "game.jsonl"
    file.write_text(record_of(game))
    return file


def altered(record: Path, folder: Path, change: Callable[[list[Any]], None]) -> Path:
    """Write a sound record with changed lines, and return its file."""
    lines = [json.loads(line) for line in record.read_text().splitlines()[:-1]]
    change(lines)
    file = folder / "altered.jsonl"
    file.write_text(seal([json.dumps(line) for line in lines]))
    return file


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "gifts"
    folder.mkdir()
    (folder / "cards.yaml").write_text(
        "deck: adventure\ncards:\n- {id: gift, name: Gift, kind: event, copies: 3, meet: {gain: {gold: 1}}}\n"
    )
    return folder


# the command itself


def test_command_alone_lists_its_commands() -> None:
    assert set(COMMANDS) - {""} <= set(well("").out.split())


@pytest.mark.parametrize("module", sorted(set(MODULES.values())))
def test_every_command_is_looked_for_in_the_module_that_has_it(module: str) -> None:
    found = typer.Typer()
    import_module(f"stormriver.cli.{module}").register(found)
    assert set(get_group(found).commands) == {name for name, home in MODULES.items() if home == module}


def test_version_is_told() -> None:
    assert well("--version").out == f"stormriver {stormriver.__version__} (plain Python)\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    assert "Usage:" in well(f"{command} --help").out


def test_console_entry_leaves_with_the_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["stormriver", "simulate", "--preset", "nowhere"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("No preset is called 'nowhere'")


# simulate


def test_simulate_tells_winners_and_lengths() -> None:
    said = well("simulate -n 3 --seats 2 --seed 5 -o last_round=4")
    assert "3 games from seed 5; 3 ended within 20000 decisions." in said.out
    assert {"Winners by seat", "Winners by character", "Length"} <= {line.strip() for line in said.out.splitlines()}


@pytest.mark.slow
def test_simulate_gives_the_same_games_for_the_same_seed() -> None:
    line = "simulate -n 2 --seed 5 --cap 80 --json"
    assert well(line).out == well(line).out
    assert well(line).out != well("simulate -n 2 --seed 6 --cap 80 --json").out


def test_simulate_counts_every_win_once() -> None:
    facts = well("simulate -n 6 --seats 3 --seed 1 -o last_round=3 --json").json
    assert facts["games"] == facts["finished"] == len(facts["results"]) == 6
    winners = sum(len(game["winners"]) for game in facts["results"])
    assert winners >= 6
    assert sum(seat["wins"] for seat in facts["seats_won"]) == winners
    assert sum(row["wins"] for row in facts["characters"]) == winners
    assert sum(row["begun"] for row in facts["characters"]) == 18


def test_simulate_tells_rounds_and_minutes_of_turns_at_a_pace() -> None:
    game = well("simulate -n 1 --seats 3 --seed 1 --cap 90 --pace 30 --json").json["results"][0]
    assert game["rounds"] == -(-game["turns"] // 3)
    assert game["minutes"] == game["turns"] / 2
    assert game["decisions"] == 90
    assert not game["finished"]


def test_simulate_gives_a_line_of_csv_for_each_game() -> None:
    rows = list(csv.DictReader(io.StringIO(well("simulate -n 3 --seed 5 --cap 50 --csv").out)))
    assert [row["seed"] for row in rows] == ["5", "6", "7"]
    assert rows[0]["seats"] == "ann ben cleo dan"


@pytest.mark.slow
def test_simulate_tells_of_a_wargame_which_side_won() -> None:
    line = "simulate -n 3 --seed 1 --preset wargame -o last_round=2"
    assert "Winners by side" in well(line).out
    assert "character" not in well(line).out
    facts = well(line, "--json").json
    winners = [side for game in facts["results"] for side in game["sides"]]
    assert winners
    assert facts["sides"] == [{"side": side, "begun": 3, "wins": winners.count(side)} for side in ("evil", "good")]
    assert not {"characters", "played"} & {*facts, *facts["results"][0]}
    rows = list(csv.DictReader(io.StringIO(well(line, "--csv").out)))
    assert [row["sides"] for row in rows] == [" ".join(game["sides"]) for game in facts["results"]]


@pytest.mark.slow
def test_simulate_tells_of_an_adventure_game_which_character_won() -> None:
    line = "simulate -n 2 --seats 2 --seed 5 -o last_round=2"
    facts = well(line, "--json").json
    assert {"character", "begun", "wins"} == set(facts["characters"][0])
    rows = list(csv.DictReader(io.StringIO(well(line, "--csv").out)))
    assert [row["characters"] for row in rows] == [" ".join(game["characters"]) for game in facts["results"]]


@pytest.mark.slow
def test_simulate_writes_records_that_hold(tmp_path: Path) -> None:
    well("simulate -n 2 --seed 5 --cap 50 --records", tmp_path / "new")
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["revised4-5.jsonl", "revised4-6.jsonl"]
    assert "seed 6 is the one committed to" in well("verify --seed 6", files[1]).out


def test_simulate_plays_with_a_pack(pack: Path) -> None:
    assert well("simulate -n 1 --seed 5 --cap 50 --json --packs", pack).json["packs"] == [str(pack)]


@pytest.mark.parametrize("name", players.NAMES)
def test_simulate_lets_every_known_player_play(name: str) -> None:
    facts = well(f"simulate -n 1 --seats 2 --seed 1 --cap 12 --players {name},random --json").json
    assert [seat["player"] for seat in facts["seats_won"]] == [name, "random"]


@pytest.mark.slow
def test_simulate_with_paired_seats_compares_players_and_keeps_seats_and_players_apart() -> None:
    line = "simulate -n 2 --seed 1 --players steady,random --paired -o last_round=3"
    said = well(line).out
    assert "4 games from seed 1, 2 of each seed;" in said
    assert {"Wins by player", "Players compared within each seed"} <= {text.strip() for text in said.splitlines()}
    found = well(line, "--json").json
    assert [game["players"] for game in found["results"]] == [["steady", "random"], ["random", "steady"]] * 2
    assert {seat["player"] for seat in found["seats_won"]} == {"each in turn"}
    assert found["answers"]["player_differences"]["figures"][0]["name"] == "random − steady"
    assert found["answers"]["player_differences"]["figures"][0]["count"] == 2


def test_simulate_goes_on_with_what_was_saved_and_takes_its_seed(tmp_path: Path) -> None:
    line = f"simulate -n 2 --seats 2 --cap 40 --save {tmp_path / 'rows.jsonl'} --json"
    first = well(line).json
    assert well(line).json == first
    more = well(line.replace("-n 2", "-n 3")).json
    assert (more["seed"], more["results"][:2]) == (first["seed"], first["results"])


@pytest.mark.slow
def test_simulate_broken_off_by_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "simulate -n 4 --seats 2 --seed 5 --cap 40 --json"
    whole = well(line).out
    play = Task.play

    def interrupted(task: Task, seed: int) -> Any:
        if seed == 7:
            raise KeyboardInterrupt
        return play(task, seed)

    with monkeypatch.context() as patch:
        patch.setattr(Task, "play", interrupted)
        said = say(line)
        assert (said.code, said.out) == (130, "")
        file = next(tmp_path.iterdir()).name
        assert (tmp_path / file).read_text().count("\n") == 3
        kept = f"Broken off after 2 of 4 seeds, which are kept in {file}; the same command"
        assert said.err == f"{kept} with --save {file} goes on there.\n"
        assert say(line, "--save", file).err == f"{kept} goes on there.\n"
        assert say("simulate -n 1 --seed 7").err == "Broken off before the first seed was done.\n"
    assert well(line, "--save", file).out == whole
    assert [path.name for path in tmp_path.iterdir()] == [file]


@pytest.mark.long
def test_simulate_with_workers_is_ended_by_ctrl_c_and_goes_on(tmp_path: Path) -> None:
    """The real thing: processes, a signal, and the same results afterwards as without either."""
    line = ["simulate", "-n", "20", "--seats", "2", "--seed", "1", "--cap", "1500"]
    command = [sys.executable, "-m", "stormriver", *line, "--workers", "2", "--save", "rows.jsonl"]
    pipe = subprocess.PIPE
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # whoever is started in the background ignores it
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=heard
    ) as run:
        rows = tmp_path / "rows.jsonl"
        while run.poll() is None and not (rows.exists() and rows.read_text().count("\n") > 3):
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGINT)  # as the terminal sends it: to all of them
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, "")
    assert re.fullmatch(r"Broken off after \d+ of 20 seeds, which are kept in rows.jsonl; [^\n]*\n", err), err
    again = subprocess.run([*command, "--csv"], cwd=tmp_path, capture_output=True, text=True)
    assert again.stdout == well(shlex.join(line), "--csv").out


def test_simulate_writes_a_report(tmp_path: Path) -> None:
    well("simulate -n 2 --seats 2 --seed 5 --cap 40 --report", tmp_path / "new" / "report.html")
    page = (tmp_path / "new" / "report.html").read_text()
    assert "stormriver simulate --games 2 --seed 5 --preset revised4 --players random,random --cap 40" in page


def test_fault_of_the_engine_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("stormriver.kernel.game.Game.play", broken)
    said = say("simulate -n 1 --seed 7 --cap 5")
    assert said.code == 3
    assert "the game of seed 7 stopped at decision 1 with KeyError: 'oops'" in said.err


# replay, verify, record


def test_replay_tells_every_answer_with_its_number(record: Path) -> None:
    out = well("replay", record).out
    told = read_record(record.read_text())
    for number, at in enumerate(told.answers, 1):
        seat = told.seat(told.events[at].seat)
        assert f"{number:>5} {seat} answers {told.keys[at]}\n" in out
    assert "--- turn 1: ann" in out
    assert re.search(r"^ann: life \d", out, re.MULTILINE)


def test_replay_tells_how_the_whole_game_went(record: Path) -> None:
    out = well("replay --timeline", record).out
    assert "How the game went" in out and "Luck a die" in out
    assert re.search(r"^Ann +[▁▂▃▄▅▆▇█]+ \d+$", out, re.MULTILINE)


def test_replay_stops_where_it_is_told_to(record: Path) -> None:
    out = well("replay --until 5", record).out
    assert "    5 " in out
    assert "    6 " not in out


@pytest.mark.parametrize("how", ["--weak", "--strong"])
def test_both_replays_end_alike(record: Path, how: str) -> None:
    both = [well(f"replay {how} --until 30 --json", record).json for how in ("--weak", "--strong")]
    assert both[0] == both[1]


def test_strong_replay_says_that_the_rules_agree(record: Path) -> None:
    assert "The rules of today let all" in well("replay --strong", record).out


def test_replay_gives_events_with_names(record: Path) -> None:
    facts = well("replay --json --until 3", record).json
    moved = next(event for event in facts["events"] if event["event"] == "CardMoved")
    assert moved["data"][1].startswith(("choice.", "deck.", "character.", "hand."))
    assert facts["seats"][0]["seat"] == "ann"


def test_verify_checks_the_dice_only_if_the_seed_is_told(record: Path) -> None:
    assert "not checked" in well("verify", record).out
    assert "every die and shuffle follows from it" in well("verify --seed 3", record).out
    assert well("verify --seed 3 --json", record).json["seed"] == 3


def test_verify_of_another_seed_fails(record: Path) -> None:
    said = say("verify --seed 4", record)
    assert (said.code, said.err) == (1, "The seed 4 is not the one that the record was begun with.\n")


def test_verify_checks_what_was_committed_to_before_the_game(record: Path) -> None:
    shown = commitment(3, "pepper")
    assert (
        "Seed and salt are what was committed to"
        in well(f"verify --seed 3 --commitment {shown} --salt pepper", record).out
    )
    for wrong in ("--salt sugar", ""):
        said = say(f"verify --seed 3 --commitment {shown} {wrong}", record)
        assert (said.code, said.out) == (1, "")
        assert "is not what was committed to at the start" in said.err


@pytest.mark.parametrize(("words", "wanted"), [("--commitment ab", "add --seed"), ("--salt ab", "add --commitment")])
def test_a_commitment_is_checked_with_all_it_is_made_of(record: Path, words: str, wanted: str) -> None:
    said = say(f"verify {words}", record)
    assert (said.code, len(said.err.splitlines())) == (2, 1)
    assert wanted in said.err


def test_verify_finds_a_die_that_was_changed(record: Path, tmp_path: Path) -> None:
    def change(lines: list[Any]) -> None:
        rolled = next(line for line in lines[1:] if line[0] == "Rolled")
        rolled[2][0] = rolled[2][0] % 6 + 1

    said = say("verify --seed 3", altered(record, tmp_path, change))
    assert said.code == 1
    assert "but the seed gives" in said.err


def asked(record: Path, folder: Path, *asked_: tuple[int, int, str, int, int]) -> Path:
    """Return a record in whose game questions were put that no rule answers."""
    return altered(record, folder, lambda lines: lines[0].update(questions=asked_))


def test_questions_stand_in_a_replay_where_they_were_put_and_are_verified(record: Path, tmp_path: Path) -> None:
    die = questions.die(questions.stream(3), 1)
    other = questions.die(questions.stream(3), 2)
    put = asked(record, tmp_path, (1, 1, "May I?", die, 0), (2, 0, "Now?", other, 5))
    lines = well("replay", put).out.splitlines()
    found = [at for at, line in enumerate(lines) if line.startswith("      ? ")]
    says = "yes" if other >= 4 else "no"
    assert lines[found[1]] == f"      ? ann asks: Now? The die shows {other}: {says}."
    assert "    1 " in lines[found[0] + 1] and lines[found[1] + 1].startswith("    6 ")
    assert len(found) == 2
    assert "So does every die that answered a question." in well("verify --seed 3", put).out
    assert "So does" not in well("verify --seed 3", record).out
    wrong = asked(record, tmp_path, (1, 1, "May I?", die % 6 + 1, 0))
    said = say("verify --seed 3", wrong)
    assert (said.code, said.out) == (1, "")
    assert f"question 1 was answered by a {die % 6 + 1}, but the seed gives {die}" in said.err


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ((1, 1, "May I?", 2), "does not list the questions"),
        ((1, 1, 7, 2, 0), "does not list the questions"),
        ((1, 1, "May I?", "2", 0), "does not list the questions"),
        ((2, 1, "May I?", 2, 0), "has a wrong number"),
        ((1, 9, "May I?", 2, 0), "was put by nobody"),
    ],
)
def test_a_record_with_a_question_that_cannot_be_is_refused(
    record: Path, tmp_path: Path, question: Any, wanted: str
) -> None:
    said = say("replay", asked(record, tmp_path, question))
    assert (said.code, len(said.err.splitlines())) == (2, 1)
    assert wanted in said.err


def test_strong_replay_finds_what_the_rules_do_not_give(record: Path, tmp_path: Path) -> None:
    def change(lines: list[Any]) -> None:
        next(line for line in lines[1:] if line[0] == "Changed")[2][1] += 1

    file = altered(record, tmp_path, change)
    assert well("replay --weak", file)
    said = say("replay --strong", file)
    assert said.code == 1
    assert re.fullmatch(r"Line \d+ of the record: it says Changed of .*, but by the rules it is .*\.\n", said.err)


def test_record_becomes_a_scenario_that_passes(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "cut.yaml"
    well("record to-scenario --at 40 --out", file, record)
    assert well("scenario run", file).out == "1 scenario passed.\n"
    assert well("record to-scenario --at 40", record).out == file.read_text()


def test_scenario_cut_out_of_a_record_ends_where_the_answer_led(record: Path) -> None:
    game = replays.strong(read_record(record.read_text()), table_for, 40)
    ask = game.ask
    assert ask is not None
    text = well("record to-scenario --at 40", record).out
    assert f"next: {{seat: {game.table.seats[ask.seat]}, ask: {ask.kind}}}" in text
    told = read_record(record.read_text())
    answered = re.findall(r"key: \"?([^\"}]+)", text)
    assert answered == [told.keys[at] for at in told.answers[:40]][-len(answered) :]


# scenario


GOOD = """\
title: A step to the left
game: {preset: revised4}
players:
- {seat: ann, character: warrior, at: tavern}
- {seat: ben, character: wizard}
dice: [1]
answers: [{ask: move, key: "to:%s"}]
open: true
expect: {ann: {at: fields_5}}
"""


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "a.yaml").write_text(GOOD % "fields_5")
    (folder / "b.yaml").write_text(GOOD % "plains_3")
    (folder / "c.yaml").write_text(GOOD % "fields_5")
    return folder


def test_scenario_run_passes_what_holds(scenarios: Path) -> None:
    assert well("scenario run", scenarios / "a.yaml").out == "1 scenario passed.\n"


def test_scenario_run_stops_at_the_first_failure(scenarios: Path) -> None:
    said = say("scenario run", scenarios)
    assert said.code == 1
    assert "b.yaml" in said.out
    assert "pending" in said.out
    facts = say("scenario run --json", scenarios).json
    assert [outcome["passed"] for outcome in facts["scenarios"]] == [True, False]


def test_scenario_explain_tells_the_asks(scenarios: Path) -> None:
    out = well("scenario explain", scenarios / "a.yaml").out
    assert "A step to the left" in out
    assert "ann is asked 'move'" in out


# cards, packs, rules


@pytest.mark.slow
def test_cards_lists_all_of_them() -> None:
    assert re.search(r"^\d{3} titles, \d{3} cards\.$", well("cards").out, re.MULTILINE)


def test_cards_of_one_kind_and_one_deck() -> None:
    found = well("cards --kind enemy --deck adventure --json").json
    assert len(found) > 10
    assert all(card["numbers"].keys() & {"strength", "craft"} for card in found)


def test_card_of_two_decks_is_found_in_both() -> None:
    for deck in ("adventure", "purchase"):
        assert "sword" in {card["id"] for card in well(f"cards --kind weapon --deck {deck} --json").json}


def test_cards_searches_names_and_texts() -> None:
    assert {card["id"] for card in well("cards sword --kind weapon --json").json} == {"sword", "runesword"}
    assert "The search fits also: runesword" in well("cards sword --kind weapon").out
    assert "runesword" in {card["id"] for card in well("cards swor --json").json}
    assert say("cards there is no such thing").err == "No card fits 'there is no such thing'.\n"


def test_single_card_is_shown_in_full() -> None:
    out = well("cards dragon").out
    assert "Dragon (dragon)" in out
    assert "Strength 7" in out
    assert "Copies: 3 in the deck adventure" in out


def test_examples_of_a_card_stand_below_its_text() -> None:
    lines = well("cards imp").out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("For example: The Imp carries "))
    assert lines[at - 1].startswith("Roll a die and teleport to the space rolled. ")
    assert lines[at].endswith("encounters the Maze and loses 1 turn.")


@pytest.mark.parametrize(
    ("kind", "one", "deck"),
    [
        ("weapon", "rune_sword", "items"),
        ("steed", "pegasus", "items"),
        ("boon", "blessing", "spells"),
        ("curse", "curse", "spells"),
        ("steal", "thief", "neutral_units"),
        ("fighter", "mercenary", "neutral_units"),
        ("tile", "castle", "good_tiles"),
    ],
)
def test_cards_of_a_wargame_are_found_by_what_they_are(kind: str, one: str, deck: str) -> None:
    found = {card["id"]: card for card in well(f"cards --preset wargame --kind {kind} --json").json}
    assert deck in found[one]["copies"]
    assert "dragon" not in found


def test_single_chit_of_a_wargame_is_shown_in_full() -> None:
    out = well("cards priest --preset wargame").out
    assert "Unit; good; Strength 2; Points 1" in out
    assert "It has strength +5 if it fights an Undead unit." in out


def test_rules_of_a_wargame_are_shown_by_option_id_and_words() -> None:
    assert "option.income: " in well("rules good_income --preset wargame").out
    assert well("rules wargame.3 --preset wargame").out.startswith("wargame.3: ")
    assert "ability.fast: Fast" in well("rules fast --preset wargame").out


def test_cards_are_found_and_told_in_another_language() -> None:
    """A language that is not there is one clear sentence that names those that are."""
    said = well("cards --preset wargame --language de drache").out
    assert said.startswith("Drache (dragon)\n") and "Fliegen: zieht 1 Feld mehr" in said
    assert well("cards --language de drache").out.startswith("Drache (dragon)\n")
    refused = say("cards --language fr axe")
    assert (refused.code, refused.err) == (2, "There is no language 'fr'; there are de and en.\n")


@pytest.mark.slow
def test_texts_are_checked_and_read_through() -> None:
    assert re.fullmatch(
        r"de: \d+ entries, nothing missing\.\nen: \d+ entries, nothing missing\.\n", well("texts check").out
    )
    said = well("texts preview de").out
    assert said.startswith("Burg (castle): Eine Einheit hier") and "Alchemie (alchemy): Wirke ihn" in said
    assert say("texts preview fr").err == "The texts of wargame are not there in 'fr'; known here: de, en.\n"
    assert "Axt (axe): Addiere 1 zu deiner Stärke im Kampf." in well("texts preview de --preset revised4").out


@pytest.mark.slow
def test_texts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(language("de").catalogue.sections["nouns"], "wound")
    said = say("texts check")
    assert said.code == 1 and "  nouns.wound is missing\n" in said.out


@pytest.mark.slow
def test_cards_of_a_pack_are_found(pack: Path) -> None:
    assert "Gift (gift)" in well("cards gift --packs", pack).out


@pytest.mark.slow
def test_pack_check_counts_what_a_pack_adds(pack: Path) -> None:
    assert well("pack check", pack).out == "OK: gifts on top of revised4 adds 3 cards of Adventure deck.\n"
    assert well("pack check --json", pack).json["added"] == {"cards of Adventure deck": 3}


@pytest.mark.slow
def test_pack_check_tells_what_a_pack_replaces_and_leaves_out(tmp_path: Path) -> None:
    box = tmp_path / "box"
    box.mkdir()
    (box / "pack.yaml").write_text("language: 2\nname: Box\nfor: [third]\nwithout: [cutpurse, market_day]\n")
    (box / "cards.yaml").write_text("deck: adventure\ncards: [{id: cutpurse, name: Thief, kind: event, copies: 1}]\n")
    assert well("pack check --preset third", box).out == (
        "OK: box on top of third replaces cutpurse; leaves out market_day.\n"
    )
    assert well("pack check", box).out == well("pack check --preset third", box).out  # what it is for
    found = well("pack check --preset third --json", box).json
    assert (found["added"], found["replaced"], found["left_out"]) == ({}, ["cutpurse"], ["market_day"])
    assert found["changed"] == []


@pytest.mark.slow
def test_pack_check_does_not_call_replaced_what_says_something_else(tmp_path: Path) -> None:
    """A Region more changes the text of a card that speaks of all Regions; the pack does not replace that card."""
    sky = tmp_path / "sky"
    sky.mkdir()
    (sky / "pack.yaml").write_text("language: 2\nname: Sky\nfor: [revised4]\n")
    board = (
        "regions: [{id: sky, name: Sky}]\nspaces: [{id: cloud, name: Cloud, region: sky, at: [0, 0], next: [cloud]}]"
    )
    (sky / "board.yaml").write_text(board, encoding="utf-8")
    found = well("pack check --json", sky).json
    assert (found["replaced"], found["left_out"]) == ([], [])
    assert "changes what hex say" in well("pack check", sky).out and found["changed"] == ["hex"]


@pytest.mark.slow
def test_a_pack_of_language_1_is_migrated(tmp_path: Path) -> None:
    """First it is only said, then done; after that there is nothing to do."""
    box = tmp_path / "box"
    box.mkdir()
    (box / "pack.yaml").write_text("for: [third]\n", encoding="utf-8")
    line = "  - {id: host, name: Host, kind: stranger, meet: discard_this}"
    (box / "cards.yaml").write_text(f"deck: adventure\ncards:\n{line}\n", encoding="utf-8")
    assert "language 1; `stormriver pack migrate box` rewrites it" in say("pack check", box).err
    told = "box/cards.yaml, line 3: discard_this -> discard\nbox/pack.yaml, line 1: language: 2\n"
    checked = say("pack migrate --check", box)
    assert (checked.code, checked.out) == (1, told + "2 changes would be made in 2 files.\n")
    assert well("pack migrate", box).out == told + "2 changes made in 2 files.\n"
    assert well("pack migrate --check", box).out == "box is written in language 2 already.\n"
    assert well("pack check", box).out.startswith("OK: box on top of third adds 1 card")


def test_rules_lists_options_with_their_files() -> None:
    out = well("rules --preset reference").out
    assert "portal = die  (ability, die; from reference/preset.yaml)" in out
    assert "trophy_points = 7  (1 to 20; from revised4/preset.yaml)" in out


def test_rules_shows_an_option_with_its_rule() -> None:
    out = well("rules trophy_points -o trophy_points=5").out
    assert "trophy_points = 5  (1 to 20; from this game)" in out
    assert "option.trophy_points:" in out


def test_rules_shows_a_rule_and_a_ruling_by_id() -> None:
    assert well("rules ruling.3 --json").json["rules"][0]["id"] == "ruling.3"
    assert well("rules components.goal").out.startswith("components.goal: ")


def test_rules_searches_texts() -> None:
    found = well("rules stockpile gain --json").json["rules"]
    assert found
    assert all("stockpile" in f"{rule['title']} {rule['text']}".lower() for rule in found)


# wrong use

WRONG = [
    ("nonsense", "There is no command 'nonsense'; `stormriver --help` tells all."),
    ("versoin", "There is no command 'versoin'; did you mean 'verify'?"),
    ("scenario rnu", "There is no command 'rnu'; did you mean 'run'?"),
    ("--nonsense", "`stormriver` has no option --nonsense; `stormriver --help` tells all."),
    ("play --foo", "`stormriver play` has no option --foo; `stormriver play --help` tells all."),
    ("cards --kinde spell", "`stormriver cards` has no option --kinde; did you mean '--kind'?"),
    ("cards -z", "`stormriver cards` has no option -z; `stormriver cards --help` tells all."),
    ("rules --preset", "--preset needs a value behind it."),
    ("play --terminal=3", "--terminal stands alone, without a value."),
    ("simulate x y z", "`stormriver simulate` takes no further words; leave out: x y z."),
    ("simulate --preset nowhere", "No preset is called 'nowhere'"),
    ("simulate -n 0", "--games is a whole number, at least 1."),
    ("simulate -n few", "--games is a whole number."),
    ("simulate --cap 0", "--cap is a whole number, at least 1."),
    ("simulate --seats 1", "for 2 to 6 seats, not 1"),
    ("simulate --seats 9", "for 2 to 6 seats, not 9"),
    ("simulate --seats -3", "--seats is a whole number, at least 1."),
    ("simulate --seats 1000000000000", "--seats is a whole number, at most 20."),
    ("simulate --pace nan", "--pace is a whole number."),
    ("simulate --players nobody", "No player is called 'nobody'"),
    ("simulate --players random,random --seats 3", "There are 3 seats but 2 players"),
    ("simulate -o trophy_points", "name=value, not 'trophy_points'"),
    ("simulate -o trophy_points=99", "from 1 to 20, not '99'"),
    ("simulate -o trophy_point=5", "did you mean 'trophy_points'?"),
    ("simulate -o bloodbath=maybe", "true or false, not 'maybe'"),
    ("simulate -o trophy_points=5 -o trophy_points=6", "given twice"),
    ("simulate --packs nowhere", "No pack is called 'nowhere'"),
    ("simulate --json --csv", "as JSON or as CSV"),
    ("simulate -n 1 --cap 5 --records RECORD", "cannot be written"),
    ("simulate -n 1 --cap 5 --report EMPTY", "cannot be written: is a directory."),
    ("simulate -n 1 --cap 5 --save RECORD", "holds no rows of an experiment; name another file to save to."),
    ("simulate -n 1 --cap 5 --save EMPTY", "cannot be read: is a directory."),
    ("simulate --paired", "Paired seats compare players, and here all are 'random'."),
    ("simulate --workers 0", "--workers is a whole number, at least 1."),
    ("simulate --workers many", "--workers is a whole number."),
    ("simulate -n 1 --workers 2 --ray auto", "How many workers there are is said for a local cluster; 'auto' has its"),
    ("replay", "`stormriver replay` needs RECORD; `stormriver replay --help` tells what it is."),
    ("replay nowhere.jsonl", "There is no file nowhere.jsonl."),
    ("replay .", ". is a folder, not a file."),
    ("replay --until 61 RECORD", "has 60 answers"),
    ("replay --strong --until 61 RECORD", "has 60 answers"),
    ("replay --until -1 RECORD", "--until is a whole number, at least 0."),
    ("replay CUT", "The record is cut short"),
    ("replay CHANGED", "changed or damaged"),
    ("replay BINARY", "is not a text in UTF-8"),
    ("replay SAVE", "This is no record in the format"),
    ("verify CUT", "The record is cut short"),
    ("verify --seed x RECORD", "--seed is a whole number."),
    ("verify OTHER", "other packs than the ones that are here now"),
    ("verify GONE", "cannot be set up again: it wants the pack"),
    ("replay --strong OTHER", "other packs than the ones that are here now"),
    ("record", "Say which command of `stormriver record` is meant: to-scenario."),
    ("record to-scenario RECORD", "`stormriver record to-scenario` needs --at; "),
    ("record to-scenario RECORD --at 99", "has 60 answers"),
    ("record to-scenario RECORD --at 1", "first turn of the game"),
    ("record to-scenario CUT --at 1", "The record is cut short"),
    ("scenario", "Say which command of `stormriver scenario` is meant: run, explain or keys."),
    ("scenario run", "`stormriver scenario run` needs FILE; "),
    ("scenario explain a b", "`stormriver scenario explain` takes no further words; leave out: b."),
    ("scenario run nowhere.yaml", "There is no file nowhere.yaml."),
    ("scenario run EMPTY", "There is no scenario in the folder"),
    ("scenario run WRONG_SCENARIO", "line 2"),
    ("scenario explain WRONG_SCENARIO", "line 2"),
    ("scenario explain nowhere.yaml", "There is no file nowhere.yaml."),
    ("cards --kind nonsense", "No kind of card is called 'nonsense'"),
    ("cards --deck nonsense", "No deck is called 'nonsense'"),
    ("cards --preset nowhere", "No preset is called 'nowhere'"),
    ("pack", "Say which command of `stormriver pack` is meant: "),
    ("pack check nowhere", "There is no folder nowhere."),
    ("pack check EMPTY", "holds no file that ends in .yaml"),
    ("pack check WRONG_PACK", "line 3"),
    ("rules zzyzx", "speaks of 'zzyzx'"),
    ("rules trophy_point", "did you mean 'trophy_points'?"),
    ("rules --preset nowhere", "No preset is called 'nowhere'"),
]


@pytest.fixture
def files(record: Path, tmp_path: Path) -> dict[str, str]:
    """The files that wrong uses are tried with, by the word that stands for each."""
    text = record.read_text()
    empty, wrong = tmp_path / "empty", tmp_path / "wrong"
    empty.mkdir()
    wrong.mkdir()
    (wrong / "cards.yaml").write_text("deck: adventure\ncards:\n- {id: gift, name: Gift, kind: nonsense}\n")
    made = {"CUT": text[: text.index("\n") + 200], "CHANGED": text.replace("Answered", "answered", 1), "SAVE": "{}\n"}
    made["WRONG_SCENARIO"] = "title: A scenario\nnonsense: 1\n"
    for name, content in made.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "BINARY").write_bytes(b"\xff\xfe\x00")
    other = altered(record, tmp_path, lambda lines: lines[0]["hashes"].update(revised4="0"))
    gone = tmp_path / "gone.jsonl"
    other.rename(tmp_path / "other.jsonl")
    altered(record, tmp_path, lambda lines: lines[0].update(packs=["nowhere"])).rename(gone)
    return {
        **{name: str(tmp_path / name) for name in (*made, "BINARY")},
        "RECORD": str(record), "OTHER": str(tmp_path / "other.jsonl"), "GONE": str(gone),
        "EMPTY": str(empty), "WRONG_PACK": str(wrong),
    }  # fmt: skip


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=[line for line, _ in WRONG])
def test_wrong_use_is_one_sentence_and_code_2(
    line: str, sentence: str, files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = Said([files.get(word, word) for word in line.split()])
    assert said.code == 2
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


class OldUsage(Exception):
    """An error of the option parser as its versions word it, or might word it."""

    ctx = None

    def format_message(self) -> str:
        """Return what it says."""
        return str(self)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "Invalid value for '--games' / '-n': 0 is not in the range x>=1.",
            "--games is a whole number in the range x>=1.",
        ),
        ("Invalid value for '--at': 'x' is not a valid integer.", "--at is a whole number."),
        ("Something else altogether.", "The command cannot be used so; `stormriver --help` tells how."),
    ],
)
def test_no_sentence_of_the_option_parser_is_told(said: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert complain(OldUsage(said)) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (EngineError("a die was rolled, but no further die was told"), 3, "The engine failed"),
        (ValueError("odd"), 3, "This is a fault of ours: ValueError: odd."),
    ],
)
def test_faults_of_ours_are_told_apart_from_wrong_use(
    error: Exception, code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complain(error) == code
    assert sentence in capsys.readouterr().err


# the pages about it


@pytest.mark.slow
@pytest.mark.parametrize("page", ["docs/cli.md", "docs/records.md"])
def test_commands_of_the_page_do_what_it_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for block in blocks(read(page), "console"):
        for command in commands(block.text):
            program, *words = shlex.split(command.line)
            said = Said(words)
            assert (program, said.code) == ("stormriver", 0), f"{command.line}\n{said.out}{said.err}"
            assert fits(said.out, command.output), f"{command.line}\n{said.out}"


def test_python_of_the_page_on_records_does_what_it_shows() -> None:
    run_python(read("docs/records.md"), "docs/records.md")


def test_page_names_every_command() -> None:
    page = read("docs/cli.md")
    for command in ("play", "simulate", "replay", "verify", "record to-scenario", "scenario run", "scenario explain",
                    "cards", "pack check", "pack migrate", "rules"):  # fmt: skip
        assert f"`{command}`" in page
