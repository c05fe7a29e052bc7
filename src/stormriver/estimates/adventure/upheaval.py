"""Readings of what changes the board or happens elsewhere: cards cleared away, Followers strewn, stray Spells."""

from __future__ import annotations

from stormriver.adventure.model.types import NOBODY, ON_THIS
from stormriver.adventure.procedures.belongings import partable
from stormriver.adventure.words.places import ClearAway, DoAs, Strew, Sweep
from stormriver.adventure.words.spells import StraySpell
from stormriver.estimates.adventure.changes import Changes, mixed
from stormriver.estimates.adventure.having import lost
from stormriver.estimates.adventure.reader import Reader, about, reads
from stormriver.kernel.frames import Context
from stormriver.language.grammar import Effect


@reads(ClearAway)
@reads(Sweep)
def cleared(reader: Reader, word: Effect, context: Context) -> Changes:
    """Nothing: what lies on the board belongs to nobody."""
    return {}


@reads(Strew)
def strew(reader: Reader, word: Strew, context: Context) -> Changes:
    """Any of the belongings is gone."""
    if context.seat != reader.seat:
        return reader.of(context.seat, {"follower": -float(word.possible(reader.game, context))})
    cards = partable(reader.game, context.seat, word.things)
    return reader.mean([lost(reader, card) for card in cards]) if cards else {}


@reads(DoAs)
def do_as(reader: Reader, word: DoAs, context: Context) -> Changes:
    """What is done at the other space; of the same card all that it says, with no third time."""
    if word.space != ON_THIS:
        return reader.effect(word.meant(context.card), context)
    if context.seat != reader.seat or context.card in reader.holding:
        return {}
    reader.holding.add(context.card)
    try:
        return reader.effect(word.meant(context.card), about(context))
    finally:
        reader.holding.discard(context.card)


@reads(StraySpell)
def stray_spell(reader: Reader, word: StraySpell, context: Context) -> Changes:
    """The mean of the Spells that are cast at a character, cast by somebody else."""
    found = []
    for card in reader.table.definitions:
        if card.cast is not None and card.cast.target != NOBODY:
            caster = next((seat for seat in range(len(reader.state.seats)) if seat != context.seat), context.seat)
            cast = Context(caster, rival=context.seat, space=context.space)
            found.append((float(card.copies), reader.effect(card.effect, cast)))
    copies = sum(count for count, _ in found)
    return mixed([(count / copies, changes) for count, changes in found])
