"""What runs during play is written so that mypyc compiles it as it is; `make test-compiled` does so, and plays it."""

from __future__ import annotations

import ast
import copy
import pickle
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stormriver.adventure.model.frames import Turn
from stormriver.api import begin_game
from stormriver.kernel.ask import AskKind, Posed
from stormriver.kernel.dice import MASK, native_number, number
from stormriver.kernel.state import Mark, State, marks_of
from stormriver.kernel.table import called
from stormriver.language.described import described, family_of, told_fields
from stormriver.language.grammar import Condition, Effect, Value, Word, fields
from stormriver.language.origins import rulebook_of
from stormriver.wargame.procedures.strength import UnitContext

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from compile_engine import PACKAGE, sources

FILES = sources()

EXCEPTIONS = {
    "kernel/frames.py": {"attrgetter", "getattr"},  # a frame tells its fields by name: when it is saved
    "kernel/table.py": {"setattr"},  # a table is copied whole, once for all games with the same names of seats
    # the reader puts what a file says into fields, and reads on past a fault: once a table, before play
    "language/grammar.py": {"getattr", "setattr", "lambda", "nested"},
    "adventure/model/types.py": {"nested"},  # likewise
    "adventure/view.py": {"getattr"},  # all facts of a seat by name: for who reads them, not in play
    "adventure/words/fights.py": {"yield"},  # the two characters of a fight, when a Spell may be cast
    "adventure/words/gold.py": {"lambda"},  # what a sum of gold buys: asked of a few sums, once an ask
    "adventure/words/stock.py": {"partial"},  # likewise
    "adventure/analysis/under_way.py": {"contextmanager", "yield"},  # a supposition, always taken back
    "estimates/adventure/reader.py": {"nested", "contextmanager", "yield"},  # the registry; suppositions
    "estimates/adventure/options.py": {"getattr"},  # the counters that a new character begins with
    "players/wargame/steady.py": {"getattr"},  # how options are weighed is found by the kind of the ask, once an ask
    "wargame/view.py": {"getattr"},  # as in the adventure games
    "wargame/procedures/memo.py": {"partial"},  # made once, when its module is read
    "wargame/model/table.py": {"getattr"},  # finds the gifts of a number, once a table
}
"""What is dynamic all the same, and why."""
HANDED_ON = {"lambda", "partial"}
"""Estimates and players hand a reading on as a call, which is made only where it is wanted."""

DYNAMIC = {"attrgetter", "methodcaller", "partial", "cached_property", "contextmanager", "setattr", "delattr"}
CONTAINERS = {"tuple", "list", "dict", "set", "frozenset"}
TAKEN_AS_LISTS = {"any", "all", "sum", "min", "max", "next", "sorted", "join", *CONTAINERS}
"""What a generator expression may stand in: it runs to its end there, as a list would."""


def dynamic(source: str) -> Iterator[tuple[int, str]]:
    """Find what is not to be compiled in a source: the line, and what it is."""
    tree = ast.parse(source)
    taken: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called_name(node)
            if name in TAKEN_AS_LISTS and node.args:
                taken.add(node.args[0])
            if name in DYNAMIC:
                yield node.lineno, name
            if name == "getattr" and not isinstance(node.args[1], ast.Constant):
                yield node.lineno, name
            if name == "NewType" and ast.unparse(node.args[1]).partition("[")[0] in CONTAINERS:
                yield node.lineno, "NewType over a container"
        if isinstance(node, ast.Starred):
            taken.add(node.value)
        if isinstance(node, ast.FunctionDef):
            if any(is_nested(inner) for inner in ast.walk(node) if inner is not node):
                yield node.lineno, "nested"
            above = [ast.unparse(decorator) for decorator in node.decorator_list]
            yield from ((node.lineno, name) for name in above if name in DYNAMIC)
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Lambda):
            yield node.lineno, type(node).__name__.lower()
    for node in ast.walk(tree):
        if isinstance(node, ast.GeneratorExp) and node not in taken:
            yield node.lineno, "generator"
    for node in tree.body:  # a constant that is not final is looked up by its name whenever it is used
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_constant(node) and not is_final(node):
            yield node.lineno, "not final"


def is_constant(node: ast.Assign | ast.AnnAssign) -> bool:
    """Tell whether an assignment is one of a constant, by the capitals of its name."""
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    makes_a_type = isinstance(node.value, ast.Call) and called_name(node.value) in ("TypeVar", "ParamSpec")
    return isinstance(target, ast.Name) and target.id.isupper() and not makes_a_type


def is_final(node: ast.Assign | ast.AnnAssign) -> bool:
    """Tell whether an assignment says that nothing else is assigned later."""
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Final")


def called_name(call: ast.Call) -> str:
    """Return the name of what is called, without what it belongs to."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_nested(node: ast.AST) -> bool:
    """Tell whether something has a body of its own that is not to stand within a function."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_what_runs_during_play_can_be_compiled(file: Path) -> None:
    allowed = EXCEPTIONS.get(file.relative_to(PACKAGE).as_posix(), set())
    if {"estimates", "players"} & set(file.parts):
        allowed = allowed | HANDED_ON
    found = [(line, what) for line, what in dynamic(file.read_text(encoding="utf-8")) if what not in allowed]
    assert not found


