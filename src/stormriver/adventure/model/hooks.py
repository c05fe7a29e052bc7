"""Hooks: what a card does while it lies there, what may be done with it, and when a Spell may be cast."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, NewType

from stormriver.adventure.model.actions import ONE_BY_ONE, USUALLY
from stormriver.adventure.model.clauses import amounts, incantation, things, those, whom
from stormriver.adventure.model.moments import (
    BITS,
    EVENTS,
    KNOWN_AT_A_MOMENT,
    MOMENTS,
    NAMED,
    OF_EVENTS,
    OWN_EVENTS,
    WIDEST_FIRST,
    given_after,
    given_at,
    hidden_at,
)
from stormriver.adventure.model.needs import A_CHOSEN_SPACE, A_FIGHT, A_LOSS, A_ROLL, A_TARGET, THAT_CARD
from stormriver.adventure.model.types import (
    ANY_OTHER,
    ANYONE,
    ANYTHING,
    BESIDE,
    NEARBY,
    NEXT,
    NO_AMOUNTS,
    NO_PURPOSE,
    NOBODY,
    PREVIOUS,
    WHO,
    YOU,
    Counts,
    Purpose,
    Things,
    Who,
)
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.clauses import (
    Clause,
    Count,
    Do,
    During,
    Given,
    Listed,
    Name,
    Noun,
    Part,
    Text,
    bid,
    do,
    listed,
    optional,
    paying,
    phrase,
    state,
    state_told,
)
from stormriver.language.grammar import (
    ALWAYS,
    Condition,
    Effect,
    Fixed,
    Names,
    Nothing,
    Value,
    Word,
)
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node
from stormriver.language.usage import certain, words_in

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

Moments = NewType("Moments", int)
NO_MOMENTS: Final = Moments(0)


OPENING: Final = frozenset({"turn_begun", "move_begun"})
"""The events with which a turn opens."""
OPENING_OR_ENDING: Final = OPENING | {"turn_over"}
"""The events of others of which it is said whose turn or move it is."""
WATCHED: Final = (YOU, ANYONE, ANY_OTHER, NEARBY, BESIDE, NEXT, PREVIOUS)
"""Whose events a trigger may follow."""
NO_LIMIT: Final = 99
"""From so much on a number is as good as none."""

AT_ANY_TIME: Final = frozenset({A_FIGHT, A_LOSS, A_TARGET})
"""What may be there whenever hooks are asked."""
GIVEN_INSTEAD: Final = {
    "lose_life": frozenset({A_FIGHT, A_LOSS}),
    "harm": frozenset({A_FIGHT}),
    "stand_off": frozenset({A_FIGHT}),
}
"""By event that is replaced, what is given to what happens instead."""
OWN_TURN: Final = "be_your_turn"
"""What a condition says that it is one's own turn; what may be done in it at any time is done `in your turn`."""


def said_moments(moments: int) -> Part:
    """Return moments: `in your turn`, `when you have completed your move or at the end of your turn`."""
    said: list[Part] = []
    for name in WIDEST_FIRST:
        if moments & NAMED[name] == NAMED[name]:
            said.append(phrase(f"time_{name}"))
            moments &= ~NAMED[name]
    said += [phrase(f"time_{name}") for name in MOMENTS if moments & BITS[name]]
    return listed(said)


def on_condition(part: Part, when: Condition, order: str = "last") -> list[Part]:
    """Return a part on a condition; nothing if the options of the table rule it out."""
    settled = when.settled()
    if settled is None:
        return [Given(part, when.clause(), order)]
    return [part] if settled else []


def answering(effect: Effect, moments: int) -> None:
    """Let the words of an effect know which moments or events they answer."""
    for word in words_in(effect):
        word.answers = moments


