"""The journal of a table: what was done there, one entry after the other, from which all else follows.

A table is restored by carrying out its journal again. An entry that moves the game also holds the events that
followed from it: so a game can still be watched when the rules have changed since.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from stormriver.kernel.dice import SPLITMIX64
from stormriver.presentation.attention import NO_CONCERN, Concern, Recurring
from stormriver.session.attention import Stop
from stormriver.session.decisions import By

GONE = -1
"""The number of a person of whom nothing is kept any more, or of whom an earlier version has noted nothing."""
Events = list[list[Any]]
"""Events as `kernel.events.Event.values` gives them; what their numbers stand for, see `upgrades.py`."""


class Line(Struct, tag_field="kind", omit_defaults=True):
    """An entry of a journal; `seat` is the seat that did it, -1 for none."""

    seat: int = -1


class Seated(Line, tag="seated"):
    """An open seat was taken."""

    name: str = ""


class Freed(Line, tag="freed"):
    """A seat is open again."""


class Arranged(Line, tag="arranged"):
    """The seats stand in another order: for each place which seat comes there, by its number until then."""

    order: list[int] = []


class Readied(Line, tag="readied"):
    """The person in a seat is ready for the game to begin, or not any more."""

    on: bool = True


class Committed(Line, tag="committed"):
    """The person in a seat has committed to a nonce for the seed of the dice, of which this is the hash."""

    hash: str = ""


class DrawOpened(Line, tag="draw_opened"):
    """All have committed to what they do, and are now to tell their nonces; then the game begins."""


class Revealed(Line, tag="revealed"):
    """The person in a seat has told the nonce that they had committed to."""

    nonce: str = ""


class Began(Line, tag="began"):
    """The game began: with its own seed, or from the position in a save.

    Attributes:
        names: the names of the seats.
        save: a game as text, empty if it begins at the beginning.
        lesson: the id of the lesson that it is, if it is one.
        dice: the name of the generator of its dice, see `kernel.dice`; a save has its own.
        events: what happened before the first ask; None until it is carried out.
    """

    names: list[str] = []
    save: str = ""
    lesson: str = ""
    dice: str = SPLITMIX64
    events: Events | None = None


class Answered(Line, tag="answered"):
    """The pending ask was answered.

    Attributes:
        by: by the person, by a computer player, by a standing order, or by the table since it was forced.
        obeyed: the kind of ask that a standing order declined; in journals of earlier versions its words alone.
        events: what came of it; None until it is carried out.
        let_go: what promised a gain and was left, see `Decision`; not weighed again when the journal is read.
        offered: what was left of that about which its person is asked once in a turn; earlier versions have noted it in
            `let_go`, with None for how much.
        asked, recurring: as in `Decision`; earlier versions have not noted them.
        revealed: how many dice and hidden cards came out by it.
    """

    key: str = ""
    by: By = "person"
    obeyed: str = ""
    events: Events | None = None
    let_go: dict[str, float | None] = {}
    offered: list[str] = []
    asked: str = ""
    revealed: int = 0
    recurring: Recurring | None = None

    @property
    def concern(self) -> Concern:
        """What concerned the person at leisure and was left."""
        if not self.let_go and not self.offered:
            return NO_CONCERN
        promising = {key: gain for key, gain in self.let_go.items() if gain is not None}
        once = [key for key, gain in self.let_go.items() if gain is None]
        return Concern(frozenset(), promising, frozenset(once + self.offered))


class TakenBack(Line, tag="taken_back"):
    """So many answers were taken back."""

    answers: int = 1


class Upgraded(Line, tag="upgraded"):
    """From here on the game goes by a later version of the cards and rules.

    Attributes:
        names: what numbers stand for from here on, as far as they stood for something else before.
        save: the last state, if the game goes on from it since the rules of today no longer reproduce what was done;
            the entries before are then taken at their word. Empty if the rules still do.
        events: what came of it; None until it is carried out.
    """

    names: dict[str, list[str]] = {}
    save: str = ""
    events: Events | None = None


class HandedOver(Line, tag="handed_over"):
    """A computer player decides for the seat from now on."""

    level: str = "steady"


class Reclaimed(Line, tag="reclaimed"):
    """The person decides for the seat again."""


class Resigned(Line, tag="resigned"):
    """The person has left the game for good; a computer player plays on, or the others have won (`Table.concedes`)."""

    level: str = "steady"


class Ordered(Line, tag="ordered"):
    """The standing orders of a seat are now these; `forward` is the turn since which it wants no questions."""

    orders: dict[str, list[str]] = {}
    forward: int = -1


class Attended(Line, tag="attended"):
    """What a seat wants to be asked is now this; of its things those asked about as usual are left out."""

    stops: dict[str, Stop] = {}
    full: bool = False


class Paused(Line, tag="paused"):
    """The table was stopped, or went on."""

    on: bool = True


class Proposed(Line, tag="proposed"):
    """A seat proposes something that these others must agree to.

    Attributes:
        about: the seat it concerns.
        nonce_hash: what the seat that proposes commits to at the table of a rematch.
    """

    what: Literal["undo", "redo", "hand_over", "rematch"] = "undo"
    wanted: list[int] = []
    about: int = -1
    level: str = ""
    nonce_hash: str = ""


class Agreed(Line, tag="agreed"):
    """A seat has agreed to the proposal; `nonce_hash` is what it commits to at the table of a rematch."""

    nonce_hash: str = ""


class Lapsed(Line, tag="lapsed"):
    """The proposal was refused, or is no more."""


class Named(Line, tag="named"):
    """The table is called something else from now on; empty: by what is played there."""

    name: str = ""


class GoneOn(Line, tag="gone_on"):
    """The people have gone on to another table."""

    table: str = ""


class Spoken(Line, tag="spoken"):
    """Somebody said something; `person` is who, `GONE` if they are not known any more."""

    name: str = ""
    text: str = ""
    person: int = GONE


class Questioned(Line, tag="questioned"):
    """Somebody asked what no rule answers, and a die did; its number and the die are 0 until it is carried out."""

    name: str = ""
    text: str = ""
    number: int = 0
    die: int = 0
    person: int = GONE


class Muted(Line, tag="muted"):
    """The host wants what somebody says here not to be read, or to be read again."""

    person: int = GONE
    on: bool = True


class Left(Line, tag="left"):
    """The person has left the seat for good, as they were shown out or are gone; a computer player has it now."""

    level: str = "steady"


class ShownOut(Line, tag="shown_out"):
    """The host has shown somebody out: they may come here no more."""

    person: int = GONE


class Closed(Line, tag="closed"):
    """An operator of the server has ended the game."""


class Halted(Line, tag="halted"):
    """What the table does has ended its process too often: its game is not carried out any more."""


Entry = (
    Seated | Freed | Arranged | Readied | Committed | DrawOpened | Revealed
    | Began | Answered | TakenBack | Upgraded | HandedOver | Reclaimed | Resigned
    | Ordered | Attended | Paused | Proposed | Agreed | Lapsed | Named | GoneOn | Spoken | Questioned
    | Muted | Left | ShownOut | Closed | Halted
)  # fmt: skip

OF_THE_GAME = (Began, Answered, TakenBack, Upgraded)
"""Entries that move the game."""

TALK = (Spoken, Questioned)
"""Entries that are lines of chat, and change nothing in the game."""

OF_PEOPLE = (Spoken, Questioned, Muted, ShownOut)
"""Entries in which a person's number stands."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class Kept(Struct, frozen=True):
    """An entry as it is kept: with its number, from 0, and when it was made (seconds since 1970)."""

    number: int
    at: float
    entry: Entry


def written(entry: Entry) -> str:
    """Return an entry as it is kept in the database."""
    return _encode(entry).decode()


def read(text: str) -> Entry:
    """Return the entry that `written` wrote."""
    entry: Entry = _decode(text)
    return entry
