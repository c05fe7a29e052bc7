"""What all hooks of a card, space or mark say together; what several of them share is said once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from stormriver.adventure.model.actions import SAID_OTHERWISE
from stormriver.adventure.model.hooks import (
    Act,
    Duty,
    Modify,
    Own,
    Permission,
    Replace,
    Trigger,
    on_condition,
)
from stormriver.kernel.state import NONE
from stormriver.language.clauses import YOU, Clause, Do, Given, Part, Text, bid, doing, listed, state
from stormriver.language.grammar import Condition
from stormriver.language.usage import words_in

if TYPE_CHECKING:
    from stormriver.adventure.model.definitions import MarkKind

NOT_A_CARD: Final = Own()
OTHERWISE: Final = frozenset(f"action_{action}" for action in SAID_OTHERWISE)


class Hooked(Protocol):
    """Anything that carries hooks: a card, a character, a space, a mark or a rule."""

    modify: tuple[Modify, ...]
    allow: tuple[Permission, ...]
    forbid: tuple[Permission, ...]
    must: tuple[Duty, ...]
    replace: tuple[Replace, ...]
    act: tuple[Act, ...]
    respond: tuple[Act, ...]
    trigger: tuple[Trigger, ...]


def hook_clauses(carrier: Hooked, own: Own = NOT_A_CARD) -> list[Part]:
    """Return what the hooks of a carrier say, a sentence or more for each.

    Args:
        carrier: a card, ability, space, kind of mark or rule.
        own: the card that they stand on.
    """
    said = [*steady_clauses(carrier, own), *[act.said(own) for act in (*carrier.act, *carrier.respond)]]
    return [*said, *[trigger.clause() for trigger in carrier.trigger]]


def steady_clauses(carrier: Hooked, own: Own = NOT_A_CARD) -> list[Part]:
    """Return what holds as long as the carrier is there: numbers, permissions, what happens instead of something."""
    said = [*_modified(carrier.modify, own), *_allowed(carrier.allow, own), *_forbidden(carrier.forbid, own)]
    said += _demanded(carrier.must)
    for replace in carrier.replace:
        said += on_condition(replace.clause(own), replace.when)
    return said


def speaks_of_itself(marks: Sequence[MarkKind], number: int) -> bool:
    """Tell whether what a kind of mark does puts such a mark on, which is called by its name then.

    Args:
        marks: all kinds of marks; those that it puts on may put it on in their turn.
        number: its number among them.
    """
    left, known = [number], set[int]()
    while left:
        for word in words_in(marks[left.pop()]):
            put: int = getattr(word, "puts_on", NONE)
            if put == number:
                return True
            if put != NONE and put not in known:
                known.add(put)
                left.append(put)
    return False


def _modified(hooks: Iterable[Modify], own: Own) -> list[Part]:
    """Return what is added; the same amount added to several numbers is one clause."""
    sums: dict[int, list[Part]] = {}
    others: list[Part] = []
    always: set[int] = set()
    for hook in hooks:
        name = hook.adds_to
        if name is not None and hook.fixed is not None and hook.when.settled() is True:
            sums.setdefault(hook.fixed, []).append(name)
        else:
            others += on_condition(hook.clause(more=hook.number in always), hook.when)
        always.add(hook.number)
    said = [*[_added(amount, names) for amount, names in sums.items()], *others]
    return [Given(part, state("keep_as_follower"), "while") for part in said] if own.enemy else said


def _added(amount: int, names: list[Part]) -> Part:
    if amount < 0:
        return bid("subtract_from", amount=Text(str(-amount)), to=listed(names, "and"))
    return bid("add_to", amount=Text(str(amount)), to=listed(names, "and"))


def _allowed(hooks: Iterable[Permission], own: Own) -> list[Part]:
    said: list[Part] = []
    for hook in hooks:
        said += on_condition(Clause((hook.does(True, own),), YOU), hook.when)
    return said


def _demanded(hooks: Iterable[Duty]) -> list[Part]:
    """Return what must be done; what is always so is one clause."""
    always = [duty.demands() for duty in hooks if duty.when.settled() is True]
    said: list[Part] = [doing(always, YOU)] if always else []
    for duty in hooks:
        if duty.when.settled() is None:
            said += on_condition(Clause((duty.demands(),), YOU), duty.when)
    return said


def _forbidden(hooks: Iterable[Permission], own: Own) -> list[Part]:
    """Return what is forbidden; prohibitions under the same condition are one clause."""
    barred: list[tuple[Condition, list[Do]]] = []
    for hook in hooks:
        if hook.when.settled() is False:
            continue
        deed = hook.does(False, own)
        alike = next((deeds for when, deeds in barred if when is hook.when and deeds[0].key not in OTHERWISE), None)
        if alike is None or hook.action in SAID_OTHERWISE:
            barred.append((hook.when, [deed]))
        else:
            alike.append(deed)
    return [part for when, deeds in barred for part in on_condition(doing(deeds, YOU, "or"), when)]