class Own(NamedTuple):
    """The card that hooks stand on: it speaks of itself as `this card` and of others of its kind as others.

    Attributes:
        id, kind: of the card; empty if the hooks stand on something else.
        belonging: whether it is one that a character has.
        enemy: whether it is an Enemy.
    """

    id: str = ""
    kind: str = ""
    belonging: bool = False
    enemy: bool = False


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

    @property
    def adds_to(self) -> Part | None:
        """The number that it adds to, as a noun; None if it is said by a sentence of its own."""
        template = self.table.number_texts[self.number]
        name = Name("number", self.table.number_names[self.number], template, determiner="your")
        return name if "{" not in template and self.at_most == NONE else None

    def clause(self, more: bool = False) -> Part:
        """Return what it says, without its condition.

        Args:
            more: whether the card adds to the same number already.
        """
        name = self.adds_to
        if name is not None:
            if self.fixed is not None and self.fixed < 0:
                return bid("subtract_from", amount=Text(str(-self.fixed)), to=name)
            amount = phrase("more_number", number=self.amount.clause()) if more else self.amount.clause()
            return bid("add_to", amount=amount, to=name)
        template, own = self.table.number_texts[self.number], self.table.number_names[self.number]
        if self.fixed is not None and self.fixed < 0 and (less := self.table.number_less_texts[self.number]):
            before, after = less.split("{}")
            return state_told("number", f"{own}.less", f"{before}{{amount}}{after}", amount=Text(str(-self.fixed)))
        before, noun, after = re.split(r"[{}]", template) if "{" in template else (f"your {template} is ", "", "")
        return state_told("number", own, f"{before}{{amount}}{after}", amount=self._amount(own, noun))

    def _amount(self, own: str, noun: str) -> Part:
        """Return how much: `1 more Object`, `at most 2 dice`."""
        if self.at_most != NONE:
            most = Count(Name("number", own, noun), self.at_most) if noun else Text(str(self.at_most))
            return phrase("at_most", amount=most)
        if not noun:
            return self.amount.clause()
        if self.fixed is not None and self.fixed >= NO_LIMIT:
            return phrase("any_number_of", things=Name("number", own, noun, several=True))
        more = self.table.number_defaults[self.number] != 0
        if self.fixed is not None and self.fixed < 0:
            return phrase("fewer", things=Count(Name("number", own, noun), -self.fixed))
        amount = self.amount.fixed if isinstance(self.amount, Fixed) else self.amount.clause()
        return Count(Name("number", own, noun), amount, more)

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

    def does(self, allows: bool, own: Own) -> Do:
        """Return what is allowed or forbidden.

        Args:
            allows: whether it is allowed.
            own: the card that says so.
        """
        return Do(f"action_{self.action}", {"what": self._things(own)}, "may", not allows)

    def _things(self, own: Own) -> Part:
        known = things(self.table)
        if not self.things:
            if self.action == "cast" and own.belonging and known.incantations:  # what nobody has answers no Spell
                return phrase("spells_not_even", spell=incantation(known.incantations[0]))
            return phrase(f"any_{USUALLY[self.action]}") if self.action in USUALLY else Text("")
        if own.id in self.things and self.action in ("ditch", "be_robbed"):
            return Noun("card", "this")
        if self.action == "be_cast_at" and own.belonging and known.incantations:
            return phrase("spells_but", spell=incantation(known.incantations[0]))
        if self.action in ONE_BY_ONE:
            return known.those(self.things)
        determiner = "other" if self.action == "have" and own.belonging and own.kind in self.things else ""
        return known.many(self.things, determiner=determiner)

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what it gives: something may be allowed at any time, also in a fight or when a life is lost."""
        return AT_ANY_TIME

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides: nothing."""
        return NONE_GIVEN


class Duty(Permission):
    """Something that must be done wherever it is possible. `must: {attack: any}`"""

    def demands(self) -> Do:
        """Return what must be done."""
        what = (
            things(self.table).many(self.things) if self.things else phrase(f"any_{USUALLY.get(self.action, 'cards')}")
        )
        return Do(f"duty_{self.action}", {"what": what}, "must")


class Replace:
    """Something else instead of an event. `replace: {lose_life: desert}`"""

    parts: ClassVar = ("when", "do")

    def __init__(self, table: AdventureTable, event: str, things: frozenset[str], when: Condition, do: Effect) -> None:
        self.table = table
        self.event = event
        self.things = things
        self.when = when
        self.do = do

    def clause(self, own: Own) -> Part:
        """Return what it says, without its condition."""
        deeds = [] if isinstance(self.do, Nothing) else [self.do.clause()]
        if self.event == "take":
            return listed([bid("discard_this_instead"), *deeds], "then")
        if self.event == "harm":
            return Given(listed([bid("lose_no_life"), *deeds], "but"), state("event_prevailed"), "first")
        if self.event == "stand_off":
            return Clause((do("count_as_its_victory"),), Noun("stand_off", "a"))
        if not deeds:
            return state("lose_no_life_to", cause=self._cause(own))
        return During(deeds[0], phrase("instead_of_losing_life", cause=self._cause(own)))

    def _cause(self, own: Own) -> Part:
        known = things(self.table)
        if not self.things:
            return Text("")
        if "spell" in self.things and own.belonging and known.incantations:
            return phrase("lost_to", things=phrase("spells_but", spell=incantation(known.incantations[0])))
        return known.cause(self.things)

    def provided_in(self, field: str) -> frozenset[Need]:
        """Return what its event gives."""
        return GIVEN_INSTEAD.get(self.event, NONE_GIVEN)

    def hidden_in(self, field: str) -> frozenset[Need]:
        """Return what it hides: nothing."""
        return NONE_GIVEN


