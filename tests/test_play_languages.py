"""The terminal in the reader's language: which one that is, and that a game shows no sentence of any other."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer import Context
from typer.main import get_command
from typer.testing import CliRunner

import stormriver
from stormriver.api import begin_game, table_for
from stormriver.cli import help
from stormriver.cli.app import MODULES, app
from stormriver.cli.examples import examples_of
from stormriver.cli.prompt_commands import COMMANDS
from stormriver.cli.reader_language import of_system
from stormriver.kernel import ask as asks
from stormriver.kernel.records import record_of
from stormriver.language import rendering
from stormriver.language.catalogue import languages
from stormriver.language.rendering import Language, language
from stormriver.language.ruleset import presets
from stormriver.presentation.rule_texts import rules
from stormriver.server.settings import all_settings
from stormriver.session.attention import ALL
from test_rendering import pseudo

SCENARIOS = Path(__file__).parent / "scenarios"

GAMES = ("revised4", *(pytest.param(name, marks=pytest.mark.long) for name in ("wargame", "third", "reference")))
OTHER = "letters"
"""The code of the pseudo-language; tables keep texts by it, so that no other test may use it."""
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜabcdefghijklmnopqrstuvwxyzäöüß"
OTHERS = "".join(chr(0x0410 + number) for number in range(29)) + "".join(chr(0x0430 + number) for number in range(30))
"""The letters in which a pseudo-language writes what comes from the catalogue: they can be told apart when cut."""
PLAIN_WORD = re.compile(r"(?<!\w)(?![A-F]{2,6}\b)[A-Za-zÄÖÜäöüß_]{2,}")
"""A word in plain letters, endings of adjectives and the signs of seats on the board apart."""


def disguised(text: str) -> str:
    """Return a text in other letters, its slots left open."""
    letters = str.maketrans(LATIN, OTHERS)
    return re.sub(r"[^{}]+(?![^{]*\})", lambda found: found[0].translate(letters), text)


def in_other_letters(code: str) -> Language:
    """Return a language in which whatever comes from the catalogue of another one is in other letters."""
    found = pseudo(code, disguised)
    for said in (found, found.of_others):
        regular = said._verb
        said._verb = partial(_verb, regular)  # type: ignore[method-assign]
    return found


def _verb(regular: Callable[[str], dict[str, str]], key: str) -> dict[str, str]:
    """Return the forms of a verb in other letters; the key of a regular one is its first form."""
    return {form: disguised(text) for form, text in regular(key).items()}


def say(*typed: str, **env: str) -> Any:
    """Return what a command says."""
    return CliRunner().invoke(app, list(typed), env={"COLUMNS": "120", "LC_ALL": "", "LC_MESSAGES": "", **env})


@pytest.fixture
def disguise(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the reader read a language of which all that comes from the catalogue is in other letters."""
    from stormriver.wargame.text import situation

    found, plain = in_other_letters("de"), rendering.language

    def also(code: str) -> Any:
        return found if code == OTHER else plain(code)

    for module in (rendering, situation):
        monkeypatch.setattr(module, "language", also)
    monkeypatch.setattr("stormriver.cli.app.chosen", lambda typed: OTHER)
    yield


def typed_lines(seed: int, lines: int) -> list[str]:
    """Return answers and commands by chance."""
    rng = random.Random(seed)
    known = [letter for letter, _ in COMMANDS if letter not in ("q", "w", "f")]
    once = ["", "?", "b", "s", "o", "c", "l", "l all", "zz", "99", "c zzz", "s zzz", "? zzz", "orders", "die zzz"]
    return once + [rng.choice(known) if rng.random() < 0.2 else str(rng.randrange(1, 4)) for _ in range(lines)]


def names_of(preset: str) -> set[str]:
    """Return the ids that are the same in every language."""
    table: Any = table_for(preset)
    ids = {thing.id for thing in (*table.definitions, *table.spaces, *table.marks)}
    verbs = {name for name, _ in asks._verbs}
    commands = {word for command in COMMANDS for word in command}
    players = {"ann", "ben", "cleo", "dan", "steady", "stormriver", "game", "json", "zz", "zzz"}
    parts = {part for rule in rules(table) for part in rule.split(".")}
    ids |= {act.key for acts in getattr(table, "acts", {}).values() for act in acts}
    ids |= {name.rstrip("0123456789") for name in ids}
    return ids | {ALL} | verbs | commands | players | parts | {name.lower() for name in table.names}


