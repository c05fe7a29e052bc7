"""Forecasts of options before they are chosen: the odds of attacks, quests and dangerous ways."""

from __future__ import annotations

from typing import NamedTuple

from stormriver.estimates.wargame.clash import Clash, harm
from stormriver.estimates.wargame.lookahead import Lookahead
from stormriver.kernel.ask import verb_of
from stormriver.kernel.state import NONE
from stormriver.wargame.analysis.odds import chances, duel, unsaved
from stormriver.wargame.analysis.under_way import attack_under_way, spell_under_way, volley_power
from stormriver.wargame.model import asks
from stormriver.wargame.procedures.movement import deadliness, paths
from stormriver.wargame.procedures.strength import QUESTING, strength
from stormriver.wargame.view import View
from stormriver.wargame.words.effects import Shoot


class Forecast(NamedTuple):
    """The chances of what an option leads to.

    Attributes:
        kind: `battle`, `round` (a single round in which the defender evades), `shot`, `quest` or `way`.
        target: the unit it is against; NONE if it is against none.
        lead: the strength it is ahead by before the dice.
        win: of a battle the chance to hit in the next round, of a shot to hit, of the others to come through.
        draw: the chance that both are hit.
        lose: of a battle the chance to be hit alone in the next round, of the others to be killed.
        kill: the chance that the target is killed: in a battle if it is fought to its end.
        die: the chance that the attacker is killed, likewise.
    """

    kind: str
    target: int
    lead: int
    win: float
    draw: float
    lose: float
    kill: float
    die: float


def of_option(view: View, code: int) -> Forecast | None:
    """Return the forecast of an option of the viewer's ask; None if it leads to no dice.

    Args:
        view: the view of the seat that is asked.
        code: the code of the option.
    """
    ask = view.ask
    assert ask is not None
    verb, _, number = verb_of(code)
    if ask.kind == asks.FOE:
        return battle(number, Lookahead(view.game).battle(ask.card, number))
    if ask.kind == asks.TARGET:
        return shot(number, Lookahead(view.game).shot(ask.card, number))
    if ask.kind == asks.VOLLEY:
        return shot(number, Lookahead(view.game).shot(ask.card, number, volley_power(view.game)))
    if ask.kind == asks.AIM:
        return _spell(view, number)
    if verb in ("fight", "evade", "go_on"):
        return _under_way(view, evading=verb == "evade")
    if verb == "send":
        return quest(view, number)
    if verb in ("to", "on") and ask.kind in (asks.MOVE, asks.RETREAT):
        return way(view, ask.card, number, verb)
    return None


def attacks(view: View, unit: int, verb: str) -> list[Forecast]:
    """Return the forecasts of all attacks that a unit could make now.

    Args:
        view: whose view it is.
        unit: whose attacks.
        verb: of the option to make them: `attack`, `shoot`, or `volley` for one on all around it at once.
    """
    look = Lookahead(view.game)
    if verb == "attack":
        return [battle(foe, look.battle(unit, foe)) for foe in look.foes(unit)]
    if verb == "shoot":
        return [shot(foe, look.shot(unit, foe)) for foe in look.targets(unit)]
    power, foes = look.volley(unit)
    return [shot(foe, look.shot(unit, foe, power)) for foe in foes]


def battle(target: int, clash: Clash) -> Forecast:
    """Return the odds of a battle that nobody evades; `kill` and `die` if nobody breaks it off."""
    odds = chances(clash.first)
    end = duel(
        clash.lead, clash.health, clash.rival_health, clash.save, clash.rival_save, clash.first,
        clash.poison, clash.petrify,
    )  # fmt: skip
    mine, theirs = unsaved(clash.save), unsaved(clash.rival_save)
    both = odds.draw * mine * theirs
    hit = odds.win * theirs + odds.draw * theirs * (1 - mine)
    hurt = odds.lose * mine + odds.draw * mine * (1 - theirs)
    return Forecast("battle", target, clash.first, hit, both, hurt, end.won + end.both, end.lost + end.both)


def evasion(target: int, clash: Clash) -> Forecast:
    """Return the odds of a round in which the defender evades: `lose` is the chance that it gets away."""
    odds = chances(clash.if_evaded)
    own, other = unsaved(clash.save), unsaved(clash.rival_save)
    kill = (odds.win + odds.draw) * other * float(clash.rival_health == 1 or clash.petrify)
    die = odds.draw * own * float(clash.health == 1)
    return Forecast("round", target, clash.if_evaded, odds.win * other, odds.draw, odds.lose, kill, die)


def shot(target: int, clash: Clash) -> Forecast:
    """Return the odds of a ranged attack."""
    hit = chances(clash.lead).win * unsaved(clash.rival_save)
    return Forecast("shot", target, clash.lead, hit, 0.0, 1 - hit, harm(clash).get("kill", 0.0), 0.0)


def quest(view: View, unit: int) -> Forecast:
    """Return the odds of a quest."""
    through = Lookahead(view.game).quest(unit)
    lead = strength(view.game, unit, doing=QUESTING)
    return Forecast("quest", NONE, lead, through, 0.0, 1 - through, 0.0, 1 - through)


def way(view: View, unit: int, square: int, verb: str = "to") -> Forecast | None:
    """Return the chance that a unit comes alive to a square; None if nothing threatens it."""
    game = view.game
    squares = paths(game, unit).get(square, (square,)) if verb == "to" else (square,)
    alive = 1.0
    for step in squares:
        alive *= unsaved(deadliness(game, unit, step))
    return None if alive == 1 else Forecast("way", NONE, 0, alive, 0.0, 1 - alive, 0.0, 1 - alive)


def _spell(view: View, target: int) -> Forecast | None:
    """Return the odds of the ranged attack that the spell under way would make on a unit."""
    casting = spell_under_way(view.game)
    if casting is None or target not in view.game.table.unit_number:
        return None
    effect = view.game.table.spell[casting.card].effect
    if not isinstance(effect, Shoot):
        return None
    clash = Lookahead(view.game).shot(casting.caster, target, effect.power.of(view.game, casting.about))
    return shot(target, clash._replace(poison=effect.poison, petrify=effect.petrify))


def _under_way(view: View, evading: bool) -> Forecast | None:
    """Return the odds of the battle that is under way."""
    attack = attack_under_way(view.game)
    if attack is None or not attack.is_battle:
        return None
    clash = Lookahead(view.game).clash_of(attack)
    return evasion(attack.target, clash) if evading else battle(attack.target, clash)
