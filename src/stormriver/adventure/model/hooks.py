"""Hooks: what a card does while it lies there, what may be done with it, and when a Spell may be cast."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar, Final, NewType, cast

from stormriver.adventure.model.moments import (
    BITS,
    EVENTS,
    GIVEN_AFTER,
    GROUPS_ENGLISH,
    IN_OWN_TURN,
    KNOWN_AT_A_MOMENT,
    MOMENTS,
    NAMED,
    given_at,
    hidden_at,
)
from stormriver.adventure.model.needs import A_CHOSEN_SPACE, A_FIGHT, A_LOSS, A_ROLL, A_TARGET, THAT_CARD
from stormriver.adventure.model.nouns import amounts_english, filled, modified, nouns
from stormriver.adventure.model.types import (
    ADVENTURE,
    ANYTHING,
    NO_AMOUNTS,
    NO_PURPOSE,
    NOBODY,
    WHO_ENGLISH,
    Counts,
    Purpose,
    Things,
    Who,
    read_things,
)
from stormriver.kernel.state import NONE
from stormriver.language.decoders import Records
from stormriver.language.english import combined, is_instruction, listed, may, one_after_another, paying
from stormriver.language.grammar import (
    ALWAYS,
    NOTHING,
    Condition,
    Effect,
    Fixed,
    Names,
    Nothing,
    Value,
    Word,
    read_condition,
    read_effect,
    read_record,
    read_value,
    register,
)
from stormriver.language.moments import read_moments
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node, closest
from stormriver.language.usage import certain, words_in

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

Moments = NewType("Moments", int)
NO_MOMENTS: Final = Moments(0)

ACTIONS = {
    "evade": "evade {creatures and characters}",
    "skip": "ignore the instructions of {the space}",
    "use": "use {Objects or Followers}",
    "bonus": "count the Strength and Craft of {Objects or Followers}",
    "cast": "cast {Spells}",
    "be_cast_at": "be affected by others' {Spells}",
    "have": "have {Objects or Followers}",
    "ditch": "ditch, discard or give away {Objects or Followers}",
    "gain": "gain {Spells}",
    "enter": "enter {the space}",
    "leave": "move on",
    "roll_move": "roll the die for movement",
    "meet": "meet {cards}",
    "psychic_attack": "attack other characters by psychic combat",
    "ignore": "leave {creatures} unfought",
    "act": "use special abilities",
    "roll_two": "roll 2 dice for your move and add them",
    "add_dice": "roll 2 dice for your attack in battle and add them",
    "match_dice": "leave out the other side's attack roll if your dice show the same number",
    "disarm": "keep a character you defeat from saving the life with {Objects}",
    "see_spells": "look at other characters' Spells",
    "be_met": "be encountered by other characters",
    "win_draws": "count a stand-off in your fights as your victory",
    "choose_order": "encounter the cards on a space in any order, Enemies of one kind of attack together",
    "choose_ties": "choose the order of {cards} with the same encounter number",
    "burgle": "try to burgle {Objects} that are sold, instead of buying: roll a die and add the price; up to your"
    " Craft you take the Object free of charge, above it you miss 1 turn and the Object is discarded",
    "choose_result": "choose the result of the roll at {a space} instead of rolling",
    "stop_beside": "end your move on a space with other characters that it leads to",
    "keep_claimed": "keep {cards} for which you have been paid a bounty as trophies instead of discarding them",
    "be_robbed": "be robbed of {Objects or Followers} by others' abilities and Spells",
    "choose_die": "choose the result when you pay fate, instead of rolling the die again",
    "take_back": "take back {Spells} you have cast, and cast each of them once a turn",
    "go_on": "move on to the next space in the same direction where your move ends beside a card or another character",
}
"""Actions that hooks may allow or forbid, with their English; in braces the object if no things are named."""

ONE_BY_ONE = frozenset({"skip", "enter", "meet"})
"""The actions that concern one of the things named, not all of their sort."""

OTHERWISE_FORBIDDEN = {
    "roll_move": "you move 1 space instead of rolling the die",
    "meet": "you do not meet {cards}",
}
"""The English of forbidding an action, where it is not `you may not`."""

AT_ANY_TIME: Final = frozenset({A_FIGHT, A_LOSS, A_TARGET})
"""What may be there whenever hooks are asked."""
GIVEN_INSTEAD = {
    "lose_life": frozenset({A_FIGHT, A_LOSS}),
    "harm": frozenset({A_FIGHT}),
    "stand_off": frozenset({A_FIGHT}),
}
"""By event that is replaced, what is given to what happens instead."""
REPLACED = {
    "lose_life": "lose a life",
    "take": "take this card",
    "harm": "lose a life to this Enemy",
    "stand_off": "end a fight with this Enemy as a stand-off",
}
"""Events that hooks may replace by something else, with their English."""


def moments_english(moments: int) -> str:
    """Return moments in words: `in your turn`, `when you have completed your move or at the end of your turn`."""
    said = []
    for name, english in GROUPS_ENGLISH.items():
        if moments & NAMED[name] == NAMED[name]:
            said.append(english)
            moments &= ~NAMED[name]
    said += [english for name, english in MOMENTS.items() if moments & BITS[name]]
    return listed(said)


def condition_last(clause: str, when: Condition) -> str:
    """Return a clause followed by its condition; the empty text if the options of the table rule it out."""
    settled = when.settled()
    return f"{clause} if {when.english()}" if settled is None else clause * settled


def answering(effect: Effect, moments: int) -> None:
    """Let the words of an effect know which moments or events they answer."""
    for word in words_in(effect):
        word.answers = moments


class Modify:
    """One number larger or smaller while the card lies there. `modify: {strength: 1}`"""

    parts: ClassVar = ("amount", "when")

    def __init__(self, table: AdventureTable, number: int, amount: Value, at_most: int, when: Condition) -> None:
        self.table = table
        self.number = number
        self.amount = amount
        self.at_most = at_most  # a ceiling instead of a sum; NONE if it is a sum
        self.when = when
        self.fixed = amount.fixed if isinstance(amount, Fixed) else None  # the amount, if it is a plain number
        self.adds = at_most == NONE and self.fixed is not None and self.fixed >= 0  # can never lessen the number

    def english(self) -> str:
        """Return its text as part of a sentence."""
        amount = self.amount.english() if self.at_most == NONE else str(self.at_most)
        from_nothing = self.table.number_defaults[self.number] == 0
        template = self.table.number_texts[self.number]
        return condition_last(modified(template, amount, from_nothing, self.at_most != NONE), self.when)

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives: a number may be asked for at any time, also in a fight or when a life is lost."""
        return AT_ANY_TIME

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides: nothing."""
        return NONE_GIVEN


class Permission:
    """Something allowed or forbidden. `forbid: {use: [weapon, armour]}`"""

    parts: ClassVar = ("when",)

    def __init__(self, table: AdventureTable, action: str, things: frozenset[str], when: Condition) -> None:
        self.table = table
        self.action = action
        self.things = things  # empty: anything
        self.when = when

    def english(self, allows: bool) -> str:
        """Return its text as part of a sentence, as a permission or as a prohibition."""
        said = f"you may {ACTIONS[self.action]}"
        if not allows:
            said = OTHERWISE_FORBIDDEN.get(self.action, f"you may not {ACTIONS[self.action]}")
        known = nouns(self.table)
        things = known.those(self.things) if self.action in ONE_BY_ONE else known.many(self.things)
        return condition_last(filled(said, things if self.things else ""), self.when)

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives: something may be allowed at any time, also in a fight or when a life is lost."""
        return AT_ANY_TIME

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides: nothing."""
        return NONE_GIVEN


class Replace:
    """Something else instead of an event. `replace: {lose_life: desert}`"""

    parts: ClassVar = ("when", "do")

    def __init__(self, table: AdventureTable, event: str, things: frozenset[str], when: Condition, do: Effect) -> None:
        self.table = table
        self.event = event
        self.things = things
        self.when = when
        self.do = do

    def english(self) -> str:
        """Return its text as part of a sentence."""
        deed = "" if isinstance(self.do, Nothing) else self.do.english()
        if self.event == "take":
            return condition_last(one_after_another(["discard this card instead of keeping it", deed]), self.when)
        if self.event == "harm":
            return condition_last(f"if it defeats you, lose no life{' but ' * bool(deed)}{deed}", self.when)
        if self.event == "stand_off":
            return condition_last("a stand-off counts as its victory", self.when)
        cause = f" {nouns(self.table).cause(self.things)}" if self.things else ""
        if not deed:
            return condition_last(f"you lose no life{cause}", self.when)
        return condition_last(f"instead of losing a life{cause}, {deed}", self.when)

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what its event gives."""
        return GIVEN_INSTEAD.get(self.event, NONE_GIVEN)

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides: nothing."""
        return NONE_GIVEN


class Act(Word):
    """Something the holder may do at a moment. `act: {at: free, do: ...}`; answers to events say `to:`."""

    at: Moments = NO_MOMENTS
    to: Moments = NO_MOMENTS
    do: Effect
    when: Condition = ALWAYS
    key: str = ""
    once: str = ""
    cost: Counts = NO_AMOUNTS
    for_: Purpose = NO_PURPOSE
    target: Who = NOBODY

    index = 0
    """Its index among the acts of the table."""
    keyword = ""

    def ready(self, names: Names, node: Node) -> None:
        if bool(self.at) == bool(self.to):
            node.fail("an act says at which moment (`at:`), an answer to which event (`to:`)")
        if self.once not in ("", "turn", "fight", "roll"):
            node.fail(f"once a {self.once!r} is not known; write turn, fight or roll")
        self.at = Moments(self.at | self.to)
        answering(self.do, self.at)
        names.address(node, self)

    def provided_in(self, field: str) -> frozenset[Need]:
        return given_at(self.at)

    def hidden_in(self, field: str) -> frozenset[Need]:
        return hidden_at(self.at)

    def flaw(self) -> str:
        if not self.once:
            return ""
        given = given_at(self.at)
        if self.once == "roll" and A_ROLL not in given:
            return "`once: roll` is said of what answers `to: rolled`; write `once: turn`"
        if self.once == "fight" and A_FIGHT not in given:
            return "`once: fight` is said of what is done in a fight; write `once: turn`"
        return ""

    def english(self) -> str:
        when = moments_english(self.at)
        when += f" {nouns(self.table).purpose(self.for_)}" if self.for_ else ""
        condition = "" if self.when.settled() else self.when.english()
        if when == GROUPS_ENGLISH["free"] and condition.startswith("it is your turn"):
            when, condition = IN_OWN_TURN, condition.removeprefix("it is your turn").removeprefix(" and ")
        if condition:
            when += f", if {condition}"
        once = {"turn": "once a turn, ", "fight": "once a fight, "}.get(self.once, "")
        return f"{once}{when}, {may(self.deed())}"

    def deed(self) -> str:
        """Return the English of its effect, without the moment, as part of a sentence."""
        price = amounts_english(self.cost)
        deed = paying(price, self.do.english()) if price else self.do.english()
        if self.target != NOBODY and is_instruction(deed):
            return f"choose {WHO_ENGLISH[self.target]} and {deed}"
        return deed


class Trigger(Word):
    """What follows an event by itself. `trigger: {after: landed, when: {at: woods}, do: ...}`"""

    after: str
    do: Effect
    of: Things = ANYTHING
    when: Condition = ALWAYS

    def ready(self, names: Names, node: Node) -> None:
        if self.after not in EVENTS:
            node.fail(f"no event is called {self.after!r}{closest(self.after, EVENTS)}")

    def provided_in(self, field: str) -> frozenset[Need]:
        return GIVEN_AFTER.get(self.after, NONE_GIVEN)

    def flaw(self) -> str:
        always = self.when.settled() is True and not self.of
        if always and self.after == "check":
            return "`after: check` follows every change, also the one that it makes itself; say `when:` it is done"
        if always and any(self.after in effect.brings() for effect in certain(self.do)):
            return f"what it does brings about {self.after!r} again and so would never end; say `when:` it is done"
        return ""

    def english(self) -> str:
        things = nouns(self.table).one(self.of) if self.of else ""
        condition = "" if self.when.settled() else self.when.english()
        if self.after == "check" and condition:
            return f"as soon as {condition}, {self.do.english()}"
        if self.after == "landed" and condition.startswith("you are on "):
            things, condition = condition.removeprefix("you are on "), ""
        event = filled(EVENTS[self.after], things)
        return f"when {combined([event, condition], 'and')}, {self.do.english()}"


class Cast(Word):
    """When a Spell may be cast, and at whom. `cast: {at: turn_start, target: any_other}`"""

    at: Moments
    when: Condition = ALWAYS
    target: Who = NOBODY
    space: str = ""  # `space: ...` if a space is chosen: `empty` (Outer and Middle, no character there)
    card: Things = ANYTHING  # if a card lying on the board is chosen: what kind

    def ready(self, names: Names, node: Node) -> None:
        if self.space not in ("", "empty"):
            node.mapping()["space"].fail(f"a Spell is cast at a space that is `empty`, not {self.space!r}")

    def provided_in(self, field: str) -> frozenset[Need]:
        return given_at(self.at)

    def given_to_effect(self) -> frozenset[Need]:
        """Return what is given to the effect of the Spell: what goes on when it is cast, and what it is cast at."""
        found = given_at(self.at) - KNOWN_AT_A_MOMENT
        aimed = ((self.target != NOBODY, A_TARGET), (self.space, A_CHOSEN_SPACE), (self.card, THAT_CARD))
        return found | {need for chosen, need in aimed if chosen}

    def english(self) -> str:
        aim = ""
        if self.target != NOBODY:
            aim = f" on {WHO_ENGLISH[self.target]}"
        elif self.space:
            open_regions = [self.table.regions[self.table.spaces[number].region] for number in self.table.open_spaces]
            names = listed(dict.fromkeys([region.name for region in open_regions]))
            aim = f" on a space of the {names} without a character"
        elif self.card:
            aim = f" on {nouns(self.table).one(self.card)} lying on the board,"
        when = "" if self.when.settled() else f", if {self.when.english()}"
        return f"cast it{aim} {moments_english(self.at)}{when}"


def _clause(names: Names, item: Node) -> tuple[dict[str, Node], Condition, Effect]:
    """Return what a hook says by its keys, and the condition and effect that stand beside them."""
    said = dict(item.mapping())
    when = read_condition(names, said.pop("when")) if "when" in said else ALWAYS
    do = read_effect(names, said.pop("do")) if "do" in said else NOTHING
    return said, when, do


def _refuse_effects(node: Node) -> None:
    """Fail where a hook that does nothing by itself says what is to be done."""
    for item in node.many():
        if "do" in item.mapping():
            item.mapping()["do"].fail("this hook does nothing by itself; leave `do` out")


def _known(key: str, value: Node, what: str, known: Collection[str]) -> None:
    if key not in known:
        value.fail(f"nothing that may be {what} is called {key!r}{closest(key, known)}")


def _modify(names: Names, node: Node) -> tuple[Modify, ...]:
    _refuse_effects(node)
    found = []
    for item in node.many():
        said, when, _ = _clause(names, item)
        for key, value in said.items():
            found.append(_number_hook(names, key, value, when))
    return tuple(found)


def _number_hook(names: Names, key: str, value: Node, when: Condition) -> Modify:
    table = cast("AdventureTable", names.table)
    number = names.number("number", Node(key, value.file, value.line, value.path))
    if isinstance(value.value, dict) and "at_most" in value.value:
        none = read_value(names, Node(0, value.file, value.line, value.path))
        return Modify(table, number, none, value.only("at_most")["at_most"].integer(), when)
    return Modify(table, number, read_value(names, value), NONE, when)


def _permissions(names: Names, node: Node) -> tuple[Permission, ...]:
    _refuse_effects(node)
    table = cast("AdventureTable", names.table)
    found = []
    for item in node.many():
        said, when, _ = _clause(names, item)
        for key, value in said.items():
            _known(key, value, "allowed or forbidden", ACTIONS)
            found.append(Permission(table, key, read_things(names, value), when))
    return tuple(found)


def _replace(names: Names, node: Node) -> tuple[Replace, ...]:
    table = cast("AdventureTable", names.table)
    found = []
    for item in node.many():
        said, when, do = _clause(names, item)
        for key, value in said.items():
            _known(key, value, "replaced", REPLACED)
            found.append(Replace(table, key, read_things(names, value), when, do))
    return tuple(found)


def _moments(names: Names, node: Node) -> int:
    return read_moments(node, NAMED)


def _cast(names: Names, node: Node) -> Cast:
    return read_record(names, node, Cast)


register("Moments", _moments, ADVENTURE)
register("tuple[Modify, ...]", _modify, ADVENTURE)
register("tuple[Permission, ...]", _permissions, ADVENTURE)
register("tuple[Replace, ...]", _replace, ADVENTURE)
register("tuple[Act, ...]", Records(Act), ADVENTURE)
register("tuple[Trigger, ...]", Records(Trigger), ADVENTURE)
register("Cast | None", _cast, ADVENTURE)
