"""The grammar: how a YAML node becomes a typed word, by the annotations of the word's class.

A word is a class. Its fields are its annotations, in order: the first one is what stands behind the
word itself, the others are further keys beside it.

    {lose: {life: 1}, who: target}        class Lose: what: Amounts; who: Who = YOU

The same grammar serves the three families: effects (`lose`), conditions (`at`) and values (`count`).
A value without a mapping stands for its family's plain form: a list of effects is a sequence, a
number is a value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_type_hints

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.english import sentence
from stormriver.language.source import Node, closest

if TYPE_CHECKING:
    from stormriver.kernel.table import Table

W = TypeVar("W", bound="Word")


class Names:
    """The names that a file may use, by kind, and the number each stands for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.kinds: dict[str, dict[str, int]] = {}

    def add(self, kind: str, names: dict[str, int]) -> None:
        """Make names of a kind known, each with the number it stands for."""
        self.kinds.setdefault(kind, {}).update(names)

    def check(self, kind: str, node: Node) -> str:
        """Return the name itself if it is a known one of its kind, or fail with a hint."""
        self.number(kind, node)
        return node.text()

    def number(self, kind: str, node: Node) -> int:
        """Return the number a name stands for, or fail with a hint."""
        known = self.kinds.get(kind, {})
        name = node.text()
        if name not in known:
            node.fail(f"no {kind} is called {name!r}{closest(name, known)}")
        return known[name]


class Word:
    """A word of the language. Subclasses annotate their fields and say what they do."""

    family: ClassVar[str] = ""
    word: ClassVar[str] = ""
    """How it is written; empty for an abstract class."""
    rule: str = "golden.special_over_rules"
    """The rule it carries out; that what a card says holds, if the rulebook has no other."""
    number: int = NONE
    """Its place among the words of the table."""
    table: Any = None
    """The table it belongs to; what it is called there is wanted for its English."""

    def english(self) -> str:
        """Return what it says, as part of a sentence in plain English (see language/english.py)."""
        raise NotImplementedError(self.word)

    def sentences(self) -> list[str]:
        """Return what it says in whole sentences."""
        return [sentence(self.english())]

    def ready(self, names: Names, node: Node) -> None:
        """Look at the fields once they are read; fail here if they do not fit together."""


class Effect(Word):
    """Something that happens."""

    family = "effect"
    incidental: ClassVar[bool] = False
    """Whether it is a mere consequence: beside other effects it is no reason of its own to do them."""

    def __init_subclass__(cls) -> None:
        """Let the log say whose doing it is, whenever the word is carried out."""
        super().__init_subclass__()
        if "run" in vars(cls):
            cls.run = _accounted(cls.run)  # type: ignore[assignment, method-assign]

    def run(self, game: Game, frame: Frame) -> None:
        """Do it for the seat of `frame`; what takes several steps pushes a frame of its own."""
        raise NotImplementedError(self.word)

    def step(self, game: Game, frame: Frame) -> None:
        """Go on with a frame that `run` pushed."""
        raise NotImplementedError(self.word)

    def possible(self, game: Game, frame: Frame) -> bool:
        """Tell whether it would do anything at all, for offering it."""
        return True

    def parts(self) -> list[Effect]:
        """Return the effects inside it."""
        return []

    def begin(self, game: Game, frame: Frame) -> Frame:
        """Push a frame for the steps of this word, about the same seat and cards as `frame`."""
        new = Frame(0, frame.seat, self.number, frame.card, frame.rival, frame.space, frame.target, roll=frame.roll)
        game.push(new)
        return new


Run = Callable[[Effect, Game, Frame], None]


def _accounted(run: Run) -> Run:
    """Return `run` so that what it writes to a log names its word and its card as the cause."""

    @wraps(run)
    def accounted(word: Effect, game: Game, frame: Frame) -> None:
        if game.log is None:
            return run(word, game, frame)
        before = game.doing
        game.doing = (word.number, frame.card)
        try:
            run(word, game, frame)
        finally:
            game.doing = before

    return accounted


class Condition(Word):
    """Something that holds or does not."""

    family = "condition"

    def test(self, game: Game, frame: Frame) -> bool:
        """Tell whether it holds for the seat of `frame`."""
        raise NotImplementedError(self.word)

    def negation(self) -> str:
        """Return that it does not hold, as part of a sentence."""
        return f"it is not so that {self.english()}"

    def settled(self) -> bool | None:
        """Return whether the options of the table settle it for the whole game, and how; None if they do not."""
        return None


class Value(Word):
    """A number."""

    family = "value"

    def of(self, game: Game, frame: Frame) -> int:
        """Return the number, for the seat of `frame`."""
        raise NotImplementedError(self.word)


class Always(Condition):
    """Holds; the condition of what has none."""

    def test(self, game: Game, frame: Frame) -> bool:
        return True

    def settled(self) -> bool | None:
        return True

    def english(self) -> str:
        return ""


class Nothing(Effect):
    """Nothing happens. `nothing`"""

    word = "nothing"

    def run(self, game: Game, frame: Frame) -> None:
        pass

    def possible(self, game: Game, frame: Frame) -> bool:
        return False

    def english(self) -> str:
        return "nothing happens"


class Fixed(Value):
    """A plain number."""

    def __init__(self, fixed: int) -> None:
        self.fixed = fixed

    def of(self, game: Game, frame: Frame) -> int:
        return self.fixed

    def english(self) -> str:
        return str(self.fixed)


ALWAYS = Always()
NOTHING = Nothing()

Decoder = Callable[[Names, Node], Any]
DECODERS: dict[Any, Decoder] = {}
"""How a field is read, by its annotated type; packages of rulebooks add their own types."""


