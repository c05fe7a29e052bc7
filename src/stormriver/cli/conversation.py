"""The conversation at the terminal: shows each decision, takes answers and commands, and lets the others play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

from stormriver.cli.answers import meant
from stormriver.cli.plugin import pages_of
from stormriver.cli.screen import ask, compact, log
from stormriver.cli.screen.lines import Lines, blank, fold, rule, text
from stormriver.cli.screen.view import View, pending
from stormriver.cli.session import PERSON, LocalSession
from stormriver.cli.terminal import Drawn, Left, Terminal, error
from stormriver.kernel.errors import BadAnswer, EngineError, StormriverError
from stormriver.kernel.state import NONE
from stormriver.presentation import rulebook
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.names import seat_name
from stormriver.presentation.questions import told
from stormriver.presentation.showing import presentation_of

Done = bool
"""Whether a command has settled the pending ask or changed it."""

COMMANDS = (
    ("?", "help", "[RULE]", "what is asked, the rule behind it, and these commands; or another rule by its id"),
    ("b", "board", "", "the whole board, and what lies where"),
    ("s", "sheet", "[SEAT]", "your sheet with every card's text, or that of another seat"),
    ("l", "log", "[all]", "what has happened since your last decision, with the rules; or all, last turn first"),
    ("o", "odds", "", "your chances in the fight under way, or in those within reach"),
    ("c", "card", "[NAME]", "what a card says; without a name the cards in question"),
    ("u", "undo", "", "take back your last decision"),
    ("never", "never", "", "never be asked again when there is only this to choose"),
    ("orders", "orders", "[drop N|reset]", "what you have said never to; drop one or all of it"),
    ("die", "die", "[QUESTION]", "let a die say yes or no to what no rule answers; alone, what it has said so far"),
    ("f", "forward", "", "no more stops or questions until your next turn, as far as that can be"),
    ("w", "save", "[FILE]", "save the game"),
    ("q", "quit", "", "save the game and leave"),
)
"""Every command: its letter, its word, what may follow, and what it does."""


HOW = (
    "Answer a question by the number of an option, its key, or the beginning of its key. At any question ? explains"
    " it and lists the commands: b shows the board, s your sheet, u takes back, q saves and leaves."
)
"""How to play, in two sentences."""


class Conversation:
    """One session at one terminal.

    Attributes:
        session: the game and its people.
        terminal: where it is shown.
        pace: whether each turn of a computer player is shown by itself.
    """

    def __init__(self, session: LocalSession, terminal: Terminal, pace: bool = False) -> None:
        self.session = session
        self.terminal = terminal
        self.pace = pace
        self.at_keyboard = NONE  # the seat of the person who sits there
        self.after = ""  # what was typed at the end of a page, to be carried out next
        self.on_page = False  # whether a page is up instead of the question
        self.commands: dict[str, Callable[[View, str], Done]] = {
            "?": self.help,
            "b": self.board,
            "s": self.sheet,
            "l": self.log,
            "o": self.odds,
            "c": self.card,
            "u": self.undo,
            "never": self.never,
            "orders": self.orders,
            "die": self.die,
            "f": self.forward,
            "w": self.save,
            "q": self.quit,
        }
        self.letters = {word: letter for letter, word, _, _ in COMMANDS}

    def run(self) -> None:
        """Play until the game is over.

        Raises:
            Left: if the people leave before that.
            EngineError: if the engine or a computer player fails; the game is left at the ask before.
        """
        game = self.session.game
        while (pending := game.ask) is not None:
            turn, active = game.state.turn, game.state.active
            if not self.session.go_on():
                self.decide(pending.seat)
            elif self.pace and game.state.turn != turn:
                self.show_turn(active, turn)

    # a person's decision

    def decide(self, seat: int) -> None:
        """Show a person the pending ask, and listen until it is answered or something else is asked."""
        if seat != self.at_keyboard:
            self.hand_over(seat)
        view = self.session.game.view(seat)
        typed = ""
        while not typed:
            self.draw(view)
            typed = self.terminal.read("> ")
            while typed and not self.heed(view, typed):
                typed = self.after
        self.after = ""

    def draw(self, view: View) -> None:
        """Show the decision."""
        self.on_page = False
        past = compact.Past(self.session.told(view), self.session.known(view), self.session.declined(view.seat))
        self.terminal.show(lambda: compact.screen(view, past, self.terminal.width, self.terminal.height - 1))

    def heed(self, view: View, typed: str) -> Done:
        """Carry out what was typed, a command or an answer; return whether the ask is settled."""
        self.after = ""
        word, _, rest = typed.partition(" ")
        command = self.commands.get(self.letters.get(word.lower(), word.lower()))
        try:
            if command is not None and typed.lower() not in pending(view).keys:
                return command(view, rest.strip())
            self.session.answer(meant(pending(view), typed))
            return True
        except EngineError as fault:
            sentence = f"The engine failed, which is a fault of ours, and your answer has been taken back: {fault}."
            self.complain(view, sentence)
        except StormriverError as wrong:
            self.complain(view, str(wrong))
        return False

    def complain(self, view: View, sentence: str) -> None:
        """Say what is wrong below the question, and listen again."""
        self.say(view, error(sentence))

    def confirm(self, words: str) -> bool:
        """Ask a yes-or-no question."""
        return self.terminal.read(f"{words} [y/N] ").lower() in ("y", "yes")

    def turn_page(self, page: Drawn) -> Done:
        """Show a page; what is typed at its end is carried out next."""
        self.after = self.terminal.page(page)
        self.on_page = True
        return False

    def say(self, view: View, words: Text) -> Done:
        """Say something below the question, and listen again."""
        self.add(view, words)
        self.after = self.terminal.read("> ")
        return False

    def add(self, view: View, words: Text) -> None:
        """Put words below the question, which comes back first where a page is up."""
        if self.on_page:
            self.draw(view)
        self.terminal.say(lambda: fold(words, self.terminal.width, 2))

    # who sits at the keyboard

    def hand_over(self, seat: int) -> None:
        """Hide the screen of one person before the next one sits down; alone there is nothing to hide."""
        if len(self.session.people) > 1:
            self.terminal.forget()
            name = seat_name(self.session.game.view(seat), seat)
            self.terminal.show(lambda: [blank(), text("  Pass the keyboard to ", (name, "bold"), "."), blank()])
            self.terminal.wait(f"{name}, press Enter when nobody else is looking.")
        self.at_keyboard = seat

    def show_turn(self, active: int, number: int) -> None:
        """Show the turn of a computer player that has just ended, and wait."""
        seat = self.at_keyboard if self.at_keyboard != NONE else self.session.people[0]
        if self.session.kinds[active] == PERSON or seat in self.session.forward:
            return
        view = self.session.game.view(seat)
        turns = self.session.told_of(view, number)
        self.terminal.show(lambda: self._turn_told(view, turns))
        if self.terminal.wait("[Enter] next turn, f to your own >").lower() in ("f", "forward"):
            self.session.go_forward(seat)

    def _turn_told(self, view: View, turns: Sequence[Turn]) -> Lines:
        """Return the picture after a turn with what happened in it, as much as fits."""
        lines = pages_of(view).picture(view, self.terminal.width, self.terminal.height, offers=False)
        told = log.page(view, turns, self.terminal.width)[:-1]
        room = max(3, self.terminal.height - len(lines) - 2)
        return [*lines, *told[:1], *told[1:][1 - room :]]

    # commands

    def help(self, view: View, words: str) -> Done:
        """Show the help for this decision, or a rule."""
        if words:
            found = rulebook.matching(view.game.table, words)
            if not found:
                raise BadAnswer(f"No rule is called {words!r}.")
            if len(found) == 1:
                return self.turn_page(lambda: ask.cited(view, found[0].id, self.terminal.width))
            return self.turn_page(lambda: [text((f"{one.id:<36}", "bold"), one.title) for one in found])
        return self.turn_page(lambda: help_page(view, self.terminal.width))

    def board(self, view: View, words: str) -> Done:
        """Show the board in full."""
        return self.turn_page(lambda: pages_of(view).board_page(view, self.terminal.width, self.terminal.room))

    def sheet(self, view: View, words: str) -> Done:
        """Show a sheet in full."""
        names = [seat.name.lower() for seat in view.seats]
        found = [n for n, name in enumerate(names) if name.startswith(words.lower())] if words else [view.seat]
        if words.lower() in names:
            found = [names.index(words.lower())]
        if len(found) != 1:
            raise BadAnswer(f"No one seat is meant by {words!r}; the seats are {', '.join(view.game.table.seats)}.")
        return self.turn_page(lambda: pages_of(view).sheet_page(view, found[0], self.terminal.width))

    def log(self, view: View, words: str) -> Done:
        """Show what has happened."""
        if words not in ("", "all"):
            raise BadAnswer(f"The log is asked for by l or l all, not l {words}.")
        told = self.session.told(view, 0)[::-1] if words == "all" else self.session.told(view)
        return self.turn_page(lambda: log.page(view, told, self.terminal.width))

    def odds(self, view: View, words: str) -> Done:
        """Show the chances of a fight."""
        return self.headed("Odds", lambda: pages_of(view).odds_page(view, self.terminal.width))

    def card(self, view: View, words: str) -> Done:
        """Show what a card says."""
        if not words:
            return self.turn_page(lambda: pages_of(view).cards_in_question(view, self.terminal.width))
        return self.turn_page(lambda: pages_of(view).card_page(view, words, self.terminal.width))

    def undo(self, view: View, words: str) -> Done:
        """Take back the last decision; where something has come out since, only if that is meant."""
        reach = self.session.reach(view.seat)
        if not reach.answers:
            raise BadAnswer("There is no decision of yours to take back.")
        if reach.reason:
            whose = "At a table of your own" if len(self.session.people) == 1 else "If everybody agrees"
            self.add(view, Text(f"That is not free any more: {reach.reason}."))
            if not self.confirm(f"{whose} you may take it back all the same. Take it back?"):
                return False
        self.session.take_back(reach.answers)
        return True

    def never(self, view: View, words: str) -> Done:
        """Give a standing order to decline what is asked, and follow it at once."""
        matter = presentation_of(view.game.table).matter_of(view)
        if matter is None:
            raise BadAnswer("This has to be decided each time: no answer here leaves everything as it is.")
        things = " or ".join(sorted(matter.things))
        when = f"{matter.words.capitalize()}, with no more on offer than {things}"
        self.add(view, Text(f"{when}: always {matter.leaving}."))
        if not self.confirm("Never be asked that again?"):
            return False
        self.session.never(view.seat, matter)
        return True

    def orders(self, view: View, words: str) -> Done:
        """Show the standing orders, or drop some."""
        own = self.session.orders[view.seat]
        if words == "reset":
            own.given.clear()
            return self.say(view, Text("All orders are dropped; you will be asked everything again."))
        if words.startswith("drop"):
            number = words.removeprefix("drop").strip()
            if not number.isdecimal() or not own.remove(int(number)):
                raise BadAnswer(f"There is no order {number or 'without a number'}; orders alone lists them.")
        lines = [Text(f"{n:>3}  {words}") for n, words in enumerate(own.lines(), 1)]
        return self.headed("Standing orders", lambda: lines or [Text("You have given no orders.")])

    def die(self, view: View, words: str) -> Done:
        """Put a question that no rule answers, or show what has been asked."""
        if words:
            asked = self.session.put(view.seat, " ".join(words.split()))
            return self.say(view, Text(told(seat_name(view, view.seat), asked)))
        lines = [Text(f"{one.number:>3}  {told(seat_name(view, one.seat), one)}") for one in self.session.questions]
        return self.headed("Questions", lambda: lines or [Text("The die has not been asked anything.")])

    def headed(self, title: str, drawn: Drawn) -> Done:
        """Show a page under a heading."""
        return self.turn_page(lambda: [rule(title, self.terminal.width), *drawn()])

    def forward(self, view: View, words: str) -> Done:
        """Stop and ask as little as possible until the viewer's next turn; an ask in another turn is declined."""
        self.session.go_forward(view.seat)
        if self.session.game.state.active != view.seat and self.session.go_on():
            return True
        words = "From the end of your turn on there are no stops and questions, as far as that can be."
        return self.say(view, Text(words))

    def save(self, view: View, words: str) -> Done:
        """Save the game."""
        path = Path(words).expanduser() if words else None
        if path is not None and path.exists() and path != self.session.path and not self.confirm(f"Replace {path}?"):
            return self.say(view, Text("Nothing was saved."))
        path = self.session.save(path)
        return self.say(view, Text(f"Saved to {path}."))

    def quit(self, view: View, words: str) -> Done:
        """Leave; the game is saved on the way out."""
        raise Left


