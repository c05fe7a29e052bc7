"""What an option leads to, where that can be told exactly: the odds of a fight, the chances of a roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.procedures import FIGHT, WORD
from stormriver.adventure.outline.options import cast
from stormriver.adventure.outline.rolls import spread
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.dice import faces
from stormriver.adventure.procedures.stats import alignment, context
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.procedures.windows import find_act, view
from stormriver.adventure.view import View
from stormriver.adventure.words.dice import Contest, Roll, Within, nearest_row
from stormriver.adventure.words.fortune import Pay
from stormriver.adventure.words.places import Visit
from stormriver.adventure.words.states import ByAlignment
from stormriver.adventure.words.strife import Fight
from stormriver.kernel import ask as kinds
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import Choose, If, May, Seq
from stormriver.language.english import sentence
from stormriver.language.grammar import NOTHING, Effect
from stormriver.presentation.adventure import matches
from stormriver.presentation.adventure.names import table_of
from stormriver.presentation.adventure.situation import roll_under_way
from stormriver.presentation.facts import Chance, Odds

Deed = tuple[Effect, Frame]
"""What an option does, and the frame it is done for."""

# fights


def odds_of(sight: View, code: int) -> Odds | None:
    """Return the viewer's chances in the fight that an option of his ask leads to; None if it leads to none at once."""
    verb, _, argument = kinds.verb_of(code)
    table = table_of(sight)
    frame = sight.game.state.frames[-1]
    if verb in ("fight", "stand"):
        return matches.under_way(sight)
    if verb == "weapon":
        return _armed(sight, argument)
    if verb in ("attack", "psychic"):
        return matches.against_seat(sight, frame.rival, verb == "psychic")
    if verb == "character" and sight.me.playing:
        return matches.against_seat(sight, argument)
    if verb == "to" and sight.me.playing:
        return next(iter(matches.against_cards(sight, table.spaces[argument].id)), None)
    if verb == "space":
        return next(iter(matches.against_cards(sight, table.spaces[frame.space].id)), None)
    if verb in ("use", "cast"):
        return _helped(sight, verb, argument, code)
    return _creature(sight, verb, argument)


def _helped(sight: View, verb: str, argument: int, code: int) -> Odds | None:
    """Return the chances in the fight under way, its dice not yet rolled, with the points that something would add."""
    fight = fights.find_fight(sight.game)
    if fight is None or fight.roll or sight.seat not in (fight.seat, fight.rival):
        return None
    reader = sight.reader()
    if verb == "cast":
        changes = cast(reader, argument, fight)
    else:
        changes = next((reader.effect(deed, frame) for deed, frame in deeds(sight, verb, argument, code)), {})
    more = changes.get("psychic" if fight.flags & fights.PSYCHIC else "battle", 0.0)
    return matches.match(sight, fight, int(more)) if more and more == int(more) else None


def _armed(sight: View, weapon: int) -> Odds | None:
    """Return the chances in the fight under way with one of the Weapons in hand and the others not."""
    table, state = table_of(sight), sight.game.state
    before = state.marks
    for card in state.zones[table.play + sight.seat]:
        if card in table.weapons and card != weapon:
            sight.game.mark(table.mark_ids["sheathed"], table.subject_of_card(card), 1, FIGHT_END)
    try:
        return matches.under_way(sight)
    finally:
        state.marks = before


def _creature(sight: View, verb: str, argument: int) -> Odds | None:
    """Return the chances against a creature that is no card, if the option is to fight one."""
    for deed, frame in deeds(sight, verb, argument):
        for effect in _first(sight, deed, frame):
            if isinstance(effect, Fight):
                craft = effect.strength.of(sight.game, frame) == 0
                power = (effect.craft if craft else effect.strength).of(sight.game, frame)
                flags = fights.PSYCHIC if craft else 0
                space = frame.space if frame.space != NONE else sight.game.state.seats[sight.seat][SPACE]
                fight = Frame(FIGHT, sight.seat, word=effect.number, amount=power, flags=flags, space=space)
                return matches.match(sight, fight)
    return None


# rolls


def chances_of(sight: View, code: int) -> tuple[Chance, ...]:
    """Return what may come of the roll that an option of the viewer's ask leads to, as the words of the card say it."""
    verb, kind, argument = kinds.verb_of(code)
    if verb in ("fate", "die"):
        return _again(sight, argument if kind == kinds.NUMBER else 0)
    for deed, frame in deeds(sight, verb, argument, code):
        for effect in _first(sight, deed, frame):
            if isinstance(effect, Roll | Within | Contest):
                return _merged(_outcomes(sight, effect, frame))
    return ()


