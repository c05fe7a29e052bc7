"""Running a scenario: from its position through its answers to what must hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stormriver.kernel.ask import PASS, Ask
from stormriver.kernel.errors import BadContent, EngineError
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable, joined
from stormriver.scenario.answers import Entry
from stormriver.scenario.chance import Chance, Failed
from stormriver.scenario.families import unasked
from stormriver.scenario.files import Scenario, read
from stormriver.scenario.position import build
from stormriver.scenario.refusal import Refusal

LONGEST = 2000
"""More asks in a row than this that the file does not answer mean that the engine is in a loop."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario ended.

    Attributes:
        file: the file.
        title: what it is about.
        passed: whether all held.
        message: empty, or what was expected and the ask that was pending, in several lines.
        fault: the error of the engine that ended it, if one did.
    """

    file: str
    title: str
    passed: bool
    message: str = ""
    fault: Exception | None = None


Watch = Callable[[Game, Ask, str, bool], None]
"""Callback before each answer, with the game, the ask, the key, and whether the file gives that answer."""


def run_file(path: str | Path) -> Outcome:
    """Run the scenario of a file and return how it ended.

    Raises:
        BadContent: if the file itself is wrong, with file, line and path.
    """
    return run(read(path))


def run(scenario: Scenario) -> Outcome:
    """Run a scenario and return how it ended; BadContent if its position cannot be."""
    return Run(scenario).outcome()


class Run:
    """One run of a scenario.

    Attributes:
        scenario: what is run.
        game: where it stands.
    """

    def __init__(self, scenario: Scenario, watch: Watch | None = None, chance: Chance | None = None) -> None:
        self.scenario = scenario
        self.game = build(scenario)
        self.game.log = []
        self.chance = Chance(scenario) if chance is None else chance
        self.game.script = self.chance
        self.last: tuple[Ask, str] | None = None  # the last ask and its answer
        self.watch = watch
        self.given = 0  # how many entries are done
        self.turn = NO_TURN  # the turn in which the last answer of the file was given
        self.since = self._refusal(Translatable(""), ())  # what the entry done last refuses from its ask on
        self.until = self._between()  # what is refused up to the ask of the entry that waits

    def outcome(self) -> Outcome:
        """Play it through and return how it ended."""
        scenario = self.scenario
        try:
            self.play()
        except Failed as failure:
            return Outcome(scenario.file, scenario.title, False, self._report(failure.problem))
        except BadContent:
            raise
        except Exception as error:
            return Outcome(scenario.file, scenario.title, False, self._report(fault(error)), error)
        return Outcome(scenario.file, scenario.title, True)

    def play(self) -> None:
        """Play it through; Failed if something does not hold."""
        self.game.run()
        for _ in range(LONGEST):
            ask = self.game.ask
            if ask is None or not self._go_on(ask):
                break
        else:
            raise Failed("after {most} asks nobody had to decide; the game turns in circles", most=LONGEST)
        self._check_end()

    def _go_on(self, ask: Ask) -> bool:
        """Do what is to be done at an ask; return whether anything was."""
        self.until.look(self.game, ask)
        entry = self._entry()
        if entry is not None and entry.fits(ask):
            self._take(entry, ask)
            return True
        if entry is None and self.scenario.expect.next.names(ask):
            return False
        self.since.look(self.game, ask)
        index = self._unasked(ask)
        if index is None:
            return False
        self._answer(ask, index, False)
        return True

    def _entry(self) -> Entry | None:
        answers = self.scenario.answers
        return answers[self.given] if self.given < len(answers) else None

    def _take(self, entry: Entry, ask: Ask) -> None:
        """Do what an entry says at the ask it is meant for."""
        self._close()
        where = _which(self, entry)
        missing = entry.missing(ask)
        if missing:
            raise Failed("{where}: {known} should be on offer", where=where, known=", ".join(missing))
        self.since = self._refusal(where, entry.refused, entry.seat)
        self.since.look(self.game, ask)
        self.given += 1
        self.until = self._between()
        if entry.key:
            self.turn = self.game.state.turn
            self._answer(ask, ask.keys.index(entry.key), True)

    def _between(self) -> Refusal:
        """Return what is refused from the entry done last to the one that waits, or to the end."""
        entry = self._entry()
        if entry is None:
            return self._refusal(Translatable("refused at the end"), self.scenario.refused)
        return self._refusal(_which(self, entry), entry.before)

    def _refusal(self, where: Translatable, keys: tuple[str, ...], seat: int = NONE) -> Refusal:
        return Refusal(self.scenario, where, keys, seat)

    def _close(self) -> None:
        self.since.close()
        self.until.close()

    def _unasked(self, ask: Ask) -> int | None:
        """Return the option to take at an ask that the file does not answer, if one goes without saying.

        Once all answers are given, only passes are taken in later turns: the roll that begins a turn
        is left to whoever has the turn.
        """
        index = None if self.scenario.strict else unasked(self.scenario.names.families, ask)
        if index is None or ask.codes[index] == PASS:
            return index
        entry = self._entry()
        if entry is None:
            return index if self.game.state.turn == self.turn else None
        return None if entry.ask and entry.names(ask) else index  # the ask described, without the answer given

    def _answer(self, ask: Ask, index: int, given: bool) -> None:
        if self.watch is not None:
            self.watch(self.game, ask, ask.keys[index], given)
        self.last = (ask, ask.keys[index])
        self.game.play(index)

    def _check_end(self) -> None:
        entry = self._entry()
        if entry is not None:
            raise Failed("{where} does not fit the ask", where=_which(self, entry))
        self._close()
        failures = self.scenario.expect.failures(self.game)
        failures += self.chance.left_over()
        if failures:
            raise Failed(joined(failures, "\n  "))
        self._check_next()

    def _check_next(self) -> None:
        """Fail if the file does not say where it ends, or if what it refuses there could not be on offer."""
        wanted, ask = self.scenario.expect.next, self.game.ask
        if ask is not None and wanted.node is not None:
            refusal = self._refusal(Translatable("line {line}: next", line=wanted.node.line), wanted.refused)
            refusal.look(self.game, ask)
            refusal.close()
        elif ask is not None and self.game.state.turn == self.turn and not self.scenario.open:
            seat = self.game.table.seats[ask.seat]
            said = f"`next: {{seat: {seat}, ask: {ask.kind}}}`"
            raise Failed(
                "the end: it stops in the middle of a turn; expect {said} if that is right, or say `open: true`",
                said=said,
            )

    def _report(self, failure: Translatable) -> Translatable:
        """Return what failed with the ask that was pending."""
        scenario = self.scenario
        lines = [f"{scenario.file}: {scenario.title}", joined(["  ", failure], "")]
        entry = self._entry()
        if entry is not None and entry.text() not in failure:
            lines.append(Translatable("  waiting: {answer}", answer=_which(self, entry)))
        ask = self.game.ask
        if ask is not None:
            lines.append(Translatable("  pending: {ask}", ask=describe(self.game, ask)))
        elif self.game.in_progress:
            lines.append(Translatable("  under way: {answer}", answer=self._last_answer()))
        else:
            lines.append(Translatable("  pending: nothing, what was to be played is over"))
        return joined(lines, "\n")

    def _last_answer(self) -> Translatable:
        if self.last is None:
            return Translatable("the start of the turn")
        ask, key = self.last
        return joined([repr(key), describe(self.game, ask)], "; ")


NO_TURN = -1


def describe(game: Game, ask: Ask) -> Translatable:
    """Return an ask in one line: who is asked what, by which rule, and the options."""
    told = "{seat} is asked {kind!r} ({rule}); the options are {keys}"
    return Translatable(told, seat=game.table.seats[ask.seat], kind=ask.kind, rule=ask.rule, keys=", ".join(ask.keys))


def _which(run: Run, entry: Entry) -> Translatable:
    place = {"line": entry.node.line, "number": run.given + 1, "count": len(run.scenario.answers)}
    return Translatable("line {line}: answer {number} of {count}, {entry}", entry=entry.text(), **place)


def fault(error: Exception) -> Translatable:
    """Return what the engine says that has broken a run off, or in which of its lines it failed."""
    if isinstance(error, EngineError):
        return Translatable("the engine says: {error}", error=error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    kind = type(error).__name__
    if trace is None:
        return Translatable("the engine failed: {kind}: {error}", kind=kind, error=str(error))
    place = {"file": Path(trace.tb_frame.f_code.co_filename).name, "line": trace.tb_lineno}
    return Translatable(
        "the engine failed: {kind}: {error} in {file}, line {line}", kind=kind, error=str(error), **place
    )