class Act(Word):
    """Something the holder may do at a moment. `act: {at: free, do: ...}`; answers to events say `to:`."""

    at: Moments = NO_MOMENTS  # the moments at which it may be done
    to: Moments = NO_MOMENTS  # the events it may answer, of a `respond`
    do: Effect  # what is done
    when: Condition = ALWAYS  # what must hold besides
    key: str = ""  # the key of the option, if not the id of whatever offers it; no two acts of one card have the same
    once: str = ""  # how often: once a `turn`, `fight` or `roll`; as often as one likes if it says none
    cost: Counts = NO_AMOUNTS  # paid first
    for_: Purpose = NO_PURPOSE  # only for rolls of this purpose, e.g. `pray`

    index = 0
    """Its index among the acts of the table."""
    keyword = ""

    def ready(self, names: Names, node: Node) -> None:
        if bool(self.at) == bool(self.to):
            node.fail("an act says at which moment (`at:`), an answer to which event (`to:`)")
        if self.once not in ("", "turn", "fight", "roll"):
            node.fail("once a {once!r} is not known; write turn, fight or roll", once=self.once)
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
            return Translatable("`once: roll` is said of what answers `to: rolled`; write `once: turn`")
        if self.once == "fight" and A_FIGHT not in given:
            return Translatable("`once: fight` is said of what is done in a fight; write `once: turn`")
        return ""

    def clause(self) -> Part:
        return self.said(Own())

    def said(self, own: Own) -> Part:
        """Return what it says on a card: `once a turn, in your turn, you may pay 1 gold to roll a die`."""
        deed = optional(self.deed())
        time = said_moments(self.at)
        if own.enemy and self.at == BITS["killed"]:
            time = phrase("time_killed_it")
        if self.for_:
            time = phrase("time_of_roll", time=time, purpose=things(self.table).purpose(self.for_))
        rest = None if self.when.settled() else self.when.clause()
        if rest is not None and self.at == NAMED["free"]:
            in_own_turn, rest = without_own_turn(rest)
            time = phrase("time_own_turn") if in_own_turn else time
        if rest is not None:
            deed = Given(deed, rest, "first")
        said = During(deed, time)
        return During(said, phrase(f"once_a_{self.once}")) if self.once in ("turn", "fight") else said

    def deed(self) -> Part:
        """Return its effect with its price, without the moment."""
        return paying(amounts(self.table, self.cost), self.do.clause()) if self.cost else self.do.clause()


def without_own_turn(condition: Part) -> tuple[bool, Part | None]:
    """Return whether a condition begins with its being one's own turn, and the rest of the condition, if any."""
    if isinstance(condition, Listed) and condition.joined == "and":
        found, rest = without_own_turn(condition.parts[0])
        left = [*([rest] if rest is not None else []), *condition.parts[1:]]
        return found, listed(left, "and") if found else condition
    if isinstance(condition, Clause) and (condition.joined == "and" or len(condition.does) == 1):
        first, *others = condition.does
        if isinstance(first, Do) and first.key == OWN_TURN and not first.negated:
            return True, Clause(tuple(others), condition.subject) if others else None
    return False, condition


