"""The grammar: how a YAML node becomes a typed word, by the annotations of the word's class.

A word is a class. Its fields are its annotations, in order: the first one is the value of the word's own key, the
others are further keys beside it.

    {lose: {life: 1}, who: target}        class Lose: what: Amounts; who: Who = YOU

The same grammar serves the three families: effects (`lose`), conditions (`at`) and values (`count`). A value without a
mapping stands for its family's plain form: a list of effects is a sequence, a number is a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, NewType, TypeVar

from mypy_extensions import mypyc_attr

from stormriver.kernel.errors import BadContent
from stormriver.kernel.frames import NONE, Context, WordFrame
from stormriver.kernel.game import Game
from stormriver.kernel.translatable import Translatable
from stormriver.language.amounts import read_count, read_integer
from stormriver.language.clauses import Part, Text, phrase
from stormriver.language.described import family_of, told_fields
from stormriver.language.former import no_such_key, no_such_word
from stormriver.language.message import Message
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.origins import BROUGHT, rulebook_of
from stormriver.language.registry import LANGUAGE as LANGUAGE
from stormriver.language.registry import Decoder, decoder_of
from stormriver.language.registry import register as register
from stormriver.language.source import Node, Where, each

if TYPE_CHECKING:
    from stormriver.kernel.table import Table

W = TypeVar("W", bound="Word")


class Names:
    """The symbol table of a loader: the names that a file may use, by kind, and the number of each.

    Attributes:
        table: the table that is being loaded.
        modules: the Python modules of words that its packs bring.
    """

    def __init__(self, table: Table, modules: Sequence[str] = ()) -> None:
        self.table = table
        self.modules = modules
        self.kinds: dict[str, dict[str, int]] = {}
        self.asked: dict[str, set[str]] = {}  # by kind, the names that something has asked for
        self.families: dict[type[Word], dict[str, Any]] = {}  # as far as they have been asked for
        self.addressed: list[Word] = []  # all that saves name by where it stands

    def address(self, node: Node, word: Word) -> None:
        """Give a word its address in saves and records: where it stands, and which word it is."""
        word.address = f"{node.path}:{word.word or word.family or type(word).__name__.lower()}"
        self.addressed.append(word)

    def words(self, family: type[W]) -> dict[str, type[W]]:
        """Return the words of a family that may be used, by their keys; the lookup is cached."""
        if family not in self.families:
            self.families[family] = words(family, self.table.rulebook.name, *self.modules)
        return self.families[family]

    def add(self, kind: str, names: dict[str, int]) -> None:
        """Register names of a kind, each with its number."""
        self.kinds.setdefault(kind, {}).update(names)

    def check(self, kind: str, node: Node) -> str:
        """Return the name in a node if it is a known one of the kind; BadContent with a hint if not."""
        self.number(kind, node)
        return node.text()

    def number(self, kind: str, node: Node) -> int:
        """Return the number of the name in a node; BadContent with a hint if it is not a known one of the kind."""
        known = self.kinds.get(kind, {})
        name = node.text()
        if name not in known:
            node.misspelt("no {kind} is called {name!r}", name, known, kind=Translatable(kind))
        self.asked.setdefault(kind, set()).add(name)
        return known[name]


@mypyc_attr(allow_interpreted_subclasses=True)
class Word:
    """A word of the language, the base class of effects, conditions and values. Subclasses annotate their fields."""

    family: ClassVar[str] = ""
    word: ClassVar[str] = ""
    """Its key in YAML; empty for an abstract class."""
    rule: str = "golden.special_over_rules"
    """The id of the rule it carries out; by default the one by which cards override the rules."""
    number: int = NONE
    """Its index among the words of the table; NONE if it has none."""
    address: str = ""
    """Its name in saves and records, by where it stands, such as `imp/meet[0]:fight`."""
    table: Any = None
    """The table it belongs to, whose names its English uses."""
    answers: int = 0
    """The moments or events, one bit each, that the hook answers in which it stands; 0 if it stands in none."""
    stands: Where | None = None
    """Where it stands in the files; None for a plain number."""
    needs: ClassVar[frozenset[Need]] = NONE_GIVEN
    """What it needs of the place where it stands, see `language/needs.py`."""
    provides: ClassVar[Mapping[str, frozenset[Need]]] = {}
    """By field, what it gives to the words inside, beyond what it was given itself."""
    hides: ClassVar[Mapping[str, frozenset[Need]]] = {}
    """By field, what the words inside do not have although it was given to this one."""
    chancy: ClassVar[bool] = False
    """Whether what is inside waits for dice, so that a circle of words ends by chance."""
    unattended: ClassVar[bool] = False
    """Whether it does its work also where there is nobody to do it, as when a table is laid."""

    def needed(self) -> frozenset[Need]:
        """Return what it needs beside `needs`, by what its fields say."""
        return NONE_GIVEN

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives to the words in a field."""
        return self.provides.get(field, NONE_GIVEN)

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides from the words in a field."""
        return self.hides.get(field, NONE_GIVEN)

    def elsewhere(self, carrier: Word) -> Word | None:
        """Return what stands elsewhere, perhaps on the carrier of this word, and is done by it too; None if nothing."""
        return None

    def flaw(self) -> str:
        """Return in a clause what is wrong with it, seen once everything is read; empty if nothing is."""
        return ""

    def clause(self) -> Part:
        """Return what it says, as a tree that each language puts into words of its own (see language/clauses.py)."""
        raise NotImplementedError(self.word)

    def clauses(self) -> list[Part]:
        """Return what it says, a tree for each sentence."""
        return [self.clause()]

    def ready(self, names: Names, node: Node) -> None:
        """Check the fields once they are read; raise BadContent at the node if they do not fit together."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect(Word):
    """Something that happens."""

    family = "effect"

    def run(self, game: Game, context: Context) -> None:
        """Carry the effect out; the events it writes to the log name this word and its card as the cause."""
        if game.curb is not None and game.curb.stops(self.number, context.card):
            return
        if game.log is None:
            self.do(game, context)
            return
        before = game.doing
        game.doing = (self.number, context.card)
        try:
            self.do(game, context)
        finally:
            game.doing = before

    def do(self, game: Game, context: Context) -> None:
        """Do it for the seat of `context`; an effect of several steps pushes a frame of its own.

        Subclasses override this; only `run` calls it.
        """
        raise NotImplementedError(self.word)

    def step(self, game: Game, frame: WordFrame) -> None:
        """Carry out the next step of the frame that `do` pushed."""
        raise NotImplementedError(self.word)

    def incidental(self) -> bool:
        """Tell whether it is a mere consequence, for which alone a sequence is not offered."""
        return False

    def possible(self, game: Game, context: Context) -> bool:
        """Tell whether it would do anything at all; if not, it is not offered."""
        return True

    def brings(self) -> tuple[str, ...]:
        """Return the events that it brings about by itself, whatever happens otherwise."""
        return ()

    def option_message(self, verb: str, argument: int, amount: int | None) -> Message | None:
        """Return the text of an option of its own ask; None if the template of the verb is enough.

        Args:
            verb: the verb of the option; for one that is not the word's own (acts, Spells) the answer is None.
            argument: the argument of the verb.
            amount: the amount of the option (see `Game.pose`); None if there is none.
        """
        return None

    def first_effect(self, verb: str, argument: int) -> Effect:
        """Return the first effect of choosing an option of its own ask, given as verb and argument; NOTHING if none."""
        return NOTHING

    def begin(self, game: Game, context: Context, step: int = 0, count: int = 0, chosen: int = 0) -> WordFrame:
        """Push a frame for the steps of this word onto the stack, and return it; see `WordFrame` for the arguments."""
        frame = WordFrame(context, self.number, step, count, chosen)
        game.push(frame)
        return frame


