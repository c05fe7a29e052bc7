"""Fights as the log tells them: who fights whom, the dice as they fall, the totals, the outcome.

A log does not say what makes up a score, so each fight is kept with the state it began with, from which that is read.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureTable
from stormriver.kernel import events as kinds
from stormriver.kernel.bitmask import mask_of, members
from stormriver.kernel.events import Event, fold
from stormriver.kernel.state import NONE, State

OUTCOMES: Final = {events.FIGHT_WON.name: "won", events.FIGHT_LOST.name: "lost", events.STOOD_OFF.name: "drawn"}
MEETINGS: Final = frozenset({events.ENEMY_MET.name, events.CARD_MET.name})
ENDINGS: Final = frozenset(
    kind.name
    for kind in (
        events.EVADED, events.MOVED, events.TELEPORTED, events.CARD_TAKEN, events.CARD_DRAWN, events.ENEMY_KILLED,
        events.CHARACTER_KILLED, events.TURN_LOST, events.TURN_ENDED,
    )
) | {kinds.TURN, kinds.RESULT}  # fmt: skip
"""The kinds of events after which a fight that has no outcome will have none any more."""

EVADE_ONE: Final = 2
"""The number of the option by which the first one of several Enemies is evaded: those to fight and to evade all come
before it (`combat.evade`)."""

Dice = tuple[int, ...]


class Bout(NamedTuple):
    """A fight as it stands after an event.

    Attributes:
        fight: its sides.
        state: what both sides had when their scores counted last, with the fight under way.
        card: the card that was met, NONE if it is none.
        dice: those of either side.
        totals: the scores that were compared; None before that.
        outcome: one of OUTCOMES, empty while it is open.
        chosen: the seat that has chosen what its die shows, NONE if none has.
    """

    fight: Fight
    state: State
    card: int
    dice: tuple[Dice, Dice] = ((), ())
    totals: tuple[int, int] | None = None
    outcome: str = ""
    chosen: int = NONE


class Bouts:
    """Follows a log, and tells for each event the fight that it is part of."""

    def __init__(self, table: AdventureTable, first: State) -> None:
        """Begin with the state before the log."""
        self._table = table
        self._state: State | None = first.clone()
        self._met = NONE
        self._evaded = 0  # the Enemies of those met that have been evaded by themselves, one bit each
        self._answered = NONE  # the number of the option that was chosen last
        self._bout: Bout | None = None

    def after(self, event: Event) -> Bout | None:
        """Return the fight that an event is part of, as it stands after it; None if it is part of none."""
        if self._state is None:
            return None
        try:
            fold(self._state, event)
        except (ValueError, IndexError):  # the log goes on from another state than it is said to
            self._state = self._bout = None
            return None
        kind = event.kind
        if kind in MEETINGS:
            self._met, self._evaded = event.data[0], 0
        elif kind in (kinds.TURN, events.MOVED.name):
            self._met, self._evaded = NONE, 0
        elif kind == kinds.ANSWERED:
            self._answered = event.data[0]
        if kind in OUTCOMES and self._bout is not None:
            over, self._bout = self._bout._replace(outcome=OUTCOMES[kind]), None
            return over
        if kind == events.EVADED.name and self._bout is not None:
            self._bout = self._thinned(self._bout)
        elif kind in ENDINGS or self._foe_goes(event):
            self._bout = None
        else:
            self._bout = self._begun(event) or self._gone_on(event)
        return self._bout

    def _thinned(self, bout: Bout) -> Bout | None:
        """Return a fight of which Enemies are evaded: without the one that was chosen of several; None if all were."""
        group, chosen = members(bout.fight.group), self._answered - EVADE_ONE
        if len(group) < 2 or not 0 <= chosen < len(group):
            return None
        self._evaded |= 1 << group[chosen]
        return self._against(bout.fight.seat, NONE, bout.fight.psychic)

    def _foe_goes(self, event: Event) -> bool:
        """Tell whether an Enemy of a fight is taken away before it is fought."""
        bout = self._bout
        return event.kind == kinds.CARD and bout is not None and bool(bout.fight.group >> event.data[0] & 1)

    def _begun(self, event: Event) -> Bout | None:
        """Return the fight that an event begins; whoever is attacked may still get away."""
        if event.kind == events.ENEMY_MET.name:
            return self._against(event.seat, NONE, bool(self._table.cards[event.data[0]].craft))
        if event.kind == events.CHARACTER_ATTACKED.name:
            return self._against(event.seat, event.data[0], False)
        if event.kind == events.ATTACKED.name:
            return self._against(event.seat, event.data[0], bool(event.data[1]))
        return None

    def _against(self, seat: int, rival: int, psychic: bool) -> Bout:
        assert self._state is not None
        fight = self._fight(seat, rival, psychic)
        return Bout(fight, self._kept(fight), self._met if rival == NONE else NONE)

    def _fight(self, seat: int, rival: int, psychic: bool) -> Fight:
        """Return a fight with whom it is against; of the Enemies that were met without those that were evaded."""
        assert self._state is not None
        fight = Fight(seat, self._state.seats[seat][SPACE], rival, psychic=psychic)
        if rival == NONE and self._met != NONE:
            fight.group = mask_of(self._group(self._met, fight.space)) & ~self._evaded
        return fight

    def _group(self, card: int, space: int) -> list[int]:
        """Return the Enemies on a space that fight as one with a card; none if it is no Enemy."""
        table = self._table
        if not table.is_enemy[card]:
            return []
        assert self._state is not None
        spirit = table.cards[card].craft > 0
        alone = spirit and not table.options["spirits_as_one"]
        lying = self._state.zones[table.lying + space]
        alike = [
            other
            for other in lying
            if other >= 0
            and table.is_enemy[other]
            and table.order[other] == table.order[card]
            and (table.cards[other].craft > 0) == spirit
        ]
        return [card] if alone or card not in alike else alike

    def _kept(self, fight: Fight) -> State:
        """Return the state as it is, with a fight under way."""
        assert self._state is not None
        kept = self._state.clone()
        kept.frames = [fight]
        return kept

    def _gone_on(self, event: Event) -> Bout | None:
        bout = self._bout
        if bout is None:
            return None
        if event.kind == kinds.ROLLED:
            return self._rolled(bout, event)
        if event.kind == events.FATE_PAID.name:
            return bout._replace(chosen=event.seat)  # unless a roll follows
        if event.kind == events.COMPARED.name:
            return bout._replace(totals=(event.data[0], event.data[1]), state=self._kept(bout.fight))
        return bout

    def _rolled(self, bout: Bout, event: Event) -> Bout:
        """Return a fight after a roll: the first of a side, or one again for its lowest die."""
        mine, theirs = bout.dice
        if event.seat == bout.fight.seat:
            return bout._replace(dice=(_again(mine, event.data), theirs), chosen=NONE)
        if event.seat == bout.fight.rival:
            return bout._replace(dice=(mine, _again(theirs, event.data)), chosen=NONE)
        return bout


def _again(dice: Dice, rolled: Dice) -> Dice:
    if len(dice) <= len(rolled):
        return rolled
    return (*sorted(dice)[len(rolled) :], *rolled)