def test_the_search_finds_what_it_looks_for() -> None:
    source = """
import operator
LIMIT = 3
MOST: int = 3
LEAST: Final[int] = 3
T = TypeVar("T")
Things = NewType("Things", frozenset[str])
first = lambda it: it[0]
def outer(it, name):
    def inner():
        yield getattr(it, name)
    setattr(it, name, operator.attrgetter("x"))
    return listed(n for n in it), any(n for n in it)
class Kept:
    @cached_property
    def all(self): ...
"""
    found = {what for _, what in dynamic(source)}
    assert found == {
        "NewType over a container", "lambda", "nested", "yield", "getattr", "setattr", "attrgetter", "generator",
        "cached_property", "not final",
    }  # fmt: skip


@pytest.mark.slow
def test_no_part_of_a_sentence_is_called_as_the_sentence_itself() -> None:
    """Compiled functions take a name for what may only be given by position: `sentence`, beside its parts."""
    named = [file.name for file in PACKAGE.rglob("*.py") if re.search(r"[(, ]sentence=", file.read_text("utf-8"))]
    beside = {
        argument.arg
        for file in sorted((PACKAGE / "kernel").glob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.args.kwarg is not None
        for argument in node.args.posonlyargs
        if argument.annotation is not None and ast.unparse(argument.annotation) == "str"
    }
    assert (named, beside) == ([], {"sentence"})


# what is told of the words


def all_words() -> list[type[Word]]:
    """Return every class of the words that belongs to a rulebook or to the language."""
    for preset in ("revised4", "wargame"):
        begin_game(preset)  # both rulebooks bring their words along
    found: list[type[Word]] = []
    waiting: list[type[Word]] = [Word]
    while waiting:
        cls = waiting.pop()
        waiting.extend(cls.__subclasses__())
        if rulebook_of(cls) and (cls.word or fields(cls)):
            found.append(cls)
    return [
        cls for cls in found if vars(cls)["__module__"].startswith("stormriver.")
    ]  # packs of other tests bring more


def test_compiled_classes_are_read_by_the_same_plan() -> None:
    """A compiled class knows no annotations: what language.json tells of its fields must be what they say."""
    for cls in all_words():
        assert list(
            told_fields(rulebook_of(cls), family_of(cls.family, cls.word), cls.word or cls.__name__).items()
        ) == list(fields(cls).items())


def test_nothing_is_told_of_words_that_are_not_there() -> None:
    there = {(rulebook_of(cls), family_of(cls.family, cls.word), cls.word or cls.__name__) for cls in all_words()}
    told = {(book, family, word) for book, families in described().items() for family in families
            for word in families[family]}  # fmt: skip
    assert told == there


# what the compiled engine does in another way


@pytest.mark.parametrize("sides", [1, 2, 6, 100, 2**31 - 1])
def test_the_compiled_engine_rolls_what_plain_python_rolls(sides: int) -> None:
    """Whose bits above the 64th are cut off sooner or later; here they are all kept."""
    rng = random.Random(sides)
    edges = [0, 1, MASK, MASK >> 1, 1 << 63, 0xFFFFFFFF, 1 << 32]
    for state in [*edges, *[rng.getrandbits(64) for _ in range(500)]]:
        assert native_number(state, sides) == number(state, sides)


# pickled and copied: a compiled class with slots is so only where it says how


READ_BY_NAME = {"rule"}
"""What tables read of words by name, so that a class may say it for all of its words."""


def test_no_word_hides_an_attribute_that_compiled_code_reads() -> None:
    """Compiled code reads the slot of the base, never what a class of its own says by the same name."""
    slots = {
        name
        for base in (Word, Effect, Condition, Value)
        for name, kind in vars(base).get("__annotations__", {}).items()
        if not kind.startswith("ClassVar")
    } - READ_BY_NAME
    assert {"number", "address"} <= slots
    assert not [(cls.__name__, name) for cls in all_words() for name in vars(cls).keys() & slots]


def test_a_state_can_be_pickled() -> None:
    game = begin_game("revised4", seed=3)
    chance = random.Random(3)
    for _ in range(200):
        if game.ask is not None:
            game.play(chance.randrange(len(game.ask.codes)))
    again = pickle.loads(pickle.dumps(game.state))
    assert type(again) is State
    assert [getattr(again, slot) for slot in State.__slots__] == [getattr(game.state, slot) for slot in State.__slots__]


def test_marks_can_be_pickled() -> None:
    mark = Mark(1, 2, 3, 4, 5, 6)
    marks = marks_of([mark, Mark(1, 3, 3, 4, 5, 6)])
    assert pickle.loads(pickle.dumps(mark)) == mark
    again = pickle.loads(pickle.dumps(marks))
    assert (again.all, again.on, again.ticks) == (marks.all, marks.on, marks.ticks)


def test_an_ask_can_be_pickled() -> None:
    posed = Posed(1, AskKind("take"), [4, 5], 6, 7, {4: 8})
    again = pickle.loads(pickle.dumps(posed))
    assert [getattr(again, slot) for slot in Posed.__slots__] == [getattr(posed, slot) for slot in Posed.__slots__]


def test_frames_and_contexts_can_be_copied() -> None:
    """That they can be pickled is seen in test_frames.py."""
    about = UnitContext(1, 2, 3, 4, 5)
    again = pickle.loads(pickle.dumps(about))
    assert type(again) is UnitContext and (again, again.doing) == (about, 5)
    assert copy.copy(Turn(1, missed=True)) == Turn(1, missed=True)


def test_a_table_can_be_copied() -> None:
    table = begin_game("revised4", seats=["ann", "bob"]).table
    other = called(table, ("eve", "joe"))
    assert other.seats == ("eve", "joe") and other.original is table.original
    assert {name for name in vars(table) if getattr(other, name) is not getattr(table, name)} == {"seats", "zones"}
