"""What an option leads to, where that can be computed exactly: the odds of a fight, the chances of a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from stormriver.adventure.analysis.fights import FightUnderWay, fight_under_way, supposed_creature
from stormriver.adventure.analysis.under_way import (
    act_behind,
    asked_about,
    fight_asked_about,
    roll_under_way,
    word_asking,
)
from stormriver.adventure.model import asks
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.procedures.dice import faces
from stormriver.adventure.procedures.stats import alignment
from stormriver.adventure.procedures.targets import one
from stormriver.adventure.view import View
from stormriver.adventure.words.choice import ByAlignment
from stormriver.adventure.words.dice import Contest, Roll, Within
from stormriver.adventure.words.fights import Fight
from stormriver.adventure.words.gold import Stake
from stormriver.estimates.adventure.changes import Changes
from stormriver.estimates.adventure.dice import spread
from stormriver.estimates.adventure.estimates import Estimates
from stormriver.kernel import ask as kinds
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE
from stormriver.language import rendering
from stormriver.language.control import If, Seq
from stormriver.language.grammar import NOTHING, Effect
from stormriver.players.adventure.worth import Worth
from stormriver.presentation.adventure import matches
from stormriver.presentation.adventure.ids import table_of, tell
from stormriver.presentation.facts import Chance, Odds

Deed = tuple[Effect, Context]
"""What an option does, and what it is about."""
Outcome = tuple[Effect, float, int]
"""What may come of a roll: what follows, how likely, and what the dice show for it, 0 if that does not tell it."""

# fights


def odds_of(sight: View, code: int) -> Odds | None:
    """Return the viewer's chances in the fight that an option leads to; None if it leads to none at once."""
    verb, _, argument = kinds.verb_of(code)
    return ODDS.get(verb, _creature)(sight, argument, code)


def _under_way(sight: View, argument: int, code: int) -> Odds | None:
    """Return the chances in the fight that one does not evade."""
    return matches.under_way(sight)


def _armed(sight: View, weapon: int, code: int) -> Odds | None:
    """Return the chances in the fight under way with one of the Weapons in hand and the others not."""
    table, state = table_of(sight), sight.game.state
    before = state.marks
    for card in state.zones[table.play + sight.seat]:
        if card in table.weapons and card != weapon:
            sight.game.mark(table.rule_marks.sheathed, table.subject_of_card(card), 1, FIGHT_END)
    try:
        return matches.under_way(sight)
    finally:
        state.marks = before


def _attacking(sight: View, argument: int, code: int) -> Odds | None:
    """Return the chances in battle against the character who is met."""
    return matches.against_seat(sight, asked_about(sight.game).rival, False)


def _attacking_psychically(sight: View, argument: int, code: int) -> Odds | None:
    """Return the chances in psychic combat against the character who is met."""
    return matches.against_seat(sight, asked_about(sight.game).rival, True)


def _meeting(sight: View, seat: int, code: int) -> Odds | None:
    """Return the chances against a character who may be encountered; before the game, none are told."""
    return matches.against_seat(sight, seat) if sight.me.playing else None


def _arriving(sight: View, space: int, code: int) -> Odds | None:
    """Return the chances against what lies on a space one may go to."""
    return _lying(sight, space) if sight.me.playing else _creature(sight, space, code)


def _here(sight: View, argument: int, code: int) -> Odds | None:
    """Return the chances against what lies on the space one may encounter."""
    return _lying(sight, asked_about(sight.game).space)


def _lying(sight: View, space: int) -> Odds | None:
    return next(iter(matches.against_cards(sight, table_of(sight).spaces[space].id)), None)


def _casting(sight: View, card: int, code: int) -> Odds | None:
    """Return the chances in the fight under way with the points that a Spell would add."""
    fight = _not_yet_rolled(sight)
    return None if fight is None else _helped(sight, fight, _expected(sight).cast(card, fight.about))


def _using(sight: View, argument: int, code: int) -> Odds | None:
    """Return the chances in the fight under way with the points that a card or ability would add."""
    fight = _not_yet_rolled(sight)
    if fight is None:
        return None
    expected = _expected(sight)
    return _helped(sight, fight, next((expected.effect(deed, about) for deed, about in deeds(sight, code)), {}))