@mypyc_attr(allow_interpreted_subclasses=True)
class Condition(Word):
    """Something that holds or does not."""

    family = "condition"

    def test(self, game: Game, context: Context) -> bool:
        """Tell whether it holds for the seat of `context`."""
        raise NotImplementedError(self.word)

    def settled(self) -> bool | None:
        """Return True or False if the options of the table settle it for the whole game; None if they do not."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Value(Word):
    """A number."""

    family = "value"

    def of(self, game: Game, context: Context) -> int:
        """Return the number, for the seat of `context`."""
        raise NotImplementedError(self.word)

    def settled(self) -> int | None:
        """Return the number if the options of the table settle it for the whole game; None if they do not."""
        return None

    def below_zero(self) -> bool:
        """Tell whether it is less than nothing as it is written, whatever happens."""
        return False

    def counted(self, noun: str) -> Part | None:
        """Return so many of a noun where that reads better than `gold equal to ...`; None where it does not."""
        return None

    def some(self) -> Part | None:
        """Return the statement that it is more than 0, where it has one of its own; None where it has not."""
        return None


Signed = NewType("Signed", Value)  # a number that may be below 0, as what is added to another one
SignedInt = NewType("SignedInt", int)  # the same, a plain one


class Always(Condition):
    """Always holds; the default where no condition is written."""

    def test(self, game: Game, context: Context) -> bool:
        return True

    def settled(self) -> bool | None:
        return True


class Nothing(Effect):
    """Nothing happens. `nothing`"""

    word = "nothing"
    unattended = True

    def do(self, game: Game, context: Context) -> None:
        pass

    def possible(self, game: Game, context: Context) -> bool:
        return False

    def clause(self) -> Part:
        return phrase("nothing_happens")


class Fixed(Value):
    """A plain number."""

    def __init__(self, fixed: int) -> None:
        self.fixed = fixed

    def of(self, game: Game, context: Context) -> int:
        return self.fixed

    def below_zero(self) -> bool:
        return self.fixed < 0

    def clause(self) -> Part:
        return Text(str(self.fixed))


ALWAYS: Final = Always()
NOTHING: Final = Nothing()
ZERO: Final = Fixed(0)


def words(family: type[W], rulebook: str, *modules: str) -> dict[str, type[W]]:
    """Return the words of a family by their keys in YAML: those of the language, and those a rulebook adds.

    Args:
        family: Effect, Condition or Value.
        rulebook: the package of the rulebook, e.g. `adventure`, whose words have been imported.
        modules: the modules of packs whose words are included.

    Raises:
        BadContent: if two words have the same key, one of them a pack's.
    """
    found: dict[str, type[W]] = {}
    waiting = [family]
    while waiting:
        cls = waiting.pop()
        waiting.extend(cls.__subclasses__())
        module = str(vars(cls)["__module__"])
        if not cls.word or not (module in modules if module in BROUGHT else rulebook_of(cls) in (LANGUAGE, rulebook)):
            continue
        if cls.word in found:
            raise BadContent("Two words are called {word!r}; one of them comes from a pack.", word=cls.word)
        found[cls.word] = cls
    return found


def fields(cls: type[Word]) -> dict[str, str]:
    """Return the fields of a word with the names of their types, the main field first."""
    if "__mypyc_attrs__" in vars(cls):  # a compiled class knows no annotations
        return told_fields(rulebook_of(cls), family_of(cls.family, cls.word), cls.word or cls.__name__)
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base in (Word, Effect, Condition, Value, object):
            continue  # what every word has is no field
        own = vars(base).get("__annotations__", {})
        found.update({name: kind for name, kind in own.items() if not kind.startswith("ClassVar")})
    return found


def key_of(field: str) -> str:
    """Return the key of a field in YAML: `from_` is `from`."""
    return field.rstrip("_")


class Plan(NamedTuple):
    """How words of a class are read: their fields and what reads these, by key; what is left out; what may not be."""

    keys: dict[str, tuple[str, Decoder]]
    left_out: list[tuple[str, object]]
    needed: list[tuple[str, str]]


_plans: dict[type[Word], Plan] = {}


def _plan(cls: type[Word]) -> Plan:
    if cls not in _plans:
        rulebook, word = rulebook_of(cls), cls()
        keys = {key_of(name): (name, decoder_of(name, kind, rulebook)) for name, kind in fields(cls).items()}
        left_out = [(name, getattr(word, name)) for name, _ in keys.values() if hasattr(word, name)]
        needed = [(key, name) for key, (name, _) in keys.items() if not hasattr(word, name)]
        _plans[cls] = Plan(keys, left_out, needed)
    return _plans[cls]


def blank(cls: type[W]) -> W:
    """Return a word with all its fields left out; they are set on it, since those of its class are read more slowly."""
    word = cls()
    for field, value in _plan(cls).left_out:
        setattr(word, field, value)
    return word


def read_word(names: Names, node: Node, family: type[W]) -> W:
    """Return the word of a family that a mapping or a bare name stands for; BadContent if there is none."""
    known, rulebook = names.words(family), names.table.rulebook.name
    entries: dict[str, Node] = {}
    if not isinstance(node.value, str):
        entries = dict(node.mapping())
        if not entries:
            node.fail("an empty mapping says no {kind}", kind=Translatable(family.family))
    name = next(iter(entries), str(node.value))
    if name not in known:
        no_such_word(entries[name].at_key() if name in entries else node, rulebook, family.family, name, known)
    return _fill(names, node, known[name], entries, name)


def _fill(names: Names, node: Node, cls: type[W], entries: dict[str, Node], name: str) -> W:
    word, plan = blank(cls), _plan(cls)
    main = next(iter(plan.keys), None)
    if name in entries:
        if main is None:
            entries[name].fail("{name!r} takes nothing behind it; write just {name}", name=name)
        entries[main] = entries.pop(name)
    others = [key for key in plan.keys if key != main]
    _read_keys(names, word, entries, lambda key, at: at.misspelt("{word!r} has no {name!r}", key, others, word=name))
    for key, field in plan.needed:
        if not hasattr(word, field):
            lacking = Translatable("what stands behind it") if key == main else repr(key)
            node.fail("{word!r} lacks {lacking}", word=name, lacking=lacking)
    enlist(names, node, word)
    word.ready(names, node)
    return word


def _read_keys(names: Names, word: Word, entries: Mapping[str, Node], unknown: Callable[[str, Node], None]) -> None:
    """Read the fields of a word from its keys; BadContent with all that are wrong."""
    plan = _plan(type(word)).keys

    def read(entry: tuple[str, Node]) -> None:
        key, value = entry
        if key not in plan:
            unknown(key, value.at_key())
        field, decode = plan[key]
        setattr(word, field, decode(names, value))

    each(entries.items(), read)


def read_record(names: Names, node: Node, cls: type[W], record: W | None = None) -> W:
    """Return a record (a card, a hook) from a mapping of its fields, perhaps into a `blank` one; or BadContent."""
    record = record or blank(cls)
    record.table, record.stands = names.table, node.where
    first = len(names.addressed)
    plan = _plan(cls)
    _read_keys(names, record, node.mapping(), lambda key, at: no_such_key(at, cls, key, plan.keys))
    lacking = [key for key, field in plan.needed if not hasattr(record, field)]
    each(lacking, lambda key: node.fail("the key {key!r} is missing", key=key))
    owner = node.mapping()["id"].text() if "id" in plan.keys else ""
    for word in names.addressed[first:] if owner else ():
        word.address = f"{owner}/{word.address.removeprefix(node.path).removeprefix('.')}"
    record.ready(names, node)
    return record


def enlist(names: Names, node: Node, word: Word) -> None:
    """Give a word its number in the table, by which frames refer to it, and its address."""
    word.number, word.table = len(names.table.words), names.table
    names.address(node, word)
    word.stands = node.where
    names.table.words.append(word)


def read_effect(names: Names, node: Node) -> Effect:
    """Return the effect in a node; a list is a sequence. BadContent if it is none."""
    if isinstance(node.value, list):
        if not node.value:
            node.fail("an empty list does nothing; write `nothing`, or leave the key out")
        from stormriver.language.control import Seq

        seq = Seq()
        seq.effects = tuple(each(node.value, lambda item: read_effect(names, item)))
        enlist(names, node, seq)
        return seq
    return read_word(names, node, Effect)


def read_condition(names: Names, node: Node) -> Condition:
    """Return the condition in a node; BadContent if it is none."""
    return read_word(names, node, Condition)


def read_amount(names: Names, node: Node) -> Value:
    """Return the value in a node; BadContent if it is none, or a number below 0 is written there."""
    found = read_value(names, node)
    return node.fail_below_zero() if found.below_zero() else found


def read_value(names: Names, node: Node) -> Value:
    """Return the value in a node, which may be below 0; a plain number is itself. BadContent if it is none."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return Fixed(read_integer(names, node))
    return read_word(names, node, Value)


def _conditions(names: Names, node: Node) -> tuple[Condition, ...]:
    return tuple(each(node.many(), lambda item: read_condition(names, item)))


def _choices(names: Names, node: Node) -> dict[int, Effect]:
    return {names.table.add_name(key): read_effect(names, value) for key, value in node.mapping().items()}


register("Effect", read_effect)
register("Condition", read_condition)
register("Value", read_amount)
register("Signed", read_value)
register("int", read_count)
register("SignedInt", read_integer)
register("str", lambda names, node: node.text())
register("bool", lambda names, node: node.flag())
register("tuple[Condition, ...]", _conditions)
register("tuple[str, ...]", lambda names, node: tuple(item.text() for item in node.many()))
register("tuple[Node, ...]", lambda names, node: tuple(node.many()))
register("dict[int, Effect]", _choices)
