"""The conversation at the terminal: shows each decision, takes answers and commands, and lets the others play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from stormriver.cli.prompt_commands import COMMANDS, LETTERS, help_page, offers, parts, yes_or_no
from stormriver.cli.reader_language import READER
from stormriver.cli.registry import pages_of
from stormriver.cli.screen import ask, compact, log
from stormriver.cli.screen.lines import Lines, blank, fold, rule, text
from stormriver.cli.screen.view import View, described, pending
from stormriver.cli.session import PERSON, LocalSession
from stormriver.cli.terminal import Drawn, Left, Terminal, error
from stormriver.cli.typed_answers import answering, matching, meant
from stormriver.cli.wording import tell, words
from stormriver.kernel.errors import BadAnswer, EngineError, StormriverError
from stormriver.kernel.state import NONE
from stormriver.language.clauses import listed
from stormriver.language.message import sentence_of
from stormriver.presentation import rule_texts
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.names import seat_name
from stormriver.presentation.questions import told
from stormriver.presentation.registry import presentation_of
from stormriver.session.attention import STOPS, as_stop

if TYPE_CHECKING:  # only a lesson needs what teaches
    from stormriver.cli.lesson import Guide

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The directions in which one looks about the board: rows down and columns to the right."""

Done = bool
"""Whether a command has settled the pending ask or changed it."""


