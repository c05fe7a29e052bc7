"""Readings of Spells gained, kept, passed on, cancelled and cast."""

from __future__ import annotations

from stormriver.adventure.analysis.under_way import spell_answered
from stormriver.adventure.model.types import NOBODY, SPELL
from stormriver.adventure.procedures.spells import hand, room_for_spells
from stormriver.adventure.procedures.stats import forbidden, playing
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.windows import targets
from stormriver.adventure.words.spells import (
    GainSpells,
    Incant,
    KeepSpell,
    PassSpells,
    RenewSpells,
    StraySpell,
    next_player,
)
from stormriver.estimates.adventure.changes import Changes, add, mixed
from stormriver.estimates.adventure.reader import Reader, reads
from stormriver.kernel.frames import Context


def cast(reader: Reader, card: int, about: Context) -> Changes:
    """Return what casting a Spell at the best target changes; the Spell itself is gone."""
    definition = reader.table.cards[card]
    seen = about.seen_by(reader.seat, card)
    assert definition.cast is not None  # only what can be cast is on offer
    if definition.cast.target != NOBODY:
        aimed = []
        for seat in targets(reader.game, seen, card):
            aimed.append(reader.effect(definition.effect, seen.facing(seat)))
        changes = dict(reader.best(aimed))
    else:
        changes = dict(reader.effect(definition.effect, seen))
    add(changes, {"spell": -1.0})
    return changes


@reads(KeepSpell)
def keep_spell(reader: Reader, word: KeepSpell, context: Context) -> Changes:
    """One Spell instead of another."""
    return {"chance": 1.0} if context.seat == reader.seat else {}


@reads(RenewSpells)
def renew_spells(reader: Reader, word: RenewSpells, context: Context) -> Changes:
    """Spells instead of others that may be of no use."""
    return {"chance": float(len(hand(reader.game, context.seat)))} if context.seat == reader.seat else {}


def renewed(reader: Reader, name: str, argument: int) -> Changes:
    """Return what discarding a Spell for an unknown one changes."""
    return {"chance": 0.1} if name == "discard" else {}


@reads(GainSpells)
def gain_spells(reader: Reader, word: GainSpells, context: Context) -> Changes:
    """Spells, as far as there is room for them."""
    total: Changes = {}
    for seat in seats(reader.game, context, word.who):
        amount = min(word.spells.of(reader.game, context), room_for_spells(reader.game, seat))
        if amount > 0:
            add(total, reader.of(seat, {"spell": float(amount)}))
    return total


@reads(PassSpells)
def pass_spells(reader: Reader, word: PassSpells, context: Context) -> Changes:
    """A Spell goes and another comes, as far as there are any."""
    givers = [seat for seat in playing(reader.game) if hand(reader.game, seat)]
    gained = sum(next_player(reader.game, seat) == reader.seat for seat in givers)
    return {"spell": float(gained - (reader.seat in givers))}


def cancelled(reader: Reader, context: Context) -> Changes:
    """Return the opposite of what the Spell that is answered would change."""
    answered = spell_answered(reader.game, context.card)
    if answered is None:
        return {"chance": 1.0}
    return {name: -amount for name, amount in reader.effect(*answered).items()}


@reads(Incant)
def incant(reader: Reader, word: Incant, context: Context) -> Changes:
    """What the Spell does, if it can be cast."""
    if forbidden(reader.game, context.seat, "cast", SPELL):
        return {}
    return reader.effect(word.do_, context)


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