@pytest.mark.slow
@pytest.mark.parametrize("lines", [70, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("preset", GAMES)
def test_a_game_shows_no_sentence_past_the_catalogue(preset: str, lines: int, disguise: None, tmp_path: Path) -> None:
    """Nothing stands in plain letters but ids, keys, commands, names of seats, and what was typed."""
    game = str(tmp_path / "game.json")
    words = ("play", "--terminal", "--preset", preset, "--seed", "7", "--save", game)
    result = CliRunner().invoke(
        app, list(words), input="\n".join(typed_lines(7, lines)), env={"COLUMNS": "600", "LINES": "60", "TERM": "dumb"}
    )
    assert result.exit_code == 0, result.stderr
    known, reader = names_of(preset), language("de").catalogue.sections["grammar"]["reader"].values()
    known |= {
        word.lower()
        for one in reader
        for said in (*one["words"].values(), *one["pronoun"].values())
        for word in said.split()
    }
    shown = result.stdout.replace(game, "")
    shown = re.sub(r"\S+…", "", shown)  # a key that is cut
    told = shown.replace("stormriver play --terminal --load", "").splitlines()
    assert [line for line in told if any(word.lower() not in known for word in PLAIN_WORD.findall(line))] == []


def commands() -> list[Context]:
    """Return the contexts of all commands, those within others as well."""
    return list(help.every(Context(get_command(app), info_name="stormriver")))


def words_of(context: Context) -> set[str]:
    """Return what is typed for a command, its values as well, word by word: that is the same in every language."""
    found = [context.command_path, *presets(), *(one.info_name or "" for one in commands()), "weak"]
    found += [str(setting.default) for setting in all_settings()]
    found += [example.line for example in examples_of(context)]
    for parameter in context.command.get_params(context):
        name, _ = parameter.get_help_record(context) or ("", "")
        found += [name, *parameter.get_usage_pieces(context), str(parameter.default)]
    return {word for text in found for word in PLAIN_WORD.findall(text)}


@pytest.mark.long
def test_the_help_shows_no_word_past_the_catalogue(disguise: None) -> None:
    """Nothing stands in plain letters but what is typed, such as names of options, and their values."""
    past = {}
    for context in commands():
        shown = say(*context.command_path.split()[1:], "--help")
        assert (shown.exit_code, shown.stderr) == (0, "")
        past[context.command_path] = set(PLAIN_WORD.findall(shown.stdout)) - words_of(context)
    assert past.keys() >= {f"stormriver {name}" for name in (*MODULES, "pack check", "texts preview")}
    assert {path: words for path, words in past.items() if words} == {}


@pytest.mark.parametrize("code", languages())
def test_every_command_and_option_has_help_in_every_language(code: str) -> None:
    assert help.differences(commands()[0], code) == []


@pytest.mark.slow
def test_help_that_a_language_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    own = language("de").catalogue.sections["help"]
    monkeypatch.delitem(own, "Packs of cards.")
    monkeypatch.setitem(own, "Packs of dogs.", "Pakete mit Hunden.")
    said = say("texts", "check")
    assert (said.exit_code, said.stdout.splitlines()[1:3]) == (
        1, ["  help.Packs of cards. is missing", "  help.Packs of dogs. is not asked for"]
    )  # fmt: skip
    assert "Packs of cards." in say("--language", "de", "--help").stdout


def test_help_is_in_the_language() -> None:
    for german in (say("pack", "check", "--help", "--language", "de"), say("pack", "check", "-h", LANG="de_DE")):
        lines = german.stdout.splitlines()
        assert lines[0] == "Aufruf: stormriver pack check [OPTIONEN] {FOLDER}"
        assert "  FOLDER <path>  Der Ordner des Pakets.  [nötig]" in lines
        assert "revised4 (Überarbeitete 4. Edition)" in " ".join(german.stdout.split())
        assert "[Vorgabe: (das erste, für das es ist, oder revised4)]" in " ".join(german.stdout.split())
    assert "  pack      Pakete mit Karten." in say(LANG="de_DE").stdout.splitlines()


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "nonsense"}, "en"),
        ({"LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_GB.UTF-8"}, "de"),
        ({"LC_ALL": "C", "LC_MESSAGES": "de_DE", "LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_of_the_system_is_the_first_that_is_named(
    variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert of_system() == code


@pytest.mark.parametrize(
    "typed", ["--language de cards drache", "cards --language de drache", "cards drache --language=de"]
)
def test_the_language_stands_anywhere_in_a_command_line(typed: str) -> None:
    said = say(*typed.split())
    assert (said.exit_code, said.stdout.splitlines()[0]) == (0, "Drache (dragon)")


def test_the_language_asked_for_counts_before_that_of_the_system() -> None:
    assert say("cards", "dragon", LANG="de_DE.UTF-8").stdout.startswith("Drache (dragon)")
    assert say("--language", "en", "cards", "dragon", LANG="de_DE.UTF-8").stdout.startswith("Dragon (dragon)")


def test_a_language_that_is_not_there_is_one_sentence() -> None:
    said = say("play", "--language", "fr", LANG="C")
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr == "There is no language 'fr'; there are de and en.\n"
    german = say("play", "--language", "fr", LANG="de_DE.UTF-8")
    assert german.stderr == "Eine Sprache 'fr' gibt es nicht; es gibt de und en.\n"
    assert say("play", "--language", LANG="C").stderr == "--language needs a value behind it.\n"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("--foo", "`stormriver play` hat keine Option --foo; `stormriver play --help` nennt alle."),
        ("--terminal --preset thrid", "Kein Regelwerk heißt 'thrid'; meinst du 'third'?"),
        ("--terminal -o last_rund=3", "Keine Option heißt 'last_rund'; meinst du 'last_round'?"),
        ("--terminal -o bloodbath=maybe", "Die Option bloodbath ist wahr oder falsch, nicht 'maybe'."),
        ("--terminal --names ann,ben", "Es gibt 4 Plätze, aber 2 Namen."),
        ("--terminal --players you,nobody", "Kein Mitspieler heißt 'nobody'; hier gibt es: "),
        ("--terminal --load nowhere.json", "Eine Datei nowhere.json gibt es nicht."),
    ],
)
def test_wrong_use_is_told_in_the_language(typed: str, sentence: str) -> None:
    said = say("play", "--language", "de", *typed.split())
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.startswith(sentence) and said.stderr.count("\n") == 1