def _merged(outcomes: Iterable[tuple[Effect, float]]) -> tuple[Chance, ...]:
    """Return each outcome once, with the chances of all that lead to it."""
    found: dict[int, tuple[Effect, float]] = {}
    for effect, chance in outcomes:
        found[id(effect)] = (effect, found.get(id(effect), (effect, 0.0))[1] + chance)
    return tuple(Chance(chance, sentence(effect.english())) for effect, chance in found.values() if chance > 0)


def _outcomes(sight: View, word: Roll | Within | Contest, frame: Frame) -> Iterator[tuple[Effect, float]]:
    game = sight.game
    roller = frame
    if isinstance(word, Roll):
        seat = one(game, frame, word.who)
        if seat == NONE:
            return
        roller = view(game, seat, frame.card, frame)
    totals = spread(word.dice.of(game, roller))
    if isinstance(word, Contest):
        draw = sum(chance * chance for chance in totals.values())
        yield from ((word.win, (1 - draw) / 2), (word.draw, draw), (word.lose, (1 - draw) / 2))
    else:
        yield from ((_outcome(sight, word, roller, total), chance) for total, chance in totals.items())


def _outcome(sight: View, word: Roll | Within, frame: Frame, total: int) -> Effect:
    """Return what follows a total of the dice."""
    if isinstance(word, Within):
        return word.then if total <= word.most.of(sight.game, frame) else word.else_
    return nearest_row(word.rows, total + word.plus.of(sight.game, frame) - word.minus.of(sight.game, frame))


def _again(sight: View, die: int) -> tuple[Chance, ...]:
    """Return what may come of rolling one die again (counted from 1, 0 for the only one)."""
    if sight.game.state.frames[-1].procedure == FIGHT:
        stands = matches.standing(sight)
        if stands is None or stands.again is None:
            return ()
        said = ("You win.", "Nobody wins.", "You lose.")
        return tuple(Chance(chance, text) for chance, text in zip(stands.again, said, strict=True) if chance > 1e-9)
    found = roll_under_way(sight)
    if found is None or found[1].procedure != WORD or (die == 0 and found[0].amount > 1):
        return ()
    roll, waiting = found
    word = table_of(sight).words[waiting.word]
    if not isinstance(word, Roll | Within):
        return ()
    old = faces(roll.rival_roll, 8)[max(die - 1, 0)]
    return _merged((_outcome(sight, word, waiting, roll.roll - old + side), 1 / 6) for side in range(1, 7))


# what an option does


def deeds(sight: View, verb: str, argument: int, code: int = NONE) -> Iterator[Deed]:
    """Yield what an option of the viewer's ask does first, with the frame it is done for."""
    table, state = table_of(sight), sight.game.state
    frame = state.frames[-1]
    kind = "" if sight.ask is None else sight.ask.kind
    word = table.words[frame.word] if frame.procedure == WORD else None
    if verb == "visit":
        card = frame.card
        effect = table.cards[card].meet if card != NONE else table.spaces[frame.space].visit
        yield effect, context(sight.seat, card, space=frame.space)
    elif verb == "cross":
        gates = ((number, gate) for number, gates in enumerate(table.gates) for gate in gates)
        for number, gate in gates:
            if gate.beyond == argument:
                yield gate.pass_, context(sight.seat, space=number)
    elif verb in ("to", "space"):
        space = argument if verb == "to" else frame.space
        if not (table.spaces[space].draw or state.zones[table.lying + space]):
            yield table.spaces[space].visit, context(sight.seat, space=space)
    elif verb == "yes" and isinstance(word, May):
        yield word.effect, frame
    elif verb == "buy" and isinstance(word, Pay) and argument == 1:
        yield word.for_, frame
    elif verb == "choose" and isinstance(word, Choose):
        yield word.choices[argument], frame
    elif verb == "choose" and isinstance(word, Visit):
        yield word.people[argument], frame
    elif verb == "use" and code != NONE and kind != "use_kept":
        going = state.frames[-2] if kind == "window" else frame
        source, act = find_act(sight.game, sight.seat, code, going)
        yield act.do, view(sight.game, sight.seat, source if source < table.space_source else NONE, going)


def _first(sight: View, effect: Effect, frame: Frame) -> Iterator[Effect]:
    """Yield what an effect does without asking anything first: itself, or its parts."""
    if isinstance(effect, Seq):
        for part in effect.effects:
            yield from _first(sight, part, frame)
    elif isinstance(effect, If):
        yield from _first(sight, effect.then if effect.condition.test(sight.game, frame) else effect.else_, frame)
    elif isinstance(effect, ByAlignment):
        yield from _first(sight, effect.effects.get(alignment(sight.game, frame.seat), NOTHING), frame)
    elif effect is not NOTHING:
        yield effect
