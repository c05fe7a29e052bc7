"""Why something is not on offer to the viewer: what they have and could use, and what they might take or buy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from stormriver.adventure.analysis.under_way import (
    asked_about,
    may_still_parry,
    on_offer,
    open_moments,
    spent_before,
    word_asking,
)
from stormriver.adventure.model.clauses import count, noun_of, things
from stormriver.adventure.model.columns import CASTS
from stormriver.adventure.model.hooks import Act, said_moments
from stormriver.adventure.model.moments import BITS, NAMED
from stormriver.adventure.model.types import NOBODY, SPELL
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.stats import barring, forbidding, form
from stormriver.adventure.procedures.windows import charges, has_target, used
from stormriver.adventure.text.event_text import ability_name
from stormriver.adventure.text.spoken import MOMENTS_OF
from stormriver.adventure.view import View
from stormriver.adventure.words.stock import Shop
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Count, Part, phrase
from stormriver.presentation.adventure.ids import card_name, number, say, source_name, table_of, tell
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
            yield Missing(card_name(sight, definition.id), _not_had(sight, card, definition.cost), definition.id)


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
            reason = _not_had(sight, stock[kind], cost) if cost else tell(sight, "missing.none_left")
            yield Missing(card_name(sight, definition.id), reason, definition.id)


def _not_had(sight: View, card: int, price: int) -> str:
    """Return why the viewer cannot have a card that is there to be had at a price."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    if sight.me.alignment in table.cards[card].not_for:
        return tell(sight, "missing.not_for", alignment=phrase(f"alignment_{sight.me.alignment}"))
    if not may_have(game, seat, card):
        return _forbidden(sight, forbidding(game, seat, "have", table.cards[card].names), "have")
    if price > sight.me.gold:
        return tell(sight, "missing.price", price=Count("gold", price), have=number(sight.me.gold))
    return tell(sight, "missing.left_behind")


# Spells


def _spells(sight: View, moment: int, offered: frozenset[str]) -> Iterator[Missing]:
    table = table_of(sight)
    for card in sight.game.state.zones[table.hand + sight.seat]:
        definition = table.cards[card]
        if definition.cast is not None and f"cast:{definition.id}" not in offered:
            yield Missing(card_name(sight, definition.id), _not_cast(sight, card, moment), definition.id)


def _not_cast(sight: View, card: int, moment: int) -> str:
    """Return why a Spell cannot be cast now."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    spell = table.cards[card].cast
    assert spell is not None
    bar = forbidding(game, seat, "cast", SPELL)
    if form(game, seat) != NONE or bar != NONE:
        return _forbidden(sight, bar, "cast")
    if not game.state.seats[seat][CASTS]:
        return tell(sight, "missing.enough_cast")
    if not spell.at & moment:
        return tell(sight, "missing.cast_when", when=when_said(spell.at))
    about = asked_about(game)
    if not spell.when.test(game, about.seen_by(seat, card)):
        return tell(sight, "missing.cast_if", condition=spell.when.clause())
    if not has_target(game, seat, card, about) and (spell.target != NOBODY or spell.space or spell.card):
        return tell(sight, "missing.no_target")
    return tell(sight, "missing.nothing")


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
        named = ability_name(table, source, act.index) if card.abilities else things(table).card_itself(source)
        name = say(sight, named)
        name = f"{name[:1].upper()}{name[1:]}"
        if name not in found or act.at & moment:
            found[name] = act
    yield from found.items()


def _not_used(sight: View, source: int, act: Act, moment: int) -> str:
    """Return why an act of a card or character is not on offer."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    shape = form(game, seat)
    bar = barring(game, seat, source) if table.is_belonging[source] else NONE
    if bar != NONE:
        return tell(sight, "missing.barred", source=source_name(table, bar))
    if shape != NONE and not table.is_belonging[source]:
        return tell(sight, "missing.shaped", form=things(table).mark(shape, "a"))
    if not act.at & moment:
        when = when_said(act.at)
        if act.for_:
            when = phrase("when_and_what_for", when=when, purpose=things(table).purpose(act.for_))
        return tell(sight, "missing.use_when", when=when)
    return _not_possible(sight, source, act)


def when_said(moments: int) -> Part:
    """Return moments in words; a group of moments that cards call by one name is listed one by one."""
    said: list[Part] = []
    for name in APART:
        if moments & NAMED[name] == NAMED[name]:
            said.append(phrase(f"moments_{name}"))
            moments &= ~NAMED[name]
    said += [said_moments(moments)] if moments else []
    return reduce(lambda first, second: phrase("moments_or", first=first, second=second), said)


APART = ("any", "free")
"""The groups of moments (see `moments.GROUPS`) that are listed one by one, the widest first."""


def _not_possible(sight: View, source: int, act: Act) -> str:
    """Return why an act is not on offer although this is its moment."""
    game, seat, table = sight.game, sight.seat, table_of(sight)
    about = asked_about(game).seen_by(seat, source)
    if act.for_ and about.target != table.purposes[act.for_]:
        return tell(sight, "missing.other_dice", purpose=things(table).purpose(act.for_))
    if act.once and used(game, seat, act):
        return tell(sight, f"missing.used_{act.once}")
    if source in table.armours and not may_still_parry(game, seat, source):
        return tell(sight, "missing.parried")
    bar = forbidding(game, seat, "act")
    if bar != NONE:
        return _forbidden(sight, bar, "act")
    for column, amount in charges(game, seat, act, about).items():
        have = game.state.seats[seat][column]
        if have < amount:
            return tell(sight, "missing.price", price=count(noun_of(table, column), amount), have=number(have))
    if not act.when.test(game, about):
        return tell(sight, "missing.use_if", condition=act.when.clause())
    return tell(sight, "missing.nothing")


def _forbidden(sight: View, bar: int, deed: str) -> str:
    """Return the sentence that something forbids the viewer a deed; without a source it is the present form."""
    table = table_of(sight)
    if bar == NONE or table.mark_source <= bar < table.rule_source:
        shape = form(sight.game, sight.seat)
        mark = things(table).mark(shape if shape != NONE else bar - table.mark_source)
        return tell(sight, f"missing.marked_{deed}", name=mark)
    return tell(sight, f"missing.forbidden_{deed}", source=source_name(table, bar))