class Trigger(Word):
    """What follows an event by itself. `trigger: {after: landed, when: {at: woods}, do: ...}`

    With `who` it follows what happens to others, who are then the target.
    """

    after: str  # the event
    do: Effect  # what follows
    of: Things = ANYTHING  # only where it comes to pass with these things
    when: Condition = ALWAYS  # what must hold besides
    who: Who = YOU  # to whom it must happen; if not to oneself, they are the target

    def ready(self, names: Names, node: Node) -> None:
        if self.after not in EVENTS:
            node.misspelt("no event is called {name!r}", self.after, EVENTS)
        if self.who != YOU and self.after in OWN_EVENTS:
            node.fail("{event!r} is only answered by the one whom it happens to; leave `who` out", event=self.after)
        if self.who not in WATCHED:
            known = ", ".join(WHO[who] for who in WATCHED)
            node.fail("whose event it is, is said as one of {known}", known=known)

    def provided_in(self, field: str) -> frozenset[Need]:
        return given_after(self.after, self.who != YOU)

    def flaw(self) -> str:
        always = self.when.settled() is True and not self.of
        if always and self.after == "check":
            return Translatable(
                "`after: check` follows every change, also the one that it makes itself; say `when:` it is done"
            )
        if always and self.after in OPENING and any("turn_over" in effect.brings() for effect in certain(self.do)):
            return Translatable(
                "it ends each turn as it begins, so that whoever has it never has one; say `when:` it is done"
            )
        if always and any(self.after in effect.brings() for effect in certain(self.do)):
            endless = "what it does brings about {event!r} again and so would never end; say `when:` it is done"
            return Translatable(endless, event=self.after)
        return ""

    def clause(self) -> Part:
        deed, condition = self.do.clause(), None if self.when.settled() else self.when.clause()
        if self.after == "check" and condition is not None:
            return Given(deed, condition, "as_soon_as")
        event = self._event()
        return Given(deed, event if condition is None else listed([event, condition], "and"), "when")

    def _event(self) -> Part:
        """Return what happens: `you lose a life`, `any other character casts a Spell`."""
        known = things(self.table)
        if self.after == "lost_life" and self.of:
            return state("event_lost_life_to", whom(self.who), cause=known.cause(self.of))
        what = known.one(self.of) if self.of else phrase(f"any_{OF_EVENTS.get(self.after, 'card')}")
        if self.who != YOU and self.after in OPENING_OR_ENDING:
            return state(f"event_{self.after}_of", who=whom(self.who))
        return state(f"event_{self.after}", whom(self.who), what=what)


class Cast(Word):
    """When a Spell may be cast, and at whom. `cast: {at: turn_start, target: any_other}`"""

    at: Moments  # the moments at which it may be cast
    when: Condition = ALWAYS  # what must hold besides
    target: Who = NOBODY  # the character it is cast at, of one's choice among these
    if_: Condition = ALWAYS  # of whoever is the target
    space: str = ""  # `space: ...` if a space is chosen: `empty` (Outer and Middle, no character there)
    card: Things = ANYTHING  # if a card lying on the board is chosen: what kind

    def ready(self, names: Names, node: Node) -> None:
        if self.space not in ("", "empty"):
            node.mapping()["space"].fail("a Spell is cast at a space that is `empty`, not {space!r}", space=self.space)
        if self.if_ is not ALWAYS and self.target == NOBODY:
            node.mapping()["if"].fail("`if` says at whom a Spell may be cast; say `target` too, or write `when`")

    def provided_in(self, field: str) -> frozenset[Need]:
        given = given_at(self.at)
        return given | {A_TARGET} if field == "if_" else given

    def given_to_effect(self) -> frozenset[Need]:
        """Return what is given to the effect of the Spell: what goes on when it is cast, and what it is cast at."""
        found = given_at(self.at) - KNOWN_AT_A_MOMENT
        aimed = ((self.target != NOBODY, A_TARGET), (self.space, A_CHOSEN_SPACE), (self.card, THAT_CARD))
        return found | {need for chosen, need in aimed if chosen}

    def clause(self) -> Part:
        said: Part = bid("cast_it", aim=self._aim(), time=said_moments(self.at))
        return said if self.when.settled() else Given(said, self.when.clause(), "provided")

    def _aim(self) -> Part:
        """Return at whom or what it is cast."""
        if self.target != NOBODY:
            return phrase("cast_on", whom=those(whom(self.target), self.if_))
        if self.space:
            found = dict.fromkeys([self.table.spaces[number].region for number in self.table.open_spaces])
            known = things(self.table)
            return phrase("cast_on_empty", regions=listed([known.the(region) for region in found]))
        if self.card:
            return phrase("cast_on_lying", card=things(self.table).one(self.card))
        return Text("")
