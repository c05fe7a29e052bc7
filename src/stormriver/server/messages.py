"""The messages of the socket, from the page to the server and back.

`docs/protocol.md` and the page's `protocol.ts` are generated from this module, `requests` and the facts of
`presentation`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from stormriver.presentation.facts import Advice, Ask, Told
from stormriver.presentation.questions import LONGEST
from stormriver.presentation.registry import View
from stormriver.server.requests import Count, Nonce, NonceHash, Question, Request, SeatNumber, TableInfo, Wire
from stormriver.session.attention import Stop

Key = Annotated[str, Meta(max_length=120)]
Line = Annotated[str, Meta(min_length=1, max_length=400)]
MessageNumber = Annotated[int, Meta(ge=0, le=2**53)]

PROTOCOL = "stormriver-protocol-1"
"""Which protocol a server speaks; another number says that a client of this one would no longer be understood."""


# from the page to the server


class ToServer(Request, tag_field="type"):
    """A message of the page. `id` comes back with whatever answers it."""


class Hello(ToServer, tag="hello"):
    """Begin, or begin again: `since` is the last event already told, `version` that of the last update; -1 for none.

    `language` is the code of the one to be told in, from now on; without it that of the request, else English.
    """

    since: Annotated[int, Meta(ge=-1)] = -1
    version: Annotated[int, Meta(ge=-1)] = -1
    language: Annotated[str, Meta(max_length=16)] = ""
    id: MessageNumber = 0


class Answer(ToServer, tag="answer"):
    """Answer the pending ask. `version` is that of the update that brought it; a late answer is refused.

    `then` answers the question to which `key` leads this seat at once: that which the update has brought as a further
    one, or which its view has told of. Several keys with blanks between, in either, answer as many questions in a row.
    """

    version: Count
    key: Key
    then: Key = ""
    id: MessageNumber = 0


class Sit(ToServer, tag="sit"):
    """Look from another seat of yours (hot seat: the device has been handed over)."""

    seat: SeatNumber
    id: MessageNumber = 0


class Entrust(ToServer, tag="entrust"):
    """Leave the pending ask to a computer player, and all of its sort that follow, where the update says it can be."""

    id: MessageNumber = 0


class Undo(ToServer, tag="undo"):
    """Take back your last decision, or propose to; or, with `all`, all your decisions since anything has come out."""

    all: bool = False
    id: MessageNumber = 0


class Redo(ToServer, tag="redo"):
    """Decide again as you had before you took it back, with all that followed by itself.

    With `all`, do all again that was taken back; what other people had decided of it only if they agree.
    """

    all: bool = False
    id: MessageNumber = 0


class Agree(ToServer, tag="agree"):
    """Agree to the proposal, or not; `nonce_hash` is what you commit to at the table of a rematch."""

    yes: bool
    nonce_hash: NonceHash | None = None
    id: MessageNumber = 0


class HandOver(ToServer, tag="hand_over"):
    """Let a computer player decide for a seat: one's own at any time, that of somebody absent after the limit."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=24)] = "steady"
    id: MessageNumber = 0


class Free(ToServer, tag="free"):
    """Before the game: open a seat again, with a link of its own; the host any, everybody else their own."""

    seat: SeatNumber
    id: MessageNumber = 0


class Arrange(ToServer, tag="arrange"):
    """Before the game, the host alone: let the seats stand in another order; for each place, which seat comes there."""

    order: Annotated[list[SeatNumber], Meta(max_length=12)]
    id: MessageNumber = 0


class Ready(ToServer, tag="ready"):
    """Before the game: say that you are ready for it, or not any more."""

    on: bool = True
    id: MessageNumber = 0


class Start(ToServer, tag="start"):
    """The host alone: begin the game; with `fill` computer players take the seats that are still open."""

    fill: bool = False
    level: Annotated[str, Meta(max_length=24)] = "steady"
    id: MessageNumber = 0


