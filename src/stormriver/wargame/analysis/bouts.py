"""Battles, ranged attacks and quests as the log tells them: who meets whom, the dice as they fall, totals, outcome.

A log does not say what makes up a total, so each bout is kept with the positions in which its two strengths counted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stormriver.kernel import events as kinds
from stormriver.kernel.events import Event, fold
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, State
from stormriver.wargame.model import events
from stormriver.wargame.model.frames import Battle, Fate
from stormriver.wargame.model.phases import PHASES
from stormriver.wargame.model.table import WargameTable
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.forces import owner
from stormriver.wargame.procedures.strength import limit_of

BATTLE: Final = Battle.procedure
SHOT: Final = "shot"
QUEST: Final = "quest"

PHASE_NAMES: Final = frozenset(phase.procedure for phase in PHASES)
DICE: Final = 3
"""How many dice either side throws; saves, damage and rerolls are rolled with one."""
BEGINNINGS: Final = frozenset({events.ATTACK_ANNOUNCED.name, events.QUEST_BEGAN.name})
ENDINGS: Final = frozenset({events.PHASE_BEGAN.name, kinds.TURN, kinds.RESULT})
INTERRUPTIONS: Final = frozenset({events.SPELL_CAST.name, events.ITEM_USED.name})
"""The kinds of events after which it is open whether a bout goes on; its next dice tell."""

Dice = tuple[int, ...]


class Bout(NamedTuple):
    """A battle, ranged attack or quest as it stands after an event.

    Attributes:
        kind: BATTLE, SHOT or QUEST.
        seat, attacker: whose it is, and the unit that attacks or is sent.
        rival, target: the seat and unit of the other side, NONE for the quest's.
        states: the positions in which the strength of either side counted last.
        own: whether the unit is known to make the attack itself; a spell it casts may be made with another strength.
        rounds: of a battle, how many were fought before.
        dice: those of either side.
        totals: what was compared; None before that.
        due: the units that have been hit and not saved, wounded or killed yet; `killed` those that were killed.
        outcome: `won` or `lost` by the first side, `drawn`; empty while it goes on, as a battle does round after round.
    """

    kind: str
    seat: int
    attacker: int
    rival: int
    target: int
    states: tuple[State, State]
    own: bool = True
    rounds: int = 0
    dice: tuple[Dice, Dice] = ((), ())
    totals: tuple[int, int] | None = None
    due: frozenset[int] = frozenset()
    killed: frozenset[int] = frozenset()
    outcome: str = ""


class Bouts:
    """Follows a log, and tells for each event the bout that it is part of."""

    def __init__(self, table: WargameTable, first: State) -> None:
        """Begin with the state before the log."""
        self._table = table
        self._state: State | None = first.clone()
        self._open: list[Bout] = []  # a spell that answers an attack may be one itself
        self._resting = False  # whether the topmost is not gone on with before its next dice
        self._answered = NONE  # the number of the option that was chosen last

    def after(self, event: Event) -> Bout | None:
        """Return the bout that an event is part of, as it stands after it; None if it is part of none."""
        if self._state is None:
            return None
        try:
            fold(self._state, event)
        except (ValueError, IndexError):  # the log goes on from another state than it is said to
            self._state, self._open = None, []
            return None
        if self._ends(event):
            self._open = []
        elif event.kind in BEGINNINGS:
            self._open.append(self._begun(event))
            self._resting = False
        elif self._open:
            self._go_on(event)
        return self._shown()

    def _ends(self, event: Event) -> bool:
        """Tell whether nothing is fought any more after an event; else note what was answered in a bout."""
        if event.kind != kinds.ANSWERED:
            return event.kind in ENDINGS
        self._answered = event.data[0]
        return self._table.procedure_name(event.cause) in PHASE_NAMES  # the phase asks who is next

    def _shown(self) -> Bout | None:
        """Return the bout that is under way; one that is over is shown once."""
        if not self._open or self._resting:
            return None
        return self._open.pop() if self._open[-1].outcome else self._open[-1]

    def _begun(self, event: Event) -> Bout:
        state = self._kept()
        if event.kind == events.QUEST_BEGAN.name:
            return Bout(QUEST, event.seat, event.data[0], NONE, NONE, (state, state))
        attacker, target = event.data
        kind = BATTLE if self._table.procedure_name(event.cause) == Battle.procedure else SHOT
        rival = owner(Game(self._table, state), target)
        return Bout(kind, event.seat, attacker, rival, target, (state, state), own=kind == BATTLE)

    def _kept(self) -> State:
        assert self._state is not None
        return self._state.clone()

    def _go_on(self, event: Event) -> None:
        """Note what an event has changed of a bout that it may be part of."""
        if event.kind in INTERRUPTIONS:
            self._resting = True
        elif event.kind == kinds.ROLLED:
            self._roll(event)
        elif event.kind == kinds.MARKED:
            self._note_act(event)
        elif event.kind in (events.COMPARED.name, events.QUEST_ENDED.name):
            self._compare(event.data[-2:])
        elif event.kind == events.MARTYRED.name:
            self._open[-1] = self._open[-1]._replace(target=event.data[0])
        elif event.kind in (events.SHELTERED.name, events.EVADED.name):
            self._put(self._open[-1]._replace(outcome="drawn"))
        elif event.kind in (events.SAVED.name, events.WOUNDED.name, events.UNIT_KILLED.name):
            self._harm(event)

    def _put(self, bout: Bout) -> None:
        """Go on with the topmost bout."""
        self._open[-1] = bout
        self._resting = False

    def _note_act(self, event: Event) -> None:
        """Note that the attacker has used its attack: no spell is behind it."""
        bout = self._open[-1]
        used = (self._table.rule_marks.acted, self._table.subject_of_card(bout.attacker))
        if event.data[:2] == used and not any(bout.dice):
            self._open[-1] = bout._replace(own=True)

    # dice

    def _roll(self, event: Event) -> None:
        """Note the dice of a side, or one of them that is rolled again."""
        if self._table.procedure_name(event.cause) == Fate.procedure:
            self._roll_again(event.data[0])
        elif len(event.data) == DICE:
            self._throw(event)

    def _throw(self, event: Event) -> None:
        """Note the dice of a side of the topmost bout that they belong to; those above it have come to nothing."""
        for number in reversed(range(len(self._open))):
            now = self._thrown(self._open[number], event)
            if now is not None:
                self._open[number:] = [now]
                self._resting = False
                return

    def _thrown(self, bout: Bout, event: Event) -> Bout | None:
        """Return a bout with the dice of a side, by which another round may begin; None if they are not of it."""
        mine, state = bout.dice[0], self._kept()
        first = event.card == bout.attacker
        if bout.totals is not None and first:
            again = bout._replace(rounds=bout.rounds + 1, totals=None, due=frozenset(), killed=frozenset())
            return again._replace(dice=(event.data, ()), states=(state, state))
        if first and not mine:
            return bout._replace(dice=(event.data, ()), states=(state, state))
        if mine and event.card == (bout.attacker if bout.kind == QUEST else bout.target):
            return bout._replace(dice=(mine, event.data), states=(state, state))
        return None

    def _roll_again(self, die: int) -> None:
        """Note a die in the place of the one that was chosen to be rolled again."""
        bout = self._open[-1]
        mine, theirs = bout.dice
        which = self._answered
        rolled = theirs or mine
        if bout.totals is None and 0 <= which < len(rolled):
            again = (*rolled[:which], die, *rolled[which + 1 :])
            self._put(bout._replace(dice=(mine, again) if theirs else (again, ())))

    # what comes of it

    def _compare(self, totals: tuple[int, ...]) -> None:
        bout, (mine, theirs) = self._open[-1], totals
        due = {bout.target} if mine > theirs or (mine == theirs and bout.kind == BATTLE) else set()
        if theirs >= mine and bout.kind == BATTLE:
            due.add(bout.attacker)
        outcome = ""
        if bout.kind == QUEST:
            outcome = "won" if mine >= theirs else "lost"
        elif not due:
            outcome = "drawn"  # a shot that misses harms nobody
        states = (bout.states[0], self._kept())
        self._put(bout._replace(totals=(mine, theirs), due=frozenset(due), outcome=outcome, states=states))

    def _harm(self, event: Event) -> None:
        """Note that a unit that was hit is saved, wounded or killed; wounds that kill are told before its death."""
        bout, unit = self._open[-1], event.data[0]
        sure = bout.totals is None and unit == bout.target and not self._resting  # an attack without dice
        poisoned = bout.kind == BATTLE and unit in (bout.attacker, bout.target) and not self._resting
        fatal = event.kind == events.WOUNDED.name and self._is_dead(unit)
        if fatal or not (unit in bout.due or sure or poisoned):
            return
        killed = bout.killed | {unit} if event.kind == events.UNIT_KILLED.name else bout.killed
        now = bout._replace(due=bout.due - {unit}, killed=killed)
        if bout.kind == SHOT:
            now = now._replace(outcome="drawn" if event.kind == events.SAVED.name else "won")
        elif killed and not now.due:
            now = now._replace(outcome=_survived(now))
        self._put(now)

    def _is_dead(self, unit: int) -> bool:
        assert self._state is not None
        game = Game(self._table, self._state)
        return marks.wounds(game, unit) >= limit_of(game, unit)


def _survived(bout: Bout) -> str:
    """Return how a battle ended, by who was killed."""
    if len(bout.killed) > 1:
        return "drawn"
    return "won" if bout.target in bout.killed else "lost"
