"""The code keeps to its layers: imports point down, the engine takes nothing from chance or clock and names no card."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Any, TypeGuard

import pytest

from stormriver.api import table_for
from stormriver.language.ruleset import presets
from support.contract import written_rules
from support.layers import (
    ENGINE,
    LAYERS,
    PACKAGE,
    RULEBOOKS,
    Module,
    circles,
    imports,
    layer,
    modules,
    names_in,
    nodes,
    planted,
    upward,
    words_of,
)

BANNED = ("random", "time", "datetime", "uuid", "secrets", "threading", "asyncio", "numpy")
"""What would make a game depend on more than its seed and its answers."""

LARGEST_CIRCLE = 4
"""How many modules may import each other, one by way of another."""
MOST_LINES = 500

ROOMS = (
    "model",
    "procedures",
    "words",
    "checks",
    "analysis",
    "view",
    "text",
    "rulebook",
    "components",
    "gathering",
    "loader",
)
"""The folders and files of a rulebook, from the lowest up."""

PLAYERS_MAY_IMPORT = (
    "stormriver.adventure.analysis.roads",
    "stormriver.estimates",
    "stormriver.wargame.analysis.odds",
    "stormriver.wargame.analysis.under_way",
    "stormriver.adventure.view",
    "stormriver.wargame.view",
    "stormriver.kernel.ask",
    "stormriver.kernel.errors",
    "stormriver.kernel.plugins",
)

ALLOWED = {
    "armour": "a class of Objects of the rulebook (rule objects.armour); it also names a card",
    "death": "what befalls who has no lives (chapter `death` of the rules); it also names a card",
    "cross": "the verb of crossing a gate or the river; it also names a card",
    "fields": "the fields of a class; it also names spaces",
    "teleport": "a word of the language of cards; it also names the Spell that does nothing else",
    "talisman cards": "an option of the presets, by which the engine sets cards aside",
    "curse": "a sort of spell of the wargame, which stays with its unit; it also names one",
    "forget": "a word of the language of chits; it also names the spell that does nothing else",
    "healing": "a phase and an ability of the wargame; it also names a spell",
    "healer": "who has that ability; it also names a unit",
    "ruins": "what a tile with Ruin tokens is called; it also names a tile and a space",
    "thief": "who steals in a theft; it also names a unit and a character",
}
"""Words in the code of the engine that also name a card, character, space or chit, and why they may stand there."""


def all_modules() -> list[Module]:
    """Return the modules of the whole package."""
    return list(modules())


@pytest.mark.slow
def test_every_folder_has_a_layer() -> None:
    """Who adds a folder says where it stands."""
    homeless = {module.folder for module in all_modules() if layer(module.folder) < 0}
    assert homeless - {"content"} == set(), f"give these folders a place in LAYERS: {LAYERS}"


@pytest.mark.slow
def test_at_most_four_modules_import_each_other() -> None:
    """Imports for types alone and inside functions count: whoever reads one module of a circle must read them all."""
    assert [sorted(circle) for circle in circles(all_modules()) if len(circle) > LARGEST_CIRCLE] == []


def test_a_circle_is_found_wherever_its_imports_stand() -> None:
    first = planted("kernel.first", "from stormriver.kernel import second")
    second = planted("kernel.second", "def late():\n    from stormriver.kernel.third import Third")
    third = planted("kernel.third", "if TYPE_CHECKING:\n    import stormriver.kernel.first")
    names = {f"stormriver.kernel.{name}" for name in ("first", "second", "third")}
    assert circles([first, second, third]) == [names]
    assert circles([first, second]) == []


def test_no_module_is_too_long_to_be_read_at_once() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if path.read_text(encoding="utf-8").count("\n") > MOST_LINES]
    assert files == []


def rooms_upward(module: Module) -> list[str]:
    """Return the imports of a rulebook's module that point to its own room's upper neighbours."""
    rulebook, _, rest = module.name.partition(".")
    own = ROOMS.index(rest.split(".")[0])
    found = []
    for line, name, taken in imports(module):
        room = f"{name}.{taken}".removeprefix(f"stormriver.{rulebook}.").split(".")[0]
        if name.startswith(f"stormriver.{rulebook}") and room in ROOMS[own + 1 :]:
            found.append(f"{module.name}, line {line}: {ROOMS[own]} imports {name}")
    return found


@pytest.mark.slow
def test_rooms_of_a_rulebook_import_lower_ones_only() -> None:
    inside = [module for module in modules(*RULEBOOKS) if "." in module.name and not module.name.endswith(".__init__")]
    assert [found for module in inside for found in rooms_upward(module)] == []


def test_an_import_of_an_upper_room_is_found() -> None:
    low = planted("adventure.model.low", "from stormriver.adventure.words import places")
    assert rooms_upward(low) == ["adventure.model.low, line 1: model imports stormriver.adventure.words"]
    assert rooms_upward(planted("adventure.words.high", "from stormriver.adventure.model import table")) == []


@pytest.mark.slow
def test_imports_point_down() -> None:
    """No module imports one of a higher layer, or of another folder of its own layer."""
    assert [found for module in all_modules() for found in upward(module)] == []


SERVES = (
    *("cli.browser", "cli.serve", "cli.supervisor", "cli.server_process", "cli.sandbox_process"),
    *("cli.admin", "cli.backup", "cli.doctor"),
    *("cli.mcp.assistant", "cli.mcp.table_seat"),
)
"""The modules of the command line that run a server, look after one, or speak with one."""


def served(module: Module) -> list[str]:
    """Return where a module takes something of the server, which the terminal can do without."""
    return [
        f"{module.name}, line {line}: takes {name}"
        for line, name, taken in imports(module)
        if f"{name}.{taken}".startswith("stormriver.server")
    ]


@pytest.mark.slow
def test_only_what_runs_a_server_takes_something_of_it() -> None:
    """Whoever plays at the terminal has neither a server nor what it needs."""
    assert [found for module in modules("cli") if module.name not in SERVES for found in served(module)] == []


@pytest.mark.parametrize(
    "text",
    ["from stormriver.server.guide import guide_of", "from stormriver import server", "import stormriver.server"],
)
def test_a_terminal_that_takes_something_of_the_server_is_found(text: str) -> None:
    """However it is imported, also for types only."""
    assert len(served(planted("cli.lesson", f"if TYPE_CHECKING:\n    {text}"))) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kernel.game", "from stormriver.language import grammar"),
        ("kernel.game", "def step():\n    from stormriver.adventure.model.table import AdventureTable"),
        ("kernel.game", "import stormriver"),
        ("language.grammar", "from stormriver import adventure"),
        ("adventure.view", "from stormriver.api import load"),
        ("adventure.view", "from stormriver import load"),
        ("players.steady", "from stormriver.scenario.run import run"),
        ("scenario.run", "if TYPE_CHECKING:\n    from stormriver.cli.app import main"),
    ],
)
def test_an_import_that_points_up_is_found(name: str, text: str) -> None:
    """Also inside functions, for types only, and by way of the package."""
    assert len(upward(planted(name, text))) == 1


@pytest.mark.slow
def test_engine_takes_nothing_from_chance_or_clock() -> None:
    """Only the place where a game is set up may ask for a seed by chance."""
    found = [
        (module.name, line, name)
        for module in modules(*ENGINE, "api", "__init__")
        for line, name, _ in imports(module)
        if name.split(".")[0] in BANNED and (module.name, name) != ("api", "secrets")
    ]
    assert found == []


def test_players_see_views_and_asks_only() -> None:
    """What decides for a seat is given a view and an ask, and nothing behind them."""
    found = [
        (module.name, line, name)
        for module in modules("players")
        for line, name, _ in imports(module)
        if name.startswith("stormriver") and not name.startswith(("stormriver.players", *PLAYERS_MAY_IMPORT))
    ]
    assert found == []


FRAMES_OF = tuple(f"stormriver.{book}.model.{name}" for book in RULEBOOKS for name in ("frames", "perils", "phases"))
"""The modules of the frames of each rulebook."""
NO_FRAMES = frozenset({"Context", "NONE"})
"""What stands beside the frames of the kernel and is none: what words are about, and the number of nothing."""


def frames_touched(module: Module) -> list[str]:
    """Return where a module takes the class of a frame, or reads or writes the stack of a state."""
    found = []
    for line, name, taken in imports(module):
        if f"{name}.{taken}".startswith(FRAMES_OF) or (name == "stormriver.kernel.frames" and taken not in NO_FRAMES):
            found.append(f"{module.name}, line {line}: takes {taken or name}")
        elif (name, taken) == ("stormriver.kernel", "frames"):
            found.append(f"{module.name}, line {line}: takes {name}.{taken}")
    for node in nodes(module.tree):
        if isinstance(node, ast.Attribute) and node.attr in ("frames", "as_context", "card_behind"):
            found.append(f"{module.name}, line {node.lineno}: asks for {node.attr}")
    return found


@pytest.mark.slow
def test_what_lies_above_a_rulebook_asks_it_what_is_under_way() -> None:
    """Frames belong to the rulebooks; for all others there are functions, `analysis/under_way.py` above all."""
    above = [module for module in all_modules() if layer(module.folder) > layer(RULEBOOKS[0])]
    assert [found for module in above for found in frames_touched(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from stormriver.adventure.model.perils import Fight",
        "from stormriver.adventure.model import asks, perils",
        "import stormriver.wargame.model.phases",
        "from stormriver.kernel.frames import Context, WordFrame",
        "from stormriver.kernel import frames",
        "if TYPE_CHECKING:\n    from stormriver.wargame.model.frames import Cast",
        "fight = game.state.frames[-1]",
        "about = fight.as_context()",
    ],
)
def test_a_frame_above_its_rulebook_is_found(text: str) -> None:
    """Also for types only."""
    assert len(frames_touched(planted("estimates.adventure.strife", text))) == 1
    assert frames_touched(planted("players.steady", "from stormriver.kernel.frames import NONE, Context")) == []


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_engine_names_no_card_and_no_edition(rulebook: str) -> None:
    """Ids and names of what a rulebook is played with, and of its presets, occur neither in its code nor below it."""
    rules = written_rules()
    found = [
        f"{module.name}, line {line}: {term!r} in {text!r}"
        for module in modules("kernel", "language", rulebook)
        for line, term, text in names_in(module, content_terms(rulebook))
        if term not in ALLOWED and " ".join(words_of(text)) not in ALLOWED and text not in rules
    ]
    assert found == []


@pytest.mark.slow
def test_no_allowed_word_is_left_over() -> None:
    """A word whose reason has gone from the code goes from the list as well."""
    used = {
        word
        for rulebook in RULEBOOKS
        for module in modules("kernel", "language", rulebook)
        for _, term, text in names_in(module, content_terms(rulebook))
        for word in (term, " ".join(words_of(text)))
    }
    assert set(ALLOWED) - used == set()


EDITIONS = ("preset", "preset_ids", "presets", "layers", "packs", "added")
"""By what one could ask of a game which edition it is."""


def questions(module: Module) -> list[str]:
    """Return where a module compares with, or branches on, the edition that is played."""
    tests: list[ast.AST] = []
    for node in nodes(module.tree):
        if isinstance(node, (ast.Compare, ast.BoolOp, ast.Subscript)):
            tests.append(node)
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            tests.append(node.test)
        elif isinstance(node, ast.Match):
            tests.append(node.subject)
        elif isinstance(node, ast.comprehension):
            tests += node.ifs
    asked = {(inner.lineno, inner.attr) for test in tests for inner in ast.walk(test) if _is_edition(inner)}
    return [f"{module.name}, line {line}: {name}" for line, name in sorted(asked)]


def _is_edition(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr in EDITIONS


@pytest.mark.slow
def test_no_procedure_asks_which_edition_it_is_in() -> None:
    """Options, numbers and lists of steps say it all; a preset can be put together anew from them."""
    assert [found for module in modules("kernel", *RULEBOOKS, "players") for found in questions(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "if table.ruleset.preset == name: fight()",
        "steps = SHORT if game.table.ruleset.preset else LONG",
        "dice = DICE[table.ruleset.preset]",
        "match table.ruleset.preset:\n    case _: fight()",
        "found = [card for card in cards if card.pack in ruleset.packs]",
        "if name in preset_ids(ruleset.layers): fight()",
    ],
)
def test_a_question_for_the_edition_is_found(text: str) -> None:
    """However it is put."""
    assert questions(planted("adventure.combat", text))


@cache
def content_terms(rulebook: str) -> frozenset[tuple[str, ...]]:
    """Return the ids and names of all that a rulebook is played with, and of its presets, as words."""
    found: set[str] = set()
    for preset in presets(rulebook):
        table: Any = table_for(preset, 2)
        found.update({preset, table.ruleset.entries["name"].text()} - {rulebook})
        found.update(name for card in table.definitions for name in (card.id, card.name))
        found.update(name for space in table.spaces for name in (space.id, space.name))
    return frozenset(map(words_of, found))


@pytest.mark.parametrize("text", ['x = "psionic_blast"', "def black_knight(): ...", "WARLOCKS_CAVE = 1", "f(sword=1)"])
def test_a_card_named_in_code_is_found(text: str) -> None:
    """As a string, a function, a constant, a keyword."""
    assert list(names_in(planted("adventure.combat", text), content_terms("adventure")))


def test_a_card_named_in_a_docstring_is_no_fault() -> None:
    """Examples in docstrings name cards, so that people know what is meant."""
    text = '"""As the Sentinel does."""\n\ndef f():\n    """Like `sentinel`."""\n'
    assert not list(names_in(planted("adventure.combat", text), content_terms("adventure")))


@pytest.mark.parametrize("preset", [preset for rulebook in RULEBOOKS for preset in presets(rulebook)])
def test_every_step_names_a_rule_that_is_written(preset: str) -> None:
    """Each step of a procedure, each word of a card and each option cites a rule or ruling that can be read up."""
    table: Any = table_for(preset, 2)
    program = table.program
    cited = dict(zip(program.rules[1:], program.names[1:], strict=True))  # the first place is that of words
    cited |= {word.rule: type(word).__name__ for word in table.words}
    cited |= {spec.rule: f"option {name}" for name, spec in table.ruleset.options.items()}
    assert {rule: by for rule, by in cited.items() if rule not in written_rules()} == {}


def test_every_rule_cited_in_a_text_is_written() -> None:
    """A docstring or message that cites `objects.armour` or `ruling.50` cites a rule that exists."""
    rules = written_rules()
    chapters = {rule.partition(".")[0] for rule in rules}
    unknown = []
    for module in modules(*ENGINE):
        for line, text in _parenthesised(module):
            for rule in re.findall(r"\b[a-z]+\.[a-z0-9_]+\b", text):
                if rule.partition(".")[0] in chapters and rule not in rules:
                    unknown.append(f"{module.name}, line {line}: {rule}")
    assert unknown == []


def _parenthesised(module: Module) -> list[tuple[int, str]]:
    found = []
    for node in nodes(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [(node.lineno, inside) for inside in re.findall(r"\(([^()]*)\)", node.value)]
    return found
