"""Readings of marks, other forms and alignment."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.analysis.fights import fight_under_way
from stormriver.adventure.model.definitions import MarkKind
from stormriver.adventure.model.types import NO_CARD, THAT, THIS
from stormriver.adventure.procedures.belongings import having
from stormriver.adventure.procedures.cycles import at_present, following
from stormriver.adventure.procedures.stats import find_marks, form
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.words.marks import Advance, Become, Marked, PutMark, Transform, Unmark
from stormriver.estimates.adventure.changes import Changes, add, lasting
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import FIGHT_END, TICKS, TURN_END
from stormriver.kernel.state import NONE
from stormriver.kernel.table import Table, once_a_table
from stormriver.language.control import Not

LIKELY: Final = {"killed_enemy": 0.6, "took_life": 0.2, "check": 0.4}
"""How likely an event is to come while a mark waits for it."""


@reads(Become)
def become(reader: Reader, word: Become, context: Context) -> Changes:
    """Cards that the new alignment may not have are lost."""
    from stormriver.adventure.model.columns import ALIGNMENTS
    from stormriver.estimates.adventure.having import lost

    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        if seat == reader.seat and word.possible(reader.game, context):
            for card in reader.state.zones[reader.table.play + seat]:
                if ALIGNMENTS[word.alignment] in reader.table.cards[card].not_for:
                    add(total, lost(reader, card))
    return total


@reads(Transform)
def transform(reader: Reader, word: Transform, context: Context) -> Changes:
    """Turns in another form, and everything dropped."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        already = form(reader.game, seat) != NONE
        add(total, reader.of(seat, {"form": float(word.turns), **({} if already else {"estate": -1.0})}))
    return total


@reads(Advance)
def advance(reader: Reader, word: Advance, context: Context) -> Changes:
    """What follows when the next mark of the cycle lies there."""
    return turned(reader, following(reader.game, word.cycle), context)


def turned(reader: Reader, kind: int, context: Context) -> Changes:
    """What a mark of a cycle does by itself when it begins; whether it is good to live with is left open."""
    mark = reader.table.marks[kind]
    if at_present(reader.game, mark.cycle) == kind:
        return {}
    total: Changes = {}
    for trigger in mark.trigger:
        if trigger.after == "cycle_turned" and (not trigger.of or mark.id in trigger.of):
            add(total, reader.effect(trigger.do, context))
    return total


@reads(PutMark)
def put_mark(reader: Reader, word: PutMark, context: Context) -> Changes:
    """What the mark means for whoever bears it; to make something else of a belonging helps whoever carries much."""
    if reader.table.marks[word.kind].cycle:
        return turned(reader, word.kind, context)
    if word.on in (THIS, THAT):
        return {}
    if word.on != NO_CARD:
        burden = len(having(reader.game, context.seat, word.on))
        return reader.of(context.seat, {"chance": 1.0 if burden > 3 else -0.5})
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        if find_marks(reader.game, seat, word.kind) and not reader.table.marks[word.kind].stacks:
            continue
        add(total, reader.of(seat, marked(reader, seat, word)))
        reader.suppose_mark(word.kind, seat, max(1, word.amount.of(reader.game, context)))
    return total


def marked(reader: Reader, seat: int, word: PutMark) -> Changes:
    """Return what bearing a new mark changes for its bearer."""
    table = reader.table
    kind: MarkKind = table.marks[word.kind]
    short = TICKS[word.until] in (TURN_END, FIGHT_END)
    fight = fight_under_way(reader.game)
    total: Changes = {}
    if kind.holds:
        total["held"] = 1.0
    if word.kind in barring(table):
        total["quest"] = 1.0
    if kind.escape:
        total["turn"] = -(kind.escape - 1) / (7 - kind.escape)
    for modify in kind.modify:
        name = table.number_names[modify.number]
        amount = float(modify.amount.of(reader.game, Context(seat)))
        if name == "creature_attack" and fight is not None:
            add(total, {fight.number: -amount})
        elif name not in ("strength", "craft", "battle", "psychic"):
            continue
        elif not short:
            add(total, {name: amount}, 0.5)
        elif fight is not None:
            add(total, {{"strength": "battle", "craft": "psychic"}.get(name, name): amount})
    for clause in kind.allow:
        if fight is not None or not short:
            add(total, {"evade": 1.0} if fight is not None and clause.action == "evade" else {"chance": 1.0})
    if kind.forbid:
        total["bar"] = total.get("bar", 0.0) + max(1, word.turns)
    if seat == reader.seat and (kind.trigger or kind.act):
        add(total, reader.once(("awaited", kind.id), lambda: _awaited(reader, kind)))
    return total


def _awaited(reader: Reader, kind: MarkKind) -> Changes:
    """Return what the mark lets its bearer do, or lets follow an event, with the chance that it comes to that."""
    total: Changes = {}
    for trigger in kind.trigger:
        about = Context(reader.seat)
        chance = LIKELY.get(trigger.after, 0.0)
        if trigger.after == "check" and trigger.when.test(reader.game, about):
            chance = 1.0
        if chance:
            changes = lasting(reader.effect(trigger.do, about))
            add(total, {name: amount for name, amount in changes.items() if not name.startswith("reach:")}, chance)
    for act in kind.act:
        add(total, reader.best([{}, lasting(reader.effect(act.do, Context(reader.seat)))]), 0.5)
    return total


@once_a_table
def barring(table: Table) -> frozenset[int]:
    """Return the kinds of marks with which a gate cannot be tried."""
    kinds = set()
    for space in table.spaces:
        for gate in space.gates:
            if isinstance(gate.bars, Not) and isinstance(gate.bars.condition, Marked):
                kinds.add(int(gate.bars.condition.kind))
    return frozenset(kinds)


@reads(Unmark)
def unmark(reader: Reader, word: Unmark, context: Context) -> Changes:
    """What held or barred the character lets go, or a part of it."""
    less = word.amount.of(reader.game, context)
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        amount = sum(mark.amount for mark in find_marks(reader.game, seat, word.kind))
        if amount:
            part = -min(1.0, less / amount) if less else -1.0
            if reader.table.marks[word.kind].holds:
                add(total, reader.of(seat, {"held": part}))
            if word.kind in barring(reader.table):
                add(total, reader.of(seat, {"quest": part}))
    return total