def _expected(sight: View) -> Estimates:
    """Return what is expected to change if the viewer thinks as the steady player does."""
    return Estimates(sight, Worth(sight))


def _not_yet_rolled(sight: View) -> FightUnderWay | None:
    """Return the viewer's fight under way, if its dice have not been rolled."""
    fight = fight_under_way(sight.game)
    return None if fight is None or fight.dice_lie or not fight.concerns(sight.seat) else fight


def _helped(sight: View, fight: FightUnderWay, changes: Changes) -> Odds | None:
    """Return the chances in a fight with the points that something would add; None if it would add none."""
    more = changes.get(fight.number, 0.0)
    return matches.match(sight, fight, int(more)) if more and more == int(more) else None


def _creature(sight: View, argument: int, code: int) -> Odds | None:
    """Return the chances against a creature that is no card, if the option is to fight one."""
    for deed, about in deeds(sight, code):
        for effect in _first(sight, deed, about):
            if isinstance(effect, Fight):
                space = about.space if about.space != NONE else sight.game.state.seats[sight.seat][SPACE]
                return matches.match(sight, supposed_creature(sight.game, sight.seat, effect, about, space))
    return None


ODDS: dict[str, Callable[[View, int, int], Odds | None]] = {
    "attack": _attacking,
    "cast": _casting,
    "character": _meeting,
    "fight": _under_way,
    "psychic": _attacking_psychically,
    "space": _here,
    "stand": _under_way,
    "to": _arriving,
    "use": _using,
    "weapon": _armed,
}
"""The functions that give the odds of the fight an option leads to, by its verb; other verbs may lead to a creature."""


# rolls


def chances_of(sight: View, code: int) -> tuple[Chance, ...]:
    """Return what may come of the roll that an option of the viewer's ask leads to, as the words of the card say it."""
    verb, kind, argument = kinds.verb_of(code)
    if verb in ("fate", "die"):
        return _again(sight, argument if kind == kinds.NUMBER else 0)
    for deed, about in deeds(sight, code):
        for effect in _first(sight, deed, about):
            if isinstance(effect, Roll | Within | Contest):
                return _merged(sight, _outcomes(sight, effect, about))
    return ()


def table_of_roll(sight: View) -> tuple[Chance, ...]:
    """Return the table behind the roll under way, as for a throw of its dice anew; none if there is none."""
    roll = roll_under_way(sight.game)
    if roll is None or not isinstance(roll.word, Roll | Within):
        return ()
    word, more = roll.word, roll.total - dice_shown(sight)
    if isinstance(word, Roll) and not word.rows:
        return ()
    totals = spread(roll.dice).items()
    return _merged(
        sight, ((_outcome(sight, word, roll.about, total + more), chance, total) for total, chance in totals)
    )


def dice_shown(sight: View) -> int:
    """Return what the dice of the roll under way show, added up; 0 if there is none."""
    roll = roll_under_way(sight.game)
    return sum(faces(roll.natural, roll.dice)) if roll is not None else 0


def _merged(sight: View, outcomes: Iterable[Outcome]) -> tuple[Chance, ...]:
    """Return each outcome once, with the chances of all rolls that lead to it."""
    found: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault(id(outcome[0]), []).append(outcome)
    said = rendering.spoken(sight.game.table, sight.language).sentence
    return tuple(
        Chance(chance, said(alike[0][0].clause()), tuple(roll for _, _, roll in alike if roll))
        for alike in found.values()
        if (chance := sum(chance for _, chance, _ in alike)) > 0
    )


def _outcomes(sight: View, word: Roll | Within | Contest, about: Context) -> Iterator[Outcome]:
    game = sight.game
    roller = about
    if isinstance(word, Roll):
        seat = one(game, about, word.who)
        if seat == NONE:
            return
        roller = about.of(seat)
    totals = spread(word.dice.of(game, roller))
    if isinstance(word, Contest):
        draw = sum(chance * chance for chance in totals.values())
        yield from ((word.win, (1 - draw) / 2, 0), (word.draw, draw, 0), (word.lose, (1 - draw) / 2, 0))
    else:
        yield from ((_outcome(sight, word, roller, total), chance, total) for total, chance in totals.items())