def register(kind: Any, decoder: Decoder) -> None:
    """Let fields annotated with `kind` be read by `decoder`."""
    DECODERS[kind] = decoder


def words(family: type[W], rulebook: str) -> dict[str, type[W]]:
    """Return the words of a family by how they are written: those of the language, and those a rulebook adds.

    Args:
        family: Effect, Condition or Value.
        rulebook: the package of the rulebook, e.g. `adventure`, whose words have been imported.
    """
    homes = tuple(f"stormriver.{package}." for package in ("language", rulebook))
    found: dict[str, type[W]] = {}
    waiting = [family]
    while waiting:
        cls = waiting.pop()
        waiting.extend(cls.__subclasses__())
        if cls.word and cls.__module__.startswith(homes):
            assert cls.word not in found, f"two words {cls.word}"
            found[cls.word] = cls
    return found


def fields(cls: type[Word]) -> dict[str, Any]:
    """Return the fields of a word: the key in YAML and the annotated type, the main field first."""
    hints = {}
    for base in reversed(cls.__mro__):
        if base in (Word, Effect, Condition, Value, object):
            continue  # what every word has is no field
        own = vars(base).get("__annotations__", {})
        solved = get_type_hints(base)
        hints.update({name: solved[name] for name in own if not str(own[name]).startswith("ClassVar")})
    return hints


def key_of(field: str) -> str:
    """Return how a field is written in YAML: `from_` is `from`."""
    return field.rstrip("_")


_fields: dict[type[Word], dict[str, tuple[str, Any]]] = {}


def _plan(cls: type[Word]) -> dict[str, tuple[str, Any]]:
    if cls not in _fields:
        _fields[cls] = {key_of(name): (name, kind) for name, kind in fields(cls).items()}
    return _fields[cls]


def _blank(cls: type[W]) -> W:
    """Return a word with all its fields left out; they are set on it, since those of its class are read more slowly."""
    word = cls()
    for field, _ in _plan(cls).values():
        if hasattr(cls, field):
            setattr(word, field, getattr(cls, field))
    return word


def read_word(names: Names, node: Node, family: type[W]) -> W:
    """Return the word of `family` that a mapping or a bare name says."""
    known = words(family, names.table.rulebook.name)
    if isinstance(node.value, str):
        if node.value not in known:
            node.fail(f"no {family.family} is called {node.value!r}{closest(node.value, known)}")
        entries: dict[str, Node] = {}
        name = node.value
    else:
        entries = dict(node.mapping())
        if not entries:
            node.fail(f"an empty mapping says no {family.family}")
        name = next(iter(entries))
        if name not in known:
            entries[name].fail(f"no {family.family} is called {name!r}{closest(name, known)}")
    return _fill(names, node, known[name], entries, name)


def _fill(names: Names, node: Node, cls: type[W], entries: dict[str, Node], name: str) -> W:
    word = _blank(cls)
    plan = _plan(cls)
    main = next(iter(plan), None)
    if name in entries:
        if main is None:
            entries[name].fail(f"{name!r} takes nothing behind it; write just {name}")
        entries[main] = entries.pop(name)
    for key, value in entries.items():
        if key not in plan:
            value.fail(f"{name!r} has no {key!r}{closest(key, [k for k in plan if k != main])}")
        field, kind = plan[key]
        setattr(word, field, decoder(kind)(names, value))
    for key, (field, _) in plan.items():
        if not hasattr(word, field):
            node.fail(f"{name!r} lacks {'what stands behind it' if key == main else repr(key)}")
    enlist(names, word)
    word.ready(names, node)
    return word


def read_record(names: Names, node: Node, cls: type[W]) -> W:
    """Return a record (a card, a hook) whose keys are the fields of its class."""
    record = _blank(cls)
    record.table = names.table
    plan = _plan(cls)
    for key, value in node.mapping().items():
        if key not in plan:
            value.fail(f"unknown key {key!r}{closest(key, plan)}")
        field, kind = plan[key]
        setattr(record, field, decoder(kind)(names, value))
    for key, (field, _) in plan.items():
        if not hasattr(record, field):
            node.fail(f"the key {key!r} is missing")
    record.ready(names, node)
    return record


def enlist(names: Names, word: Word) -> None:
    """Give a word its number in the table, so that frames can speak of it."""
    word.number = len(names.table.words)
    word.table = names.table
    names.table.words.append(word)


def decoder(kind: Any) -> Decoder:
    """Return the decoder of an annotated type."""
    if kind not in DECODERS:
        raise KeyError(f"no decoder for {kind!r}")
    return DECODERS[kind]


def read_effect(names: Names, node: Node) -> Effect:
    """Return the effect a node says; a list is a sequence."""
    if isinstance(node.value, list):
        from stormriver.language.control import Seq

        seq = Seq()
        seq.effects = tuple(read_effect(names, item) for item in node.value)
        enlist(names, seq)
        return seq
    return read_word(names, node, Effect)


def read_condition(names: Names, node: Node) -> Condition:
    """Return the condition a node says."""
    return read_word(names, node, Condition)


def read_value(names: Names, node: Node) -> Value:
    """Return the value a node says; a plain number is itself."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return Fixed(node.value)
    return read_word(names, node, Value)


def _conditions(names: Names, node: Node) -> tuple[Condition, ...]:
    return tuple(read_condition(names, item) for item in node.many())


def _choices(names: Names, node: Node) -> dict[int, Effect]:
    return {names.table.add_name(key): read_effect(names, value) for key, value in node.mapping().items()}


register(Effect, read_effect)
register(Condition, read_condition)
register(Value, read_value)
register(int, lambda names, node: node.integer())
register(str, lambda names, node: node.text())
register(bool, lambda names, node: node.flag())
register(tuple[Condition, ...], _conditions)
register(dict[int, Effect], _choices)
