"""A session: a game under way with the decisions, standing orders and questions of its people.

It knows no terminal, no network, no clock and no file. All answers go through it, so that each can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import takewhile
from typing import Any

from stormriver.kernel import questions
from stormriver.kernel.ask import PASS, Posed
from stormriver.kernel.errors import BadAnswer
from stormriver.kernel.events import TURN, Event
from stormriver.kernel.game import Game
from stormriver.kernel.questions import Question
from stormriver.kernel.state import NONE
from stormriver.language import rendering
from stormriver.language.clauses import Part, Text, phrase
from stormriver.presentation.attention import EVIDENT, NO_CONCERN, Concern
from stormriver.presentation.further import next_question, question_after
from stormriver.presentation.names import seat_names
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.standing_orders import Matter, Orders, as_saved, order_line
from stormriver.session.attention import ALL, USUAL, Attention, Stop
from stormriver.session.decisions import By, Decision, Further, Reach, Settled
from stormriver.session.gestures import Onward, onward
from stormriver.session.settling import AGAIN, Asked

HURRIED = "hurried"
"""What stands for the kind of an ask that could not be left, and was answered all the same on going forward."""


class Session:
    """A game under way, or to come, with its decisions, standing orders and questions.

    Attributes:
        game: the game with its log; None as long as it has not begun.
        decisions: the answers given, in order.
        undone: what was taken back and can be done again, the next one first.
        orders: the standing orders of each seat.
        attention: what each seat wants to be asked.
        obeyed: the kinds of asks that standing orders declined for each seat since its person last decided.
        forward: the seats that want no questions before their next turn, and in which turn they said so.
        read: how many events the person of each seat had seen at their last decision.
        questions: the questions asked that no rule answers, with what the die said.
        stream: the seed of the dice for these questions (see kernel/questions.py).
    """

    def __init__(self, seats: int, stream: str) -> None:
        """Begin a session without a game.

        Args:
            seats: how many seats it has.
            stream: the seed of the dice that answer questions.
        """
        self.game: Game | None = None
        self.decisions: list[Decision] = []
        self.undone: list[Decision] = []
        self.orders = [Orders({}) for _ in range(seats)]
        self.attention = [Attention() for _ in range(seats)]
        self._asked: Asked | None = None  # the ask that was looked at last
        self._views: tuple[Posed | None, dict[int, Any]] = (None, {})  # who sees what at it
        self.obeyed: list[list[str]] = [[] for _ in range(seats)]
        self.forward: dict[int, int] = {}
        self.read = [0] * seats
        self.questions: list[Question] = []
        self.stream = stream
        self._own: list[list[int]] = [[] for _ in range(seats)]  # of each seat, which decisions a person made for it

    def decided_by_person(self, seat: int) -> bool:
        """Tell whether a person, not a computer player, plays a seat now; subclasses know."""
        raise NotImplementedError

    # how the game stands

    @property
    def log(self) -> list[Event]:
        """The events of the game so far; empty before it has begun."""
        return [] if self.game is None or self.game.log is None else self.game.log

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.ask is None

    @property
    def asked(self) -> int:
        """The seat that is asked, -1 if none is."""
        return NONE if self.game is None or self.game.ask is None else self.game.ask.seat

    @property
    def firm(self) -> int:
        """How many of the decisions can no longer be taken back, as the rules have changed after them."""
        return 0

    def view(self, seat: int) -> Any:
        """Return what a seat may know of the game; subclasses know in which language it is put into words."""
        assert self.game is not None
        return self.game.view(seat)

    def _seen(self, seat: int) -> Any:
        """Return the same, worked out once for each pending ask."""
        posed = None if self.game is None else self.game.state.ask
        if posed is None:
            return self.view(seat)
        if self._views[0] is not posed:
            self._views = (posed, {})
        if seat not in self._views[1]:
            self._views[1][seat] = self.view(seat)
        return self._views[1][seat]

    # deciding

    def answer(self, key: str, by: By = "person", told: str = "") -> None:
        """Answer the pending ask.

        Args:
            key: the key of one of its options.
            by: who decides.
            told: the kind of ask that an automatic answer declines, if the person of the seat should know of it.

        Raises:
            BadAnswer: with nothing changed, if the key is not on offer or nobody is asked.
        """
        self.note(self.decide(key, by), told)

    def decide(self, key: str, by: By) -> Decision:
        """Let the game go on by an answer, and return the decision, for `note` to record.

        Args:
            key: the key of an option of the pending ask.
            by: who decides.

        Raises:
            BadAnswer: with nothing changed, if the key is not on offer or nobody is asked.
        """
        game = self.game
        if game is None or game.ask is None:
            raise BadAnswer("Nobody is asked anything.")
        seat, codes, asked = game.ask.seat, game.ask.codes, game.ask.kind
        let_go = self._let_go(key) if by == "person" else NO_CONCERN
        recurring = presentation_of(game.table).recurring(game) if by == "person" else None
        logged, revealed = len(self.log), game.revealed
        game.answer(key)
        passed = codes[self.log[logged].data[0]] == PASS
        return Decision(seat, key, by, passed, revealed, logged, self.read_now(), None, let_go, recurring, asked)

    def read_now(self) -> tuple[int, ...]:
        """Return how many events each seat has read, in one tuple for many decisions, as a game has thousands."""
        last = self.decisions[-1].read if self.decisions else ()
        return last if list(last) == self.read else tuple(self.read)

    def note(self, decision: Decision, told: str = "") -> None:
        """Record a decision that the game has just carried out.

        Args:
            decision: as `decide` returned it.
            told: as in `answer`.
        """
        seat = decision.seat
        self.decisions.append(decision)
        same = bool(self.undone) and (self.undone[0].seat, self.undone[0].key) == (seat, decision.key)
        self.undone = self.undone[1:] if same else []
        if decision.by == "person":
            self._own[seat].append(len(self.decisions) - 1)
            self.read[seat] = decision.logged
            self.obeyed[seat].clear()
            self.attention[seat].let_pass(decision.let_go)
            if decision.recurring is not None:
                self.attention[seat].note_answer(decision.key, decision.recurring)
        elif told:
            self.obeyed[seat].append(told)
        self._begin_turn(decision)

    def _begin_turn(self, decision: Decision) -> None:
        """Let all seats know of a turn that has begun since a decision, and end going forward for whose turn it is."""
        if any(event.kind == TURN for event in self.log[decision.logged :]):
            for attention in self.attention:
                attention.begin_turn()
        self.end_going_forward()

    # what needs no person

    def settled(self, seat: int) -> Settled | None:
        """Return the answer to a seat's pending ask that needs no person; None if its person must be asked.

        The seat goes forward to its next turn, or what it has arranged settles the ask (`Asked.settled`).

        Args:
            seat: the seat that is asked.
        """
        asked, attention = self._about_now(seat), self.attention[seat]
        if not self.goes_forward(seat):
            return asked.settled(self.orders[seat], attention)
        again = attention.answer_as_before(asked.recurring)
        if again is not None:
            return Settled(again, AGAIN)
        matter = asked.matter
        return None if matter is None else Settled(matter.leaving, matter.kind if matter.worth_telling else "")

    def _about_now(self, seat: int) -> Asked:
        """Return the pending ask with what is known of it, worked out once for each."""
        assert self.game is not None
        if self._asked is None or self._asked.posed is not self.game.state.ask:
            self._asked = Asked(self.game, self._seen(seat))
        return self._asked

    def _let_go(self, key: str) -> Concern:
        """Return what concerns the seat that is asked, if the answer leaves it, and that was weighed."""
        assert self.game is not None
        asked = self._asked
        if asked is None or asked.posed is not self.game.state.ask or asked.matter is None:
            return NO_CONCERN
        return asked.concern if asked.matter.leaving == key else NO_CONCERN

    def hurried(self, seat: int) -> Settled:
        """Return the answer that going forward gives to a seat's pending ask: the one that leaves what is on offer.

        What cannot be left is answered as a computer player would, and the seat is told so.

        Args:
            seat: the seat that is asked.
        """
        assert self.game is not None
        matter = presentation_of(self.game.table).matter_of(self.view(seat))
        if matter is not None:
            return Settled(matter.leaving, matter.kind if matter.worth_telling else "")
        return Settled(self.advised(seat), HURRIED)

    def advised(self, seat: int) -> str:
        """Return the key with which a computer player would answer a seat's pending ask."""
        assert self.game is not None
        view = self.view(seat)
        advice = presentation_of(self.game.table).advice(view, view.ask)
        return advice[0].key if advice else str(view.ask.keys[0])

    def may_entrust(self, seat: int) -> bool:
        """Tell whether a seat is asked something that its person may leave to a computer player, with all like it."""
        if self.game is None or self.game.ask is None or self.game.ask.seat != seat:
            return False
        return self.game.ask.kind in presentation_of(self.game.table).entrusted

    def entrust(self, seat: int) -> None:
        """Answer as a computer player would, for as long as a seat is asked what may be left to one.

        One taking back is enough for all of it.
        """
        by: By = "person"
        while self.may_entrust(seat):
            self.answer(self.advised(seat), by)
            by = "order"

    def bluffs(self, seat: int) -> bool:
        """Tell whether a seat is asked, as it wants full control, though all that it can do is pass."""
        assert self.game is not None and self.game.ask is not None
        return self.attention[seat].full and not self.goes_forward(seat) and self.game.ask.codes == [PASS]

    def further(self, seat: int) -> Further | None:
        """Return a seat's next question, if the pending one only leads to that: then both can be put as one.

        Nothing happens between them, so that nothing is told too early.

        Args:
            seat: the seat that is asked.
        """
        assert self.game is not None
        view, showing = self._seen(seat), presentation_of(self.game.table)
        matter = showing.matter_of(view)
        if matter is None or not showing.leads_on(view, matter):
            return None
        game = next_question(self.game, matter.leaving)
        return None if game is None else Further(matter.leaving, game)

    def leads_to(self, seat: int, *keys: str) -> bool:
        """Tell whether answers in a row are on offer to a seat, each one leading at once to the question of the next.

        Args:
            seat: the seat that is asked.
            keys: the keys of the answers, at least two.
        """
        assert self.game is not None and self.asked == seat
        game = question_after(self.game, keys[:-1])
        return game is not None and game.ask is not None and keys[-1] in game.ask.keys

    def onward(self, seat: int) -> dict[str, Onward]:
        """Return the questions that are put together with what a seat is asked, by the key that leads there.

        Args:
            seat: the seat that is asked; what its pending question only leads to counts as asked.
        """
        assert self.game is not None
        further = self.further(seat)
        return onward(self.game if further is None else further.game, self.orders[seat], self.attention[seat])

    def stops(self, seat: int) -> dict[str, Stop]:
        """Return when a seat is asked about each thing that it has at hand or set a stop for, and about ALL others."""
        if self.game is None:
            return dict(self.attention[seat].stops)
        things, stops = presentation_of(self.game.table).at_hand(self._seen(seat)), self.attention[seat].stops
        usual = stops.get(ALL, USUAL)
        return {**dict.fromkeys(things, usual), **stops, ALL: usual}

    def attend(self, seat: int, stops: Mapping[str, Stop], full: bool) -> None:
        """Set what a seat wants to be asked from now on.

        Args:
            seat: the seat.
            stops: when it is asked about each thing, by the thing's id; those as usual may be left out.
            full: whether it is asked everything.
        """
        self.attention[seat].attend(stops, full)

    def never(self, seat: int, matter: Matter) -> None:
        """Decline a matter that a seat is asked about, now and, by a standing order, whenever it is asked again.

        Args:
            seat: the seat that is asked.
            matter: what its pending ask is about.

        Raises:
            BadAnswer: with nothing changed, if the seat is asked about something else.
        """
        self.answer(matter.leaving)
        self.decisions[-1] = self.decisions[-1]._replace(ordered=self.orders[seat].add(matter))
        self.obeyed[seat].append(matter.kind)

    def declined(self, seat: int, language: str = "en") -> list[str]:
        """Return what standing orders declined for a seat since its person last decided, in words of a language."""
        alone = rendering.language(language).alone
        return [alone(self._kind_of_ask(kind)) for kind in self.obeyed[seat]]

    def order_lines(self, seat: int, language: str = "en") -> list[str]:
        """Return the standing orders of a seat in words of a language, in the order of their numbers."""
        return [
            order_line(self._kind_of_ask(kind), self.things_declined(things), language)
            for kind, things in self.orders[seat].given.items()
        ]

    def things_declined(self, keys: Iterable[str]) -> list[Part]:
        """Return what orders decline, by the keys of options; as these are saved while there is no game."""
        if self.game is None:
            return [Text(key) for key in sorted(keys)]
        table = self.game.table
        return [presentation_of(table).thing_declined(table, key) for key in sorted(keys)]

    def _kind_of_ask(self, kind: str) -> Part:
        """Return a kind of ask in words; as it is saved while there is no game."""
        if kind in (HURRIED, AGAIN) or kind.startswith(EVIDENT):
            return phrase(kind)
        if self.game is None:
            return as_saved(kind)
        table = self.game.table
        return presentation_of(table).kind_of_ask(table, kind)

    def go_forward(self, seat: int) -> None:
        """Ask a seat nothing that it may decline, until its next turn begins."""
        assert self.game is not None
        self.forward[seat] = self.game.state.turn

    def goes_forward(self, seat: int) -> bool:
        """Tell whether a seat wants no questions before its next turn, and that has not begun yet."""
        return seat in self.forward and self.game is not None and self.game.state.active != seat

    def end_going_forward(self) -> None:
        """End `go_forward` for the seat whose next turn has begun."""
        state = None if self.game is None else self.game.state
        if state is not None and state.turn > self.forward.get(state.active, state.turn):
            del self.forward[state.active]

    # taking back, doing again

    def reach(self, seat: int) -> Reach:
        """Return what taking back the last decision of a seat's person would mean."""
        game = self.game
        if not self._own[seat] or game is None or self.over:
            return Reach(0)
        if self._own[seat][-1] < self.firm:
            return Reach(0, phrase("since_rules"))
        count = len(self.decisions) - self._own[seat][-1]
        reasons: list[Part] = []
        if self.decisions[-count].revealed != game.revealed:
            reasons.append(phrase("since_revealed"))
        others = dict.fromkeys(past.seat for past in self.decisions[-count:] if past.seat != seat and not past.passed)
        if others:
            seats = seat_names([game.table.seats[other] for other in others])
            reasons.append(phrase("since_answered", names=seats))
        if not reasons:
            return Reach(count)
        return Reach(count, phrase("since_then", reasons=reduce(_both, reasons)))

    def plans(self, seat: int) -> Reach:
        """Return how much a seat's person can take back at one go with nothing having come out since: their plans."""
        found = Reach(0)
        for number in reversed(self._own[seat]):
            count = len(self.decisions) - number
            if number < self.firm or not self._is_free(seat, count):
                break
            found = Reach(count)
        return found

    def _is_free(self, seat: int, count: int) -> bool:
        """Tell whether nothing has come out, and nobody else has answered, since so many answers ago."""
        since = self.decisions[-count:]
        assert self.game is not None
        return since[0].revealed == self.game.revealed and all(past.passed or past.seat == seat for past in since)

    def take_back(self, answers: int) -> None:
        """Take back the last answers with the orders given by them; `read` goes back as well.

        Args:
            answers: how many, from 1 to as many as are not `firm`.

        Raises:
            BadAnswer: with nothing changed, if there are not so many.
        """
        given = len(self.decisions) - self.firm
        if self.game is None or not 1 <= answers <= given:
            raise BadAnswer("{answers} answers cannot be taken back; {given} were given.", answers=answers, given=given)
        taken = self.decisions[-answers:]
        self.rewind(answers)
        for past in taken:
            if past.ordered is not None:
                self.orders[past.seat].withdraw(past.ordered)
        self.undone = taken + self.undone
        del self.decisions[-answers:]
        for own in self._own:
            while own and own[-1] >= len(self.decisions):
                own.pop()
        self.questions = questions.after_undo(self.questions, len(self.decisions))
        self.read = list(taken[0].read)
        self.forward.clear()
        for attention in self.attention:
            attention.forget()

    def rewind(self, answers: int) -> None:
        """Bring the game back to before its last answers, while `decisions` still holds them.

        Args:
            answers: how many, at least 1.
        """
        assert self.game is not None
        self.game.undo(answers)

    def again(self, seat: int) -> list[Decision]:
        """Return what a seat can redo of what was taken back: its own next decision, and the automatic ones after it.

        What other people had decided since is left to them, and so is what a computer player had decided for a person
        who has their seat back.
        """
        if self.over or not self.undone or (self.undone[0].seat, self.undone[0].by) != (seat, "person"):
            return []
        return [self.undone[0], *takewhile(self._follows, self.undone[1:])]

    def all_again(self) -> list[Decision]:
        """Return all that can be done again of what was taken back, whoever had decided it.

        It ends with what was decided by somebody who does not decide for that seat any more.
        """
        return [] if self.over else list(takewhile(self._still_decides, self.undone))

    def _still_decides(self, past: Decision) -> bool:
        """Tell whether a seat is still played by whoever had decided for it, a person or a computer player."""
        return past.by not in ("person", "computer") or self.decided_by_person(past.seat) == (past.by == "person")

    def redo(self, again: Iterable[Decision]) -> None:
        """Do again what was taken back, with the standing orders that were given by it.

        Args:
            again: what, as `again` or `all_again` return it.
        """
        for past in again:
            self.answer(past.key, past.by)
            if past.ordered is not None:
                ordered = self.orders[past.seat].add(past.ordered)
                self.decisions[-1] = self.decisions[-1]._replace(ordered=ordered)

    def _follows(self, past: Decision) -> bool:
        """Tell whether a decision that was taken back need not be made anew by a person."""
        if past.by == "computer":
            return not self.decided_by_person(past.seat)
        return past.by != "person"

    # questions

    def put(self, seat: int, text: str) -> Question:
        """Put a question that no rule answers, and return it with what the die says.

        Args:
            seat: the seat that asks.
            text: the question.
        """
        self.questions.append(questions.put(self.questions, self.stream, seat, text, len(self.decisions)))
        return self.questions[-1]


def _both(first: Part, second: Part) -> Part:
    return phrase("since_both", first=first, second=second)
