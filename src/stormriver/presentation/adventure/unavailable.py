"""Why something is not on offer to the viewer: what they have and could use, and what they might take or buy."""

from __future__ import annotations

from collections.abc import Iterator

from stormriver.adventure.analysis.under_way import (
    asked_about,
    may_still_parry,
    on_offer,
    open_moments,
    spent_before,
    word_asking,
)
from stormriver.adventure.model.columns import CASTS
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.moments import BITS, NAMED
from stormriver.adventure.model.nouns import COLUMN_ENGLISH, nouns
from stormriver.adventure.model.types import NOBODY, WHO_ENGLISH
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.spells import SPELL
from stormriver.adventure.procedures.stats import barring, forbidding, form
from stormriver.adventure.procedures.windows import act_targets, charges, has_target, used
from stormriver.adventure.text.english import MOMENTS_OF, moments_text
from stormriver.adventure.text.event_text import ability_name
from stormriver.adventure.view import View
from stormriver.adventure.words.stock import Shop
from stormriver.kernel.state import NONE
from stormriver.language.english import an, counted, named
from stormriver.presentation.adventure.ids import source_name, table_of
from stormriver.presentation.facts import Missing


def missing(sight: View) -> tuple[Missing, ...]:
    """Return what is not on offer to the viewer at their pending ask, each thing with the reason.

    That is what they have and could use at another moment, and what is there to be taken or bought.
    """
    ask = sight.ask
    if ask is None or ask.seat != sight.seat or not sight.me.playing:
        return ()
    moment = open_moments(sight.game, sight.seat) or sum(BITS[name] for name in MOMENTS_OF.get(ask.kind, ()))
    offered = frozenset(ask.keys)
    own = (*_spells(sight, moment, offered), *_acts(sight, moment, offered))
    return (*_lying(sight, offered), *_wares(sight, offered), *own)


# what is there to be taken or bought


def _lying(sight: View, offered: frozenset[str]) -> Iterator[Missing]:
    """Yield the cards on the space that are to be taken now, but not by the viewer."""
    table = table_of(sight)
    for card in on_offer(sight.game):
        definition = table.cards[card]
        if f"take:{definition.id}" not in offered:
            yield Missing(definition.name, _not_had(sight, card, definition.cost), definition.id)


def _wares(sight: View, offered: frozenset[str]) -> Iterator[Missing]:
    """Yield the cards that are for sale now, but not to the viewer."""
    table, zones = table_of(sight), sight.game.state.zones
    word = word_asking(sight.game)
    if not isinstance(word, Shop):
        return
    piles = [table.deck_zone[deck] for deck in word.decks() if not table.decks[deck].hidden]
    stock = {table.definition_of[card]: card for pile in piles for card in zones[pile]}
    for kind in word.wares():
        definition = table.definitions[kind]
        if f"buy:{definition.id}" not in offered:
            cost = word.cost(sight.game, sight.seat, stock[kind], spent_before(sight.game)) if kind in stock else 0
            reason = _not_had(sight, stock[kind], cost) if cost else "There is none left."
            yield Missing(definition.name, reason, definition.id)


def _not_had(sight: View, card: int, price: int) -> str:
    """Return why the viewer cannot have a card that is there to be had at a price."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    if sight.me.alignment in table.cards[card].not_for:
        return f"{named(sight.me.alignment)} characters may not have it."
    if not may_have(game, seat, card):
        return _forbidden(sight, forbidding(game, seat, "have", table.cards[card].names), "have it")
    if price > sight.me.gold:
        return f"It costs {price} gold, and you have {sight.me.gold}."
    return "You have left it behind in this turn."


# Spells


def _spells(sight: View, moment: int, offered: frozenset[str]) -> Iterator[Missing]:
    table = table_of(sight)
    for card in sight.game.state.zones[table.hand + sight.seat]:
        definition = table.cards[card]
        if definition.cast is not None and f"cast:{definition.id}" not in offered:
            yield Missing(definition.name, _not_cast(sight, card, moment), definition.id)


def _not_cast(sight: View, card: int, moment: int) -> str:
    """Return why a Spell cannot be cast now."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    spell = table.cards[card].cast
    assert spell is not None
    bar = forbidding(game, seat, "cast", SPELL)
    if form(game, seat) != NONE or bar != NONE:
        return _forbidden(sight, bar, "cast Spells")
    if not game.state.seats[seat][CASTS]:
        return "You have cast as many Spells in this turn as you may."
    if not spell.at & moment:
        return f"It may be cast {when_english(spell.at)}."
    about = asked_about(game)
    if not spell.when.test(game, about.seen_by(seat, card)):
        return f"It may be cast only if {spell.when.english()}."
    if not has_target(game, seat, card, about) and (spell.target != NOBODY or spell.space or spell.card):
        return "There is nobody and nothing to cast it on."
    return "It would do nothing now."