class Conversation:
    """One session at one terminal.

    Attributes:
        session: the game and its people.
        terminal: where it is shown.
        pace: whether each turn of a computer player is shown by itself.
        guide: who teaches, if the game is a lesson.
    """

    def __init__(
        self, session: LocalSession, terminal: Terminal, pace: bool = False, guide: Guide | None = None
    ) -> None:
        self.session = session
        self.terminal = terminal
        self.pace = pace
        self.guide = guide
        self.at_keyboard = NONE  # the seat of the person who sits there
        self.after = ""  # what was typed at the end of a page, to be carried out next
        self.on_page = False  # whether a page is up instead of the question
        self.queue: list[str] = []  # further answers and commands of the line that was typed last
        self.looked_at = ""  # the place on the board that is looked at
        self.said: list[str] = []  # what the guide says beside the question
        self.refused: StormriverError | None = None  # why the game could not be saved, as long as nobody has been told
        self.commands: dict[str, Callable[[View, str], Done]] = {
            letter: getattr(self, word) for letter, word in COMMANDS
        }

    def run(self) -> None:
        """Play until the game is over, or the lesson.

        Raises:
            Left: if the people leave before that.
            EngineError: if the engine or a computer player fails; the game is left at the ask before.
        """
        game = self.session.game
        while (pending := game.ask) is not None and not (self.guide and self.guide.over):
            turn, active = game.state.turn, game.state.active
            by_itself = self.session.go_on()
            if not by_itself:
                self.decide(pending.seat)
            if game.state.turn == turn or active == NONE:
                continue
            if self.session.kinds[active] == PERSON:
                self.keep()
            elif self.pace and by_itself:
                self.show_turn(active, turn)

    def keep(self) -> None:
        """Save the game after a turn, so that nothing more is lost with the power; a lesson begins anew instead."""
        if self.guide is None:
            try:
                self.session.save()
            except StormriverError as refused:
                self.refused = refused

    # a person's decision

    def decide(self, seat: int) -> None:
        """Show a person the pending ask, and listen until it is answered or something else is asked."""
        if seat != self.at_keyboard:
            self.hand_over(seat)
        view = self.session.asked_view(seat)
        self.looked_at = ""
        typed = self.teach(view)
        while not self.heeded(view, typed):
            self.draw(view)
            if self.refused is not None:
                self.add(view, error(sentence_of(self.refused, view.language)))
                self.refused = None
            typed = self.listen(view) or self.chosen_place(view)
        self.after = ""

    def teach(self, view: View) -> str:
        """Let the guide speak, on a page of their own where there is too little room; return what is typed there."""
        self.said = self.guide.said(pending(view)) if self.guide else []
        if not self.said or not compact.crowded(view, self.said, self.terminal.width, self.terminal.height - 1):
            return ""
        said, self.said = self.said, self.said[-1:]
        self.headed(view, words(view, "guide"), lambda: compact.guided(said, self.terminal.width))
        return self.after

    def listen(self, view: View) -> str:
        """Return the next answer or command: of the line that was typed last, else of another one."""
        if not self.queue:
            self.queue = parts(self.terminal.read("> ", offers(view)))
        return self.queue.pop(0)

    def chosen_place(self, view: View) -> str:
        """Return the number of the option at the place that is looked at, empty if there is none; it is left then."""
        number = pages_of(view).option_at(view, self.looked_at) if self.looked_at else 0
        if not number:
            self.looked_at = ""
        return str(number or "")

    def draw(self, view: View) -> None:
        """Show the decision."""
        self.on_page = False
        declined = self.session.declined(view.seat, view.language)
        past = compact.Past(self.session.told(view), self.session.known(view), declined, self.said)
        at = self.looked_at
        self.terminal.show(lambda: compact.screen(view, past, self.terminal.width, self.terminal.height - 1, at))

    def heeded(self, view: View, typed: str) -> Done:
        """Carry out what was typed, and what is typed after it on pages; return whether the ask is settled."""
        while typed and not self.heed(view, typed):
            typed = self.after
        return bool(typed)

    def heed(self, view: View, typed: str) -> Done:
        """Carry out what was typed, a command or an answer; return whether the ask is settled."""
        self.after = ""
        word, _, rest = typed.partition(" ")
        command = self.commands.get(LETTERS.get(word.lower(), word.lower()))
        try:
            if command is not None and typed.lower() not in pending(view).keys:
                return command(view, rest.strip())
            self.session.answer_asked(view.seat, *self.meant_in_a_row(view, typed))
            return True
        except EngineError as fault:
            sentence = tell(view, "engine_failed", fault=sentence_of(fault, view.language))
            self.complain(view, sentence)
        except StormriverError as wrong:
            self.complain(view, sentence_of(wrong, view.language))
        return False

    def meant_in_a_row(self, view: View, typed: str) -> list[str]:
        """Return the keys that are meant: of the pending question, and of those to which it leads at once, if the line
        goes on with answers to them. All of that is one decision.

        Raises:
            BadAnswer: if the first one means no option.
        """
        keys = [meant(pending(view), typed)]
        while self.queue:
            way = self.session.asked_after(view.seat, keys)
            following = None if way is None or way.game.ask is None else answering(way.game.ask, self.queue[0])
            if way is None or following is None:
                break
            keys = [*way.keys, following]
            self.queue.pop(0)
        return keys

    def complain(self, view: View, sentence: str) -> None:
        """Say what is wrong below the question, and listen again; what else was on the line is not carried out."""
        self.queue.clear()
        self.say(view, error(sentence))

    def confirm(self, question: str) -> bool:
        """Ask a yes-or-no question."""
        known = words(READER, "yes_typed")
        typed = self.terminal.read(f"{question} {words(READER, 'yes_or_no')} ", yes_or_no(known))
        return typed.lower() in known.split()

    def turn_page(self, view: View, page: Drawn) -> Done:
        """Show a page; what is typed at its end is carried out next."""
        self.queue = parts(self.terminal.page(page, offers=offers(view)))
        self.after = self.queue.pop(0)
        self.on_page = True
        return False

    def say(self, view: View, line: Text) -> Done:
        """Say something below the question, and listen again."""
        self.add(view, line)
        self.after = self.listen(view)
        return False

    def add(self, view: View, line: Text) -> None:
        """Put words below the question, which comes back first where a page is up."""
        if self.on_page:
            self.draw(view)
        self.terminal.say(lambda: fold(line, self.terminal.width, 2))

    # who sits at the keyboard

    def hand_over(self, seat: int) -> None:
        """Hide the screen of one person before the next one sits down; alone there is nothing to hide."""
        self.queue.clear()
        if len(self.session.people) > 1:
            self.terminal.forget()
            name = seat_name(self.session.view(seat), seat)
            self.terminal.show(lambda: [blank(), text("  ", tell(READER, "pass_keyboard", seat=name)), blank()])
            self.terminal.wait(tell(READER, "press_enter", seat=name))
        self.at_keyboard = seat

    def show_turn(self, active: int, number: int) -> None:
        """Show the turn of a computer player that has just ended, and wait."""
        seat = self.at_keyboard if self.at_keyboard != NONE else self.session.people[0]
        if seat in self.session.forward:
            return
        view = self.session.view(seat)
        turns = self.session.told_of(view, number)
        self.terminal.show(lambda: self._turn_told(view, turns))
        if self.terminal.wait(words(view, "enter_next_turn")).lower() in ("f", "forward"):
            self.session.go_forward(seat)

    def _turn_told(self, view: View, turns: Sequence[Turn]) -> Lines:
        """Return the picture after a turn with what happened in it, as much as fits."""
        lines = pages_of(view).picture(view, self.terminal.width, self.terminal.height, offers=False)
        told = log.page(view, turns, self.terminal.width)[:-1]
        room = max(3, self.terminal.height - len(lines) - 2)
        return [*lines, *told[:1], *told[1:][1 - room :]]

    # commands

    def help(self, view: View, typed: str) -> Done:
        """Show the help for this decision, or a rule."""
        if typed:
            table = view.game.table
            found, said = rule_texts.matching(table, typed), rule_texts.told_rules(table, view.language)
            if not found:
                raise BadAnswer(tell(view, "no_rule_called", words=repr(typed)))
            if len(found) == 1:
                return self.turn_page(view, lambda: ask.cited(view, found[0].id, self.terminal.width))
            return self.turn_page(view, lambda: [text((f"{one.id:<36}", "bold"), said[one.id].title) for one in found])
        return self.turn_page(view, lambda: help_page(view, self.terminal.width))

    def board(self, view: View, typed: str) -> Done:
        """Show the board in full."""
        return self.turn_page(view, lambda: pages_of(view).board_page(view, self.terminal.width, self.terminal.room))

    def look(self, view: View, typed: str) -> Done:
        """Look about the board: from one's own place on, in a direction, or no longer."""
        pages = pages_of(view)
        own = pages.place_at_hand(view)
        if typed and typed not in WAYS:
            raise BadAnswer(tell(view, "look_where", words=repr(typed), ways=", ".join(WAYS)))
        if not own:
            raise BadAnswer(tell(view, "no_board"))
        if typed:
            self.looked_at = pages.place_beside(view, self.looked_at or own, *WAYS[typed])
        else:
            self.looked_at = "" if self.looked_at else own
        return False

    def hint(self, view: View, typed: str) -> Done:
        """Tell what a computer player would do, and why."""
        advice = presentation_of(view.game.table).advice(view, pending(view))
        if not advice:
            raise BadAnswer(tell(view, "no_hint"))
        best = advice[0]
        number = pending(view).keys.index(best.key) + 1
        return self.say(view, Text(tell(view, "hint", number=number, answer=best.key, reasons="; ".join(best.reasons))))

    def sheet(self, view: View, typed: str) -> Done:
        """Show a sheet in full."""
        names = [seat.name.lower() for seat in view.seats]
        found = [n for n, name in enumerate(names) if name.startswith(typed.lower())] if typed else [view.seat]
        if typed.lower() in names:
            found = [names.index(typed.lower())]
        if len(found) != 1:
            seats = ", ".join(view.game.table.seats)
            raise BadAnswer(tell(view, "no_one_seat", words=repr(typed), seats=seats))
        return self.turn_page(view, lambda: pages_of(view).sheet_page(view, found[0], self.terminal.width))

    def log(self, view: View, typed: str) -> Done:
        """Show what has happened."""
        if typed not in ("", "all"):
            raise BadAnswer(tell(view, "log_asked_by", words=typed))
        turns = self.session.told(view, 0)[::-1] if typed == "all" else self.session.told(view)
        return self.turn_page(view, lambda: log.page(view, turns, self.terminal.width))

    def odds(self, view: View, typed: str) -> Done:
        """Show the chances of a fight."""
        return self.headed(view, words(view, "odds"), lambda: pages_of(view).odds_page(view, self.terminal.width))

    def card(self, view: View, typed: str) -> Done:
        """Show what a card says."""
        if not typed:
            return self.turn_page(view, lambda: pages_of(view).cards_in_question(view, self.terminal.width))
        return self.turn_page(view, lambda: pages_of(view).card_page(view, typed, self.terminal.width))

    def undo(self, view: View, typed: str) -> Done:
        """Take back the last decision, or all that is free; where something has come out since, only if meant."""
        if typed not in ("", "all"):
            raise BadAnswer(tell(view, "undo_asked_by", words=repr(typed)))
        reach = self.session.plans(view.seat) if typed else self.session.reach(view.seat)
        if not reach.answers:
            raise BadAnswer(tell(view, "nothing_to_take_back"))
        if reach.why is not None:
            self.add(view, Text(tell(view, "not_free", reason=reach.told(view.language))))
            if not self.confirm(tell(view, f"take_back_{'alone' if len(self.session.people) == 1 else 'agreed'}")):
                return False
        self.session.take_back(reach.answers)
        return True

    def redo(self, view: View, typed: str) -> Done:
        """Do the last thing taken back again, or all of them; what others had decided only if they agree."""
        if typed not in ("", "all"):
            raise BadAnswer(tell(view, "redo_asked_by", words=typed))
        again = self.session.all_again() if typed else self.session.again(view.seat)
        if not again:
            raise BadAnswer(tell(view, "nothing_to_do_again"))
        by_others = any(past.by == "person" and past.seat != view.seat for past in again)
        if by_others and not self.confirm(tell(view, "redo_agreed")):
            return False
        self.session.redo(again)
        return True

    def never(self, view: View, typed: str) -> Done:
        """Give a standing order to decline what is asked, and follow it at once."""
        put = self.session.view(view.seat)  # declining what leads to a further question is declining that alone
        matter = presentation_of(put.game.table).matter_of(put)
        if matter is None:
            raise BadAnswer(tell(view, "decided_each_time"))
        things = listed(self.session.things_declined(matter.things), "or")
        leaving = described(put, pending(put).options[matter.leaving])
        self.add(view, Text(tell(view, "always", when=matter.words, things=things, leaving=leaving)))
        if not self.confirm(tell(view, "never_asked")):
            return False
        self.session.never(view.seat, matter)
        return True

    def orders(self, view: View, typed: str) -> Done:
        """Show the standing orders, or drop some."""
        own = self.session.orders[view.seat]
        if typed == "reset":
            own.given.clear()
            return self.say(view, Text(tell(view, "orders_dropped")))
        if typed.startswith("drop"):
            number = typed.removeprefix("drop").strip()
            if not number.isdecimal() or not own.remove(int(number)):
                key = "no_order" if number else "order_without_number"
                raise BadAnswer(tell(view, key, number=number))
        told_orders = self.session.order_lines(view.seat, view.language)
        lines = [Text(f"{number:>3}  {line}") for number, line in enumerate(told_orders, 1)]
        return self.headed(view, words(view, "standing_orders"), lambda: lines or [Text(tell(view, "no_orders"))])

    def stops(self, view: View, typed: str) -> Done:
        """Show when the viewer is asked about what they have at hand, or change it for one thing."""
        thing, _, stop = typed.rpartition(" ")
        known = self.session.stops(view.seat)
        if typed:
            found = matching(list(known), "_".join(thing.lower().split()))
            if len(found) != 1 or stop not in STOPS:
                raise BadAnswer(tell(view, "no_stop", things=", ".join(known) or "-", stops=", ".join(STOPS)))
            own = self.session.attention[view.seat]
            self.session.attend(view.seat, {**own.stops, found[0]: as_stop(stop)}, own.full)
            known = self.session.stops(view.seat)
        lines = [Text(f"{thing:<28}{tell(view, f'stop_{stop}')}") for thing, stop in known.items()]
        return self.headed(view, words(view, "stops"), lambda: lines)

    def full(self, view: View, typed: str) -> Done:
        """Ask the viewer everything from now on, or only what concerns them again."""
        own = self.session.attention[view.seat]
        self.session.attend(view.seat, own.stops, not own.full)
        return self.say(view, Text(tell(view, "full_control" if own.full else "usual_control")))

    def die(self, view: View, typed: str) -> Done:
        """Put a question that no rule answers, or show what has been asked."""
        if typed:
            asked = self.session.put(view.seat, " ".join(typed.split()))
            return self.say(view, Text(told(seat_name(view, view.seat), asked, view.language)))
        lines = [
            Text(f"{one.number:>3}  {told(seat_name(view, one.seat), one, view.language)}")
            for one in self.session.questions
        ]
        return self.headed(view, words(view, "questions"), lambda: lines or [Text(tell(view, "no_questions"))])

    def headed(self, view: View, title: str, drawn: Drawn) -> Done:
        """Show a page under a heading."""
        return self.turn_page(view, lambda: [rule(title, self.terminal.width), *drawn()])

    def forward(self, view: View, typed: str) -> Done:
        """Stop and ask as little as possible until the viewer's next turn; an ask in another turn is declined."""
        self.session.go_forward(view.seat)
        if self.session.goes_forward(view.seat):
            hurried = self.session.hurried(view.seat)
            self.session.answer(hurried.key, "order", hurried.told)
            return True
        return self.say(view, Text(tell(view, "goes_forward")))

    def entrust(self, view: View, typed: str) -> Done:
        """Let a computer player answer the pending ask, and all of its sort that follow."""
        if not self.session.may_entrust(view.seat):
            raise BadAnswer(tell(view, "not_entrusted"))
        self.session.entrust(view.seat)
        return True

    def save(self, view: View, typed: str) -> Done:
        """Save the game."""
        path = Path(typed).expanduser() if typed else None
        if (
            path is not None
            and path.exists()
            and path != self.session.path
            and not self.confirm(tell(view, "replace", path=path))
        ):
            return self.say(view, Text(tell(view, "not_saved")))
        path = self.session.save(path)
        return self.say(view, Text(tell(view, "saved_to", path=path)))

    def quit(self, view: View, typed: str) -> Done:
        """Leave; the game is saved on the way out."""
        raise Left


def opening(session: LocalSession, seed: int, width: int) -> Lines:
    """Return the first page of a new game: what it is about, and who plays."""
    view = session.view(session.people[0])
    goal = rule_texts.told_rules(view.game.table, view.language).get("components.goal")
    lines: Lines = [rule("Stormriver", width), blank()]
    if goal is not None:
        lines += fold(Text(goal.text), width)
    lines += [blank(), Text(tell(view, "at_the_table"), "bold")]
    for seat, kind in enumerate(session.kinds):
        player = words(view, "you") if kind == PERSON else words(view, "computer_player", kind=kind)
        lines.append(text("  ", pages_of(view).who(view, seat), (f"  ({player})", "dim")))
    lines += [
        blank(),
        *fold(Text(tell(view, "how")), width),
    ]
    return [*lines, blank(), Text(tell(view, "seed", seed=seed), "dim")]
