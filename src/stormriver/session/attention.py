"""Attention: what each seat wants to be asked, and so which asks the table lets pass for it.

By default a seat is asked when something concerns it, as its rulebook's presentation tells (`Presentation.concerns`);
each Spell, item or unit has a stop that says otherwise, and so has all that has none of its own; under full control
the seat is asked everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from stormriver.presentation.attention import Concern, Recurring, makes_use
from stormriver.presentation.standing_orders import Matter

Stop = Literal["never", "concerns", "always"]
"""When a seat is asked about a thing: never, when it concerns the seat, or whenever it could be used."""

STOPS: tuple[Stop, ...] = get_args(Stop)
USUAL: Stop = "concerns"


ALL = "all"
"""What stands for all things that have no stop of their own."""
MORE = 1.25
"""How many times as much must a thing promise that has been let go, to be asked about again."""


def thing_of(key: str) -> str:
    """Return what an option makes use of, by its key: `healing` of `cast:healing`, `fate` of `fate` and `fate:2`.

    An option that makes use of nothing is its own thing.
    """
    known = key.partition("#")[0]
    if not makes_use(key):
        return known
    verb, _, thing = known.partition(":")
    return thing if thing and not thing.isdecimal() else verb


class Attention:
    """What one seat wants to be asked.

    Attributes:
        stops: when it is asked about each thing, by the thing's id, and about ALL others; those as usual are left out.
        full: whether it is asked everything, even where it can only pass.
        let_go: the things that its person was asked about at leisure and did not use, and how much they promised.
        offered: those that it did not use in this turn though the game may be about to end.
        answered: what its person has answered to questions that are put again, by what they are about.
    """

    def __init__(self) -> None:
        self.stops: dict[str, Stop] = {}
        self.full = False
        self.let_go: dict[str, float] = {}
        self.offered: set[str] = set()
        self.answered: dict[tuple[str | int, ...], list[tuple[str, Recurring]]] = {}

    def attend(self, stops: Mapping[str, Stop], full: bool) -> None:
        """Set what the seat wants to be asked from now on; stops that say no more than that for ALL are left out."""
        usual = stops.get(ALL, USUAL)
        self.stops = {thing: stop for thing, stop in stops.items() if stop != (USUAL if thing == ALL else usual)}
        self.full = full

    def stop(self, key: str) -> Stop:
        """Return when the seat is asked about an option; a choice of the rules is never kept from it."""
        usual = self.stops.get(ALL, USUAL)
        if makes_use(key):
            return self.stops.get(thing_of(key), usual)
        return USUAL if usual == "never" else usual

    def wants_anyway(self, matter: Matter) -> bool:
        """Tell whether the seat is to be asked, whatever concerns it."""
        return self.full or any(self.stop(key) == "always" for key in matter.things)

    def wants(self, matter: Matter, concern: Concern) -> bool:
        """Tell whether the seat is to be asked.

        What only promises a gain is asked about once: who has let it go is asked again when it promises more, and once
        in a turn where the game may be about to end.

        Args:
            matter: what the ask is about.
            concern: what of it concerns the seat now.
        """
        known = self.let_go
        fresh = {key for key, gain in concern.promising.items() if gain > MORE * known.get(thing_of(key), 0.0)}
        fresh |= {key for key in concern.once if thing_of(key) not in self.offered}
        concerned = any(self.stop(key) == USUAL for key in (concern.pressing | fresh) & matter.things)
        return concerned or self.wants_anyway(matter)

    def let_pass(self, concern: Concern) -> None:
        """Note that the seat's person has let go what promised them a gain, or what is asked about once in a turn."""
        for key, gain in concern.promising.items():
            thing = thing_of(key)
            self.let_go[thing] = max(gain, self.let_go.get(thing, 0.0))
        self.offered.update(map(thing_of, concern.once))

    def lets_be(self) -> bool:
        """Tell whether what needs no choice may be answered for the seat."""
        return not self.full and self.stops.get(ALL) != "always"

    def answer_as_before(self, question: Recurring | None) -> str | None:
        """Return what the seat's person answered when no more spoke for it; None if they have not, or both ways."""
        if question is None or not self.lets_be():
            return None
        standing = {key for key, before in self.answered.get(question.about, ()) if question.speaks_for(key, before)}
        return standing.pop() if len(standing) == 1 else None

    def note_answer(self, key: str, question: Recurring) -> None:
        """Note what the seat's person has answered; what would have stood, but was not given, holds no more."""
        known = self.answered.get(question.about, ())
        kept = [(other, before) for other, before in known if other == key or not question.speaks_for(other, before)]
        if key in question.reasons:
            kept = [(other, before) for other, before in kept if other != key or not before.speaks_for(key, question)]
            kept.append((key, question))
        self.answered[question.about] = kept

    def begin_turn(self) -> None:
        """Note that a turn begins, of any seat: the game has not ended yet."""
        self.offered.clear()

    def forget(self) -> None:
        """Forget what the seat's person has answered, as some of it has been taken back."""
        self.answered.clear()
        self.let_go.clear()
        self.offered.clear()


def is_attention(saved: object) -> bool:
    """Tell whether plain data are what a save has of a seat's attention: its stops, and whether it is asked all."""
    if not isinstance(saved, dict) or not isinstance(saved.get("full"), bool):
        return False
    stops = saved.get("stops")
    return isinstance(stops, dict) and all(isinstance(thing, str) and stop in STOPS for thing, stop in stops.items())


def as_stop(word: str) -> Stop:
    """Return the stop that a word names; ValueError if it names none."""
    return STOPS[STOPS.index(word)]