def test_rules_are_found_and_told_in_the_language() -> None:
    said = say("rules", "--language", "de", "schicksal im kampf").stdout
    assert said.startswith("battle.fate: Schicksal im Kampf, Seite 10\n")
    assert "from" not in say("rules", "--language", "de", "last_round").stdout


@pytest.mark.slow
def test_what_is_known_of_a_doubtful_card_is_told_in_the_language() -> None:
    said = say("cards", "--language", "de", "--preset", "third", "skaven").stdout
    assert "Quelle" in said and "Dass es in der 3. Edition einen Skaven gibt, ist bekannt" in " ".join(said.split())
    assert "That there is a Skaven in the 3rd Edition is known" in " ".join(
        say("cards", "--preset", "third", "skaven", LANG="C").stdout.split()
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of 80 answers."""
    game = begin_game("revised4", 2, 3)
    while game.ask is not None and len(game.history) < 80:
        game.answer(random.Random(len(game.history)).choice(game.ask.keys))
    path = tmp_path / "record.jsonl"
    path.write_text(record_of(game), encoding="utf-8")
    return path


@pytest.mark.slow
def test_results_are_told_by_the_catalogue(disguise: None, record: Path, tmp_path: Path) -> None:
    """What experiments, records, packs and scenarios show: plain are ids, keys, paths, YAML and the names of seats."""
    pack, old, report = tmp_path / "mine", tmp_path / "old", tmp_path / "report.html"
    for folder, text in ((pack, "{gain: {gold: 1}}"), (old, "again")):
        folder.mkdir()
        card = f"{{id: lucky, name: Lucky, kind: event, meet: {text}}}"
        (folder / "cards.yaml").write_text(f"deck: adventure\ncards: [{card}]\n", encoding="utf-8")
    (pack / "pack.yaml").write_text("language: 2\n", encoding="utf-8")
    scenario, failing = tmp_path / "scenario.yaml", tmp_path / "failing.yaml"
    text = re.sub(
        "^title: .*", "title: revised4", (SCENARIOS / "board" / "black_knight.yaml").read_text(encoding="utf-8")
    )
    scenario.write_text(text, encoding="utf-8")
    failing.write_text(text.replace("gold: 1,", "gold: 9,"), encoding="utf-8")
    played = ("simulate", "--games", "2", "--players", "steady,random", "--seed", "3", "--cap", "40")
    told = [
        say(*words)
        for words in (
            (*played, "--paired", "-o", "last_round=3", "--report", str(report)),
            (*played, "--preset", "wargame"),
            ("verify", str(record), "--seed", "3"),
            ("verify", str(record), "--seed", "4"),
            ("replay", str(record), "--strong"),
            ("replay", str(record), "--until", "9"),
            ("pack", "check", str(pack)),
            ("pack", "migrate", "--check", str(old)),
            ("scenario", "run", str(scenario)),
            ("scenario", "run", "--keep-going", str(failing)),
            ("scenario", "explain", str(scenario)),
            ("scenario", "keys", "roll"),
        )
    ]
    assert [one.exit_code for one in told] == [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0]
    page = re.sub(
        r"<style>.*</style>|<code>.*</code>|<[^>]*>", " ", report.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    shown = [*(one.stdout + one.stderr for one in told), page]
    assert all(len(part) > 20 for part in shown)
    known = (
        names_of("revised4") | names_of("wargame") | {"random", "revised", "wargame", "utc", "ok", "simulate", "name"}
    )
    known |= {"yaml", "cards", "old", "pack", "mine", "language", "this", "do_as", "ask", "answer", "failing"}
    text = "\n".join(shown).replace(str(tmp_path), "").replace(stormriver.__version__, "")
    text = re.sub(r"\b[0-9a-f]{12}\b", "", text)  # a hash may look like a word
    lines = text.splitlines()
    assert [line for line in lines if {word.lower() for word in PLAIN_WORD.findall(line)} - known] == []