def _outcome(sight: View, word: Roll | Within, about: Context, total: int) -> Effect:
    """Return what follows a total of the dice."""
    if isinstance(word, Within):
        return word.then if total <= word.most.of(sight.game, about) else word.else_
    return word.following(total + word.plus.of(sight.game, about) - word.minus.of(sight.game, about))


def _again(sight: View, die: int) -> tuple[Chance, ...]:
    """Return what may come of rolling one die again (counted from 1, 0 for all).

    Of a lone die the table that goes with the question tells it.
    """
    if fight_asked_about(sight.game) is not None:
        stands = matches.standing(sight)
        if stands is None or stands.again is None:
            return ()
        ends = zip(stands.again, ("win", "draw", "lose"), strict=True)
        return tuple(Chance(chance, tell(sight, f"again.{end}")) for chance, end in ends if chance > 1e-9)
    roll = roll_under_way(sight.game)
    if roll is None or die == 0:
        return ()
    word = roll.word
    if not isinstance(word, Roll | Within):
        return ()
    old = faces(roll.natural, 8)[die - 1]
    again = (_outcome(sight, word, roll.about, roll.total - old + side) for side in range(1, 7))
    return _merged(sight, ((effect, 1 / 6, 0) for effect in again))


# what an option does


def deeds(sight: View, code: int) -> Iterator[Deed]:
    """Yield what an option does first, with what it is about: as its effect says, or DEEDS if a rule offers it."""
    verb, _, argument = kinds.verb_of(code)
    word = word_asking(sight.game)
    effect = NOTHING if word is None else word.first_effect(verb, argument)
    if effect is not NOTHING:
        yield effect, asked_about(sight.game)
    elif verb in DEEDS:
        yield from DEEDS[verb](sight, argument, code)


def _visiting(sight: View, argument: int, code: int) -> Iterator[Deed]:
    """Yield what is done where one is, or by the individual on the card that asks."""
    table = table_of(sight)
    about = asked_about(sight.game)
    effect = table.cards[about.card].meet if about.card != NONE else table.spaces[about.space].visit
    yield effect, Context(sight.seat, about.card, space=about.space)


def _crossing(sight: View, beyond: int, code: int) -> Iterator[Deed]:
    """Yield what has to be done at the gates to a space."""
    for space, gates in enumerate(table_of(sight).gates):
        for gate in gates:
            if gate.beyond == beyond:
                yield gate.pass_, Context(sight.seat, space=space)


def _coming_to(sight: View, space: int, code: int) -> Iterator[Deed]:
    """Yield what a space says, if it is all that is met there."""
    table = table_of(sight)
    if not (table.spaces[space].draw or sight.game.state.zones[table.lying + space]):
        yield table.spaces[space].visit, Context(sight.seat, space=space)


def _staying(sight: View, argument: int, code: int) -> Iterator[Deed]:
    """Yield what the space says where one is, if it is all that is met there."""
    return _coming_to(sight, asked_about(sight.game).space, code)


def _acting(sight: View, argument: int, code: int) -> Iterator[Deed]:
    """Yield what a card or ability does that is used."""
    if sight.ask is None or sight.ask.kind == asks.USE_KEPT:  # what lies there is not one's own yet
        return
    source, act = act_behind(sight.game, sight.seat, code)
    card = source if source < table_of(sight).space_source else NONE
    yield act.do, asked_about(sight.game).seen_by(sight.seat, card)


DEEDS: dict[str, Callable[[View, int, int], Iterator[Deed]]] = {
    "cross": _crossing,
    "space": _staying,
    "to": _coming_to,
    "use": _acting,
    "visit": _visiting,
}
"""The functions that give what an option of the rules does first, by its verb."""


def _first(sight: View, effect: Effect, about: Context) -> Iterator[Effect]:
    """Yield what an effect does without asking anything first: itself, or its parts."""
    if isinstance(effect, Seq):
        for part in effect.effects:
            yield from _first(sight, part, about)
    elif isinstance(effect, If):
        yield from _first(sight, effect.then if effect.condition.test(sight.game, about) else effect.else_, about)
    elif isinstance(effect, ByAlignment):
        yield from _first(sight, effect.effects.get(alignment(sight.game, about.seat), NOTHING), about)
    elif isinstance(effect, Stake):  # as long as nothing is staked
        yield from _first(sight, effect.do_, about)
    elif effect is not NOTHING:
        yield effect