class Commit(ToServer, tag="commit"):
    """Before the game: commit to a nonce for the seed of the dice, or to another one.

    `hash` is the SHA-256 of `stormriver nonce ` and the nonce, see `nonce_hash` of kernel/commitment.py. Once the game
    is to begin it is ignored.
    """

    hash: NonceHash
    id: MessageNumber = 0


class Reveal(ToServer, tag="reveal"):
    """Tell the nonce that you have committed to, once the table is `revealing`; after that it is ignored."""

    nonce: Nonce
    id: MessageNumber = 0


class TakeBack(ToServer, tag="take_back"):
    """Decide for one's own seat again."""

    seat: SeatNumber
    id: MessageNumber = 0


class Order(ToServer, tag="order"):
    """Give a standing order to decline what the pending ask is about from now on; or forget an order, or all of them.

    Attributes:
        add: the id of the ask's matter.
        drop: the number of an order to forget; -1 for all.
        forward: ask nothing that may be declined until one's next turn; a pending question that may not be declined is
            answered as a computer player would.
    """

    add: Annotated[str, Meta(max_length=400)] = ""
    drop: Annotated[int, Meta(ge=-1, le=1000)] | None = None
    forward: bool = False
    id: MessageNumber = 0


class Attend(ToServer, tag="attend"):
    """Say what you want to be asked: about one thing, or about everything.

    Attributes:
        thing: the id of a Spell, item or unit, or of what else is made use of; empty to leave the stops as they are.
        stop: when to be asked about it.
        full: whether to be asked everything from now on; as before if left out.
    """

    thing: Annotated[str, Meta(max_length=120)] = ""
    stop: Stop = "concerns"
    full: bool | None = None
    id: MessageNumber = 0


class Pause(ToServer, tag="pause"):
    """Stop the clocks and the computer players, or go on."""

    on: bool
    id: MessageNumber = 0


class Resign(ToServer, tag="resign"):
    """Leave the game for good: a computer player plays the seat on; where side is against side, the other wins."""

    seat: SeatNumber
    id: MessageNumber = 0


class Rematch(ToServer, tag="rematch"):
    """Propose the same table once more; `nonce_hash` is what you commit to there, see `TableWanted`."""

    nonce_hash: NonceHash | None = None
    id: MessageNumber = 0


class Say(ToServer, tag="say"):
    """Say something in the chat."""

    text: Line
    id: MessageNumber = 0


class Mute(ToServer, tag="mute"):
    """The host alone: let nobody read what somebody says here, or read it again; whose seat or line of chat it is."""

    seat: Annotated[int, Meta(ge=-1, le=11)] = -1
    line: Annotated[int, Meta(ge=-1, le=2**31)] = -1
    on: bool = True
    id: MessageNumber = 0


class Kick(ToServer, tag="kick"):
    """The host alone: show somebody out, whose seat or line of chat it is; if neither is said, all who look on.

    Their seat is left to a computer player, before the game it is open again. There is a new link for onlookers.
    """

    seat: Annotated[int, Meta(ge=-1, le=11)] = -1
    line: Annotated[int, Meta(ge=-1, le=2**31)] = -1
    id: MessageNumber = 0


