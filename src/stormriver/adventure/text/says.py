"""What cards, characters, spaces and marks say, as clauses: a tree for each sentence.

Everything is made from what the words and hooks do, so text and behaviour cannot drift. The words say their own
clauses; here they become whole sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model.clauses import COLUMN_NOUNS, count, counter_noun, things
from stormriver.adventure.model.columns import CRAFT, FATE, LIFE, STRENGTH
from stormriver.adventure.model.definitions import Ability, Card, Carrier, HouseRule, MarkKind, Space, Terrain
from stormriver.adventure.model.hook_clauses import hook_clauses
from stormriver.adventure.model.hooks import Own, on_condition
from stormriver.adventure.model.types import ON_THIS
from stormriver.adventure.words.movement import BeginBeside, Enter
from stormriver.adventure.words.places import DoAs
from stormriver.kernel.state import NONE
from stormriver.language.clause_changes import names_in
from stormriver.language.clauses import (
    Clause,
    Count,
    Given,
    Listed,
    Name,
    Noun,
    Part,
    Text,
    do,
    listed,
    phrase,
    retold,
    state,
    state_told,
)
from stormriver.language.grammar import NOTHING, ZERO, Condition, Effect, Nothing

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

THIS_CARD = Noun("card", "this")
IT = phrase("it")


def sentences(table: AdventureTable, thing: Carrier) -> list[Part]:
    """Return what a card, character, space, kind of mark or rule says, without the abilities of a character.

    Args:
        table: the table it belongs to; what its options settle is left out.
        thing: the definition.
    """
    if isinstance(thing, Card):
        own = _own(table, thing)
        said = _of_character(table, thing) if thing.kind == "character" else _of_card(table, thing)
        if thing.deck in [deck.id for deck in table.decks if deck.lays]:
            return _of_ending(said, hook_clauses(thing, own), thing.company)
        hooks = hook_clauses(thing, own)
        if hooks and thing.id in table.enforced:
            hooks.insert(0, phrase("while_in_force"))
        elif hooks and thing.roams:
            hooks.insert(0, phrase("for_all_characters"))
        return [*said, *hooks] or _wanted_at(table, thing)
    if isinstance(thing, Space):
        return [*_of_space(table, thing), *hook_clauses(thing)]
    if isinstance(thing, MarkKind):
        hooks = hook_clauses(thing)
        return [*_of_mark(thing), *([phrase("for_all_characters")] if thing.cycle and hooks else []), *hooks]
    if isinstance(thing, HouseRule) and thing.set_up is not NOTHING:
        return [phrase("when_set_up", deed=thing.set_up.clause()), *hook_clauses(thing)]
    return hook_clauses(thing)


def ability_says(ability: Ability) -> list[Part]:
    """Return what a special ability says; its own text if it does nothing by hooks."""
    return hook_clauses(ability) or ([state_told("ability", ability.id, ability.text)] if ability.text else [])


def ability_name(card: Card, ability: Ability) -> Part:
    """Return what an ability of a character is called; an empty text if it has no name."""
    return Name("ability", f"{card.id}.{ability.id}", ability.name) if ability.name else Text("")


def _own(table: AdventureTable, card: Card) -> Own:
    return Own(card.id, card.kind, "belonging" in card.names, "enemy" in card.names)


# cards


def _of_card(table: AdventureTable, card: Card) -> list[Part]:
    said: list[Part] = []
    if card.mirrors:
        said.append(phrase("attacks_as_you"))
    elif "enemy" in card.names:
        number = Noun("craft" if card.craft else "strength")
        power: Part = Text(str(card.craft or card.strength))
        if card.grows is not ZERO:
            power = phrase("number_plus", number=power, more=card.grows.clause())
        said.append(phrase("attacks_with", number=number, amount=power))
    if card.points != NONE:
        said.append(phrase("worth_experience", points=Count("experience_point", card.points)))
    if card.cost:
        said.append(phrase("taking_costs", gold=Count("gold", card.cost)))
    if card.must_take:
        said.append(state("must_take_it"))
    if card.not_for:
        said.append(phrase("not_for", whom=listed([phrase(f"alignment_{one}") for one in card.not_for])))
    if card.roams and card.start != NONE:
        said.append(phrase("stands_at", space=things(table).space(card.start)))
    if card.cast is not None:
        said.append(card.cast.clause())
    if not isinstance(card.drawn, Nothing):
        when = state("event_numbered" if table.numbers_first else "event_drawn")
        said.append(Given(card.drawn.clause(), when, "when"))
    for column, amount in card.holds.items():
        said.append(phrase("comes_with", counters=count(counter_noun(table, column), amount)))
    said += effect_says(card.effect)
    said += _of_figure(card) if card.roams else _met(card)
    if card.holds:
        said.append(phrase("gone_with_the_last"))
    if not isinstance(card.taken, Nothing):
        said.append(Given(card.taken.clause(), state("event_taken", what=IT), "when"))
    return said


def _met(card: Card) -> list[Part]:
    if isinstance(card.meet, Nothing):
        return []
    if card.cast is not None:  # a Spell that lies on the board
        return [retold(card.meet.clause(), phrase("whoever_comes_upon_it"))]
    if not isinstance(card.drawn, Nothing):
        return [Given(card.meet.clause(), state("event_encounter_it"), "when")]
    return effect_says(card.meet)


def _of_figure(card: Card) -> list[Part]:
    """Return what a figure does to whoever comes to it, and to those whom it comes upon."""
    met, upon = state("event_encounter_it"), state("event_come_upon", IT)
    if isinstance(card.comes, DoAs) and card.comes.space == ON_THIS:
        return [Given(card.meet.clause(), listed([met, upon]), "when")]
    told = ((card.meet, met), (card.comes, upon))
    return [Given(effect.clause(), when, "when") for effect, when in told if not isinstance(effect, Nothing)]


def _of_ending(said: list[Part], for_all: list[Part], company: bool) -> list[Part]:
    """Return what a card on the goal says to those who are there, and to all."""
    opening = phrase("goal_with_company" if company else "goal_alone")
    return [opening, *said, *([phrase("for_all_characters")] * bool(for_all)), *for_all]


def _wanted_at(table: AdventureTable, card: Card) -> list[Part]:
    """Return where a card counts that says nothing itself."""
    places: list[Part] = []
    for number, space in enumerate(table.spaces):
        said = [*hook_clauses(space), *(gate.bars.clause() for gate in space.gates if gate.bars.settled() is None)]
        if any(name.sort == "card" and name.id == card.id for part in said for name in names_in(part)):
            places.append(things(table).space(number))
    return [phrase("counts_at", places=listed(places, "and"))] if places else []


def _of_character(table: AdventureTable, card: Card) -> list[Part]:
    values = [(STRENGTH, card.strength), (CRAFT, card.craft), (LIFE, card.life)]
    if "fate" in table.counters:
        values.append((FATE, card.fate))
    numbers = [
        phrase("printed_value", number=Noun(COLUMN_NOUNS[column]), amount=Text(str(value))) for column, value in values
    ]
    return [phrase(f"alignment_{card.alignment}"), Listed(tuple(numbers), "with_commas"), starting(table, card)]


def starting(table: AdventureTable, card: Card) -> Part:
    """Return where a character starts, and with what beside its printed values."""
    known = things(table)
    holds: list[Part] = [Count("gold", card.gold)] * bool(card.gold)
    holds += [Count("adventure_spell", card.spells)] * bool(card.spells)
    holds += [known.a(name) for name in card.objects]
    start = "starts_elsewhere" if any(map(_sets_out_elsewhere, card.abilities)) else "starts_at"
    begins: Part = phrase(start, space=known.space(card.start))
    return phrase("starts_with", start=begins, things=listed(holds, "and")) if holds else begins


def _sets_out_elsewhere(ability: Ability) -> bool:
    return any(isinstance(trigger.do, BeginBeside) for trigger in ability.trigger)


# spaces


def _of_space(table: AdventureTable, space: Space) -> list[Part]:
    said = effect_says(space.first)
    if not isinstance(space.stock, Nothing):
        said.append(phrase("stocked_each_turn", deed=space.stock.clause()))
    if space.draw == 1:
        said.append(phrase("draw_one_card"))
    elif space.draw:
        said.append(phrase("draw_cards", number=Text(str(space.draw))))
    said += effect_says(space.visit)
    known = things(table)
    for gate in space.gates:
        way = known.space(gate.beyond)
        if gate.river:
            way = phrase("across_the_river", space=known.the(table.spaces[gate.beyond].kind or gate.to))
        if isinstance(gate.pass_, Enter | Nothing):
            said += on_condition(state("go_into" if gate.last else "go_on_to", modal="may", space=way), gate.bars)
        else:
            said += [_heading(way, gate.bars), *effect_says(gate.pass_)]
        said += [phrase("move_ends_there")] if gate.ends_move else []
    if not isinstance(space.stay, Nothing):
        said.append(phrase("instead_of_moving", deed=space.stay.clause()))
    if space.floor != NONE:
        said.append(phrase("left_here_lies_at", space=known.space(space.floor)))
    if not space.meetings:
        said.append(phrase("no_meetings_here"))
    if space.must_meet:
        said.append(phrase("must_meet_here"))
    if space.summit:
        said.append(phrase("goal_to_stay" if space.rest else "goal"))
    return said


def _heading(way: Part, bars: Condition) -> Part:
    """Return what stands before that which has to be done on a way."""
    if bars.settled() is None:
        return phrase("to_get_to_if", space=way, condition=bars.clause())
    return phrase("to_get_to", space=way)


# marks


def _of_mark(kind: MarkKind) -> list[Part]:
    said: list[Part] = []
    if kind.text and not hook_clauses(kind):
        said.append(state_told("mark", kind.id, kind.text))
    if kind.terrain is not None:
        said += _of_terrain(kind.terrain)
    if kind.strength != NONE:
        said.append(phrase("form_values", strength=Text(str(kind.strength)), craft=Text(str(kind.craft))))
    if not isinstance(kind.on_end, Nothing):
        said.append(Given(kind.on_end.clause(), Clause((do("end"),), IT), "when"))
    return said


def _of_terrain(over: Terrain) -> list[Part]:
    """Return what lies over a space says, in place of the space."""
    said: list[Part] = [phrase("instead_of_space")]
    if over.kind:
        kind = Name("space", over.kind, over.kind.replace("_", " ").title())
        said.append(phrase("counts_as_kind", kind=kind))
    said += effect_says(over.first)
    if over.draw > 0:
        said.append(phrase("draw_one_card") if over.draw == 1 else phrase("draw_cards", number=Text(str(over.draw))))
    return said + effect_says(over.visit)


def effect_says(effect: Effect) -> list[Part]:
    """Return what an effect says; nothing of one that does nothing."""
    return [] if isinstance(effect, Nothing) else effect.clauses()