def help_page(view: View, width: int) -> Lines:
    """Return the help for a decision: what is asked, the rule behind it, and the commands."""
    lines = [*ask.explained(view, width), blank(), rule("Commands", width)]
    for letter, word, more, does in COMMANDS:
        name = letter if letter == word else f"{letter}, {word}"
        lines += fold(text((f"{name + ' ' + more:<24}", "bold"), does), width, 24)
    return [*lines, blank(), pages_of(view).legend()]


def opening(session: LocalSession, seed: int, width: int) -> Lines:
    """Return the first page of a new game: what it is about, and who plays."""
    game = session.game
    view = game.view(session.people[0])
    goal = rulebook.rules(view.game.table).get("components.goal")
    lines: Lines = [rule("Stormriver", width), blank()]
    if goal is not None:
        lines += fold(Text(goal.text), width)
    lines += [blank(), Text("At the table:", "bold")]
    for seat, kind in enumerate(session.kinds):
        player = "you" if kind == PERSON else f"{kind} computer player"
        lines.append(text("  ", pages_of(view).who(view, seat), (f"  ({player})", "dim")))
    lines += [
        blank(),
        *fold(Text(HOW), width),
    ]
    return [*lines, blank(), Text(f"Seed {seed}: the same seed and answers give the same game.", "dim")]