class Put(ToServer, tag="put"):
    """Put a question that no rule answers: a die says yes or no to everybody, if the table's options allow it."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    id: MessageNumber = 0


class Hint(ToServer, tag="hint"):
    """Ask what the computer player would do."""

    id: MessageNumber = 0


class Ping(ToServer, tag="ping"):
    """Ask whether the line is alive."""

    id: MessageNumber = 0


FromPage = (
    Hello
    | Answer
    | Sit
    | Entrust
    | Undo
    | Redo
    | Agree
    | HandOver
    | Free
    | Arrange
    | Ready
    | Start
    | Commit
    | Reveal
    | TakeBack
    | Order
    | Attend
    | Pause
    | Resign
    | Rematch
    | Say
    | Mute
    | Kick
    | Put
    | Hint
    | Ping
)


# from the server to the page


class ToPage(Wire, tag_field="type"):
    """A message of the server."""


class Taking(Wire):
    """What taking back your last decision would mean: not possible (no answers), free, or not free and why.

    Attributes:
        answers: how many answers would be taken back with it, its own included.
        again: how many answers would be given again by `redo`.
        all_again: how many with `all`, and `again_free` whether nobody has to agree to it.
        all: how many answers can be taken back freely at one go, as nothing has come out since; 0 if none can.
    """

    answers: int = 0
    free: bool = False
    reason: str = ""
    again: int = 0
    all: int = 0
    all_again: int = 0
    again_free: bool = True


class Saying(Wire):
    """Something that the guide of a lesson says, and what it is said of; see `BESIDE` in scenario/lessons.py."""

    text: str
    beside: str


class Guide(Wire):
    """What the guide of a lesson says now.

    Attributes:
        said: one thing after the other; the last is of the question, if one is open.
        highlight: the key of the option that it suggests.
        at: how many steps have been said, of how many `steps`.
        over: whether the lesson has come to its end; then nothing more is asked.
        next: the id of the lesson that comes after it, empty after the last.
    """

    said: list[Saying]
    highlight: str
    at: int
    steps: int
    over: bool
    next: str


class Update(ToPage, tag="update"):
    """What has happened, and where the game stands now.

    Attributes:
        version: how many changes the table has seen; rises with every answer and every undo.
        told: what has happened since the last update, or since what `hello` named.
        undone: the log was cut to so many events first, -1 if it was not.
        obeyed: what your standing orders have declined since you last decided, in words.
        orders: your standing orders, in words.
        stops: when you are asked about each thing that you have at hand, and about each for which you have said so.
        full: whether you are asked everything.
        since: seconds since the pending ask was put.
        settled: whether the table answers by itself what you are asked, as it is forced or as you have ordered.
        further: your next question, if leaving the pending one leads to it at once, so that both can be put as one; or
            the pending one itself, with options that stand for several answers in a row.
        leading: the key of the pending one that leads to it, empty if it is the pending one itself.
        entrust: whether the pending one, with all of its sort, can be left to a computer player.
        hand_to: another seat of yours that is to decide now, so that the device is to be handed over; -1 if none is.
        sealed: for how many seconds this moment goes on, whoever is asked and whatever they choose; 0 if it is open.
        chosen: the key of what you have chosen in it, which counts when it ends; until then you may choose anew.
        guide: what the guide says, if the table is a lesson.
    """

    version: int
    view: View
    told: list[Told]
    undone: int = -1
    taking: Taking = field(default_factory=Taking)
    obeyed: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    stops: dict[str, Stop] = field(default_factory=dict)
    full: bool = False
    since: int = 0
    settled: bool = False
    further: Ask | None = None
    leading: str = ""
    entrust: bool = False
    hand_to: int = -1
    sealed: float = 0.0
    chosen: str = ""
    guide: Guide | None = None
    id: int = 0


class Table(ToPage, tag="table"):
    """Who sits where, and what is proposed."""

    info: TableInfo
    id: int = 0


class Said(ToPage, tag="said"):
    """A line of chat; `by` is a seat, -1 for an onlooker. `question`: it was one, and a die has answered it.

    A line that has come before takes the place of that one: its person is `muted` now, or not any more.
    """

    number: int
    by: int
    name: str
    text: str
    at: str
    question: Question | None = None
    muted: bool = False
    id: int = 0


class Hinted(ToPage, tag="hinted"):
    """What the computer player would do, the best first; and at the further question, where there is one."""

    version: int
    advice: list[Advice]
    further: list[Advice] = field(default_factory=list)
    id: int = 0


class Refused(ToPage, tag="refused"):
    """A message was not carried out, and nothing has changed."""

    error: str
    id: int = 0


class Pong(ToPage, tag="pong"):
    """The line is alive."""

    id: int = 0


FromServer = Update | Table | Said | Hinted | Refused | Pong
