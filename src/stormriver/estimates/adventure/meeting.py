"""Readings of coming to a space: the cards there, those still to be drawn, the space, other characters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stormriver.adventure.analysis.decks import unseen
from stormriver.adventure.analysis.fights import supposed_meeting
from stormriver.adventure.model.columns import GOLD, SPACE
from stormriver.adventure.procedures import endings
from stormriver.adventure.procedures.belongings import may_have
from stormriver.adventure.procedures.encounter import figures_at, may_evade_person
from stormriver.adventure.procedures.fortune import can_carry_gold, gold_on
from stormriver.adventure.procedures.stats import allowed, forbidden, marks_on, total
from stormriver.adventure.procedures.targets import others_here
from stormriver.adventure.procedures.terrain import draws_at, first_at, names_at
from stormriver.adventure.procedures.windows import find_act, options_of
from stormriver.estimates.adventure.changes import Changes, add
from stormriver.estimates.adventure.having import gained
from stormriver.estimates.adventure.reader import LEAST_CHANCE, Reader
from stormriver.estimates.adventure.spells import cast
from stormriver.estimates.adventure.strife import creature, duel, following
from stormriver.kernel.ask import verb_of
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.language.grammar import NOTHING


def landing(reader: Reader, space: int) -> Changes:
    """Return what ending a move on a space changes, with the best of what may be encountered there."""
    parts: list[Callable[[], Changes]] = [partial(landed, reader, space), partial(encounter, reader, space)]
    if reader.state.zones[reader.table.lying + space]:
        parts.insert(0, partial(numberless, reader, space))
    return reader.at(space, lambda: reader.chain(parts))


def numberless(reader: Reader, space: int) -> Changes:
    """Return what the cards without an encounter number do."""
    table = reader.table
    return reader.chain(
        [
            partial(reader.effect, table.cards[card].meet, Context(reader.seat, card, space=space))
            for card in reader.state.zones[table.lying + space]
            if table.order[card] == NONE
        ]
    )


def landed(reader: Reader, space: int) -> Changes:
    """Return what the triggers of landing on a space change."""
    return following(reader, "landed", names_at(reader.game, space))


def encounter(reader: Reader, space: int) -> Changes:
    """Return the better of encountering the space and one of the characters there."""
    others = others_here(reader.game, reader.seat)
    if not others:
        return encounter_space(reader, space)
    met = [character(reader, other) for other in others]
    if not (space == reader.table.summit and others):
        met.append(encounter_space(reader, space))
    return reader.best(met)


def encounter_space(reader: Reader, space: int) -> Changes:
    """Return what encountering a space changes: its demands, new cards, those that lie there, its own visit."""
    table = reader.table
    first, drawn = first_at(reader.game, space), draws_at(reader.game, space)
    lying = reader.state.zones[table.lying + space]
    parts: list[Callable[[], Changes]] = []
    if first is not NOTHING:
        parts.append(partial(reader.effect, first, Context(reader.seat, space=space)))
    to_draw = drawn - len(lying) + figures_at(reader.game, space)
    if to_draw > 0:
        parts.append(partial(draws, reader, to_draw))
    if lying:
        parts += cards_there(reader, lying, space)
    if gold_on(reader.game, space):
        parts.append(partial(loose_gold, reader, space))
    if endings.demand(reader.game, space)[0] is not NOTHING:
        parts.append(partial(visit, reader, space))
    return reader.chain(parts)


def draws(reader: Reader, count: int) -> Changes:
    """Return what drawing some cards changes, and how much stronger than usual their creatures are here."""
    peril = total(reader.game, reader.seat, reader.table.CREATURE_ATTACK)
    return reader.once(("draws", _deck(reader), count, peril), lambda: _draws(reader, count, peril))


def _draws(reader: Reader, count: int, peril: int) -> Changes:
    changes = reader.chain([partial(drawn, reader)] * count)
    if peril:
        changes["peril"] = float(peril * count)
    return changes


def cards_there(reader: Reader, lying: tuple[int, ...], space: int) -> list[Callable[[], Changes]]:
    """Return the meetings with the cards on a space: the Enemies first, then the others in their order."""
    table = reader.table
    cards = sorted((card for card in lying if table.order[card] != NONE), key=table.order.__getitem__)
    enemies = [card for card in cards if table.is_enemy[card]]
    return [
        *[partial(enemies_met, reader, group) for group in fighting_groups(reader, enemies)],
        *[partial(card_met, reader, card, space) for card in cards if not table.is_enemy[card]],
    ]


def loose_gold(reader: Reader, space: int) -> Changes:
    """Return the gold that lies on a space."""
    return {"gold": float(gold_on(reader.game, space))} if can_carry_gold(reader.game, reader.seat) else {}


def visit(reader: Reader, space: int) -> Changes:
    """Return what the space itself does, unless it may be left out."""
    definition = reader.table.spaces[space]
    demanded, card = endings.demand(reader.game, space)
    if demanded is NOTHING:
        return {}
    visited = reader.effect(demanded, Context(reader.seat, card, space=space))
    optional = allowed(reader.game, reader.seat, "skip", definition.names)
    if optional or (definition.unfriendly and may_evade_person(reader.game, reader.seat, frozenset({"unfriendly"}))):
        return reader.best([{}, visited])
    return visited


def fighting_groups(reader: Reader, enemies: list[int]) -> list[list[int]]:
    """Return the Enemies on a space as they are fought: those with Strength as one, the others one by one."""
    cards = reader.table.cards
    together = [card for card in enemies if not cards[card].craft]
    return [*([together] if together else []), *[[card] for card in enemies if cards[card].craft]]


def enemies_met(reader: Reader, group: list[int]) -> Changes:
    """Return what meeting Enemies that fight as one changes."""
    return creature(reader, supposed_meeting(reader.game, reader.seat, group))


def card_met(reader: Reader, card: int, space: int) -> Changes:
    """Return what meeting a card that is no Enemy changes."""
    table = reader.table
    definition = table.cards[card]
    if table.is_belonging[card]:
        return taken(reader, card)
    if marks_on(reader.game, table.subject_of_card(card), table.rule_marks.lingering):
        return {}
    if forbidden(reader.game, reader.seat, "meet", definition.names):
        return {}
    met = reader.effect(definition.meet, Context(reader.seat, card, space=space))
    if "unfriendly" in definition.names and may_evade_person(reader.game, reader.seat, definition.names):
        return reader.best([{}, met])
    return met


def taken(reader: Reader, card: int) -> Changes:
    """Return what finding a belonging changes, if it is worth taking or must be taken."""
    definition = reader.table.cards[card]
    if definition.cost > reader.row[GOLD] or not may_have(reader.game, reader.seat, card):
        return {}
    changes = dict(gained(reader, card))
    if definition.cost:
        add(changes, {"gold": -float(definition.cost)})
    return changes if definition.must_take else reader.best([{}, changes])


# cards still to be drawn


def drawn(reader: Reader) -> Changes:
    """Return what drawing one card changes: the mean of all that the seat has not seen elsewhere."""
    return drawn_from(reader, _deck(reader))


def drawn_from(reader: Reader, deck: int) -> Changes:
    """Return what drawing one card of a deck changes."""
    known = reader.draw if deck == reader.table.drawn_from else None
    return reader.once(("draw", deck), known or (lambda: mean_met(reader, unseen(reader.game, deck))))


def _deck(reader: Reader) -> int:
    """Return the deck that is drawn from where the reader is."""
    return reader.table.drawn_at[reader.state.seats[reader.seat][SPACE]]


def mean_draw(reader: Reader) -> Changes:
    """Return the mean of meeting each card that may still be in the deck that is drawn from where the reader is."""
    return mean_met(reader, unseen(reader.game, _deck(reader)))


def mean_met(reader: Reader, cards_left: list[int]) -> Changes:
    """Return the mean of meeting each of some cards."""
    table = reader.table
    count = len(cards_left)
    kinds: dict[int, list[int]] = {}
    for card in cards_left:
        kinds.setdefault(table.definition_of[card], []).append(card)
    mean: Changes = {}
    for cards in kinds.values():
        if table.cards[cards[0]].drawn is NOTHING:  # what lies elsewhere is not met now
            add(mean, first_met(reader, cards[0]), len(cards) / count)
    return {name: amount for name, amount in mean.items() if abs(amount) >= LEAST_CHANCE}


def first_met(reader: Reader, card: int) -> Changes:
    """Return what meeting any card changes."""
    if reader.table.is_enemy[card]:
        return enemies_met(reader, [card])
    return card_met(reader, card, NONE)


# characters


def character(reader: Reader, other: int) -> Changes:
    """Return the best of what may be done with another character on the same space."""
    choices = [duel(reader, other, False)]
    if allowed(reader.game, reader.seat, "psychic_attack"):
        choices.append(duel(reader, other, True))
    about = Context(reader.seat, rival=other)
    for code in options_of(reader.game, reader.seat, reader.table.MEET, about):
        name, _, spell = verb_of(code)
        if name == "cast":
            choices.append(cast(reader, spell, about))
        else:
            choices.append(reader.effect(find_act(reader.game, reader.seat, code, None)[1].do, about))
    return reader.best(choices)


def first_of(reader: Reader, name: str, argument: int) -> Changes:
    """Return what meeting a card first changes: what ends the encounter is better met last."""
    return first_met(reader, argument)