# cards and abilities


def _acts(sight: View, moment: int, offered: frozenset[str]) -> Iterator[Missing]:
    """Yield the acts of belongings, of the character and of marks on it; each thing once, with its nearest act."""
    table = table_of(sight)
    for source in _sources(sight):
        acts = table.acts.get(source, ())
        acts = tuple(act for act in acts if f"use:{act.key or table.source_id(source)}" not in offered)
        for name, act in _nearest(sight, source, acts, moment):
            card = table.cards[source].id if table.is_belonging[source] or table.is_enemy[source] else ""
            yield Missing(name, _not_used(sight, source, act, moment), card)


def _sources(sight: View) -> list[int]:
    """Return the viewer's cards and character, whether it may do anything just now or not."""
    table, state = table_of(sight), sight.game.state
    return [*state.zones[table.play + sight.seat], *state.zones[table.character + sight.seat]]


def _nearest(sight: View, source: int, acts: tuple[Act, ...], moment: int) -> Iterator[tuple[str, Act]]:
    """Yield each ability (or the card) once by its name, with the act that belongs to the moment, if one does."""
    table = table_of(sight)
    found: dict[str, Act] = {}
    for act in acts:
        card = table.cards[source]
        name = card.name if not card.abilities else named(ability_name(table, source, act.index))
        if name not in found or act.at & moment:
            found[name] = act
    yield from found.items()


def _not_used(sight: View, source: int, act: Act, moment: int) -> str:
    """Return why an act of a card or character is not on offer."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    shape = form(game, seat)
    bar = barring(game, seat, source) if table.is_belonging[source] else NONE
    if bar != NONE:
        return f"It may not be used: {source_name(table, bar)} forbids it."
    if shape != NONE and not table.is_belonging[source]:
        return f"Turned into {an(table.marks[shape].name)}, you have no special abilities."
    if not act.at & moment:
        return f"It may be used {when_english(act.at)}{_purpose(sight, act)}."
    return _not_possible(sight, source, act)


def when_english(moments: int) -> str:
    """Return moments in words; a group of moments that cards call by one name is listed one by one."""
    said = []
    for name, english in APART.items():
        if moments & NAMED[name] == NAMED[name]:
            said.append(english)
            moments &= ~NAMED[name]
    return ", or ".join([*said, *([moments_text(moments)] if moments else [])])


APART = {
    "any": "when a turn begins or ends, after a move, in a fight before the dice, when an ability is used on you, when "
    "a life is about to be lost, or when a Spell has just been cast",
    "free": "in your turn: at its start, when you choose what to encounter, in a fight before the dice, or at its end",
}
"""The groups of moments (see `moments.GROUPS`) that are listed one by one, the widest first."""


def _purpose(sight: View, act: Act) -> str:
    return f" {nouns(table_of(sight)).purpose(act.for_)}" if act.for_ else ""


def _not_possible(sight: View, source: int, act: Act) -> str:
    """Return why an act is not on offer although this is its moment."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    about = asked_about(game).seen_by(seat, source)
    if act.for_ and about.target != table.purposes[act.for_]:
        return f"It is for dice that you roll{_purpose(sight, act)}."
    if act.once and used(game, seat, act):
        return f"You have used it in this {act.once} already."
    if source in table.armours and not may_still_parry(game, seat, source):
        return "It may not be used any more in this fight."
    bar = forbidding(game, seat, "act")
    if bar != NONE:
        return _forbidden(sight, bar, "use special abilities")
    for column, amount in charges(game, seat, act, about).items():
        have = game.state.seats[seat][column]
        if have < amount:
            return f"It costs {counted(amount, COLUMN_ENGLISH[column])}, and you have {have}."
    if not act.when.test(game, about):
        return f"It may be used only if {act.when.english()}."
    if act.target != NOBODY and not act_targets(game, act, about):
        return f"There is nobody to use it on; it is for {WHO_ENGLISH[act.target]}."
    return "It would do nothing now."


def _forbidden(sight: View, bar: int, deed: str) -> str:
    """Return the sentence that something forbids the viewer a deed; without a source it is the present form."""
    table = table_of(sight)
    if bar == NONE or table.mark_source <= bar < table.rule_source:
        shape = form(sight.game, sight.seat)
        name = table.marks[shape if shape != NONE else bar - table.mark_source].name
        return f"While you are marked “{name}” you may not {deed}."
    return f"{named(source_name(table, bar))} does not let you {deed}."
