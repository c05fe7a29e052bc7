"""The structs that go over HTTP: requests, answers, and what is told of a table beside its game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from stormriver.presentation.facts import Choice, Told
from stormriver.presentation.registry import View

Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f<>]+$")]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=11)]
PackName = Annotated[str, Meta(min_length=1, max_length=400)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Nonce = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]{64}$")]
NonceHash = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]{64}$")]


class Wire(Struct):
    """The base of what the server sends; every field is present."""


class Request(Struct, forbid_unknown_fields=True):
    """The base of what the page sends: unknown fields are refused, fields with a default may be left out."""


# setting up


class PackFacts(Wire):
    """A pack of cards that may be added, or is played with.

    Attributes:
        version, author, licence, about: as it says of itself; empty if it does not.
    """

    id: str
    name: str
    version: str = ""
    author: str = ""
    licence: str = ""
    about: str = ""


class PackText(Wire):
    """What a card of a pack says, and the name by which its picture is fetched."""

    name: str
    kind: str
    text: str
    picture: str


class Forecast(Wire):
    """How long games of a set-up are expected to take, by those that computer players have played.

    Attributes:
        seats: with how many seats; `packs` and with which packs.
        least, rounds, most: a tenth of the games has at most `least` rounds, half of them `rounds`, nine tenths `most`.
        person: how many minutes each person at the table takes for all their decisions.
        computer: and how many each computer player, whose turns are shown.
    """

    seats: int
    packs: list[str]
    least: int
    rounds: int
    most: int
    person: float
    computer: float


class LengthFacts(Wire):
    """A length that may be chosen for a game: the options that make it, and what is expected of it."""

    id: str
    name: str
    text: str
    options: dict[str, bool | int | str]
    forecasts: list[Forecast]


class PresetFacts(Wire):
    """A rulebook that can be played, its settings and how many may play.

    Attributes:
        about: what it is, in a sentence; `picture` the name by which a picture of it is fetched.
        suggested: options with which a table of people begins, where they differ from the preset's.
        lengths: those on offer, from short to long.
    """

    id: str
    name: str
    about: str
    picture: str
    least_seats: int
    most_seats: int
    options: list[Choice]
    suggested: dict[str, bool | int | str]
    lengths: list[LengthFacts]
    packs: list[PackFacts]


class Catalogue(Wire):
    """What a new table may be made of; the first preset is the usual one.

    Attributes:
        version: that of the program.
        protocol: that of what is sent, see docs/compatibility.md.
    """

    presets: list[PresetFacts]
    players: list[str]
    version: str
    protocol: str


class SeatWanted(Request):
    """A seat of a new table: open to whoever has its link, a computer's, or of the one who makes the table.

    Attributes:
        who: `me`, `open` or `computer`.
        level: which computer player.
    """

    who: Literal["me", "open", "computer"] = "open"
    name: Annotated[str, Meta(max_length=24)] = ""
    level: Annotated[str, Meta(max_length=24)] = "steady"


class Pace(Wire):
    """How long people have: `live` counts seconds an answer, `days` is a game over days.

    Attributes:
        limit: seconds after which an absent seat may be handed to a computer player; 0 for never.
        sealed: how many seconds each moment lasts in which a seat may use what it hides, so that no pause tells what
            that is; 0 if it lasts as long as whoever is asked thinks.
    """

    kind: Literal["live", "days"]
    limit: Annotated[int, Meta(ge=0, le=1_209_600)]
    sealed: Annotated[int, Meta(ge=0, le=60)] = 0


class TableWanted(Request):
    """A new table.

    Attributes:
        options: settings that differ from the preset's.
        undo: taking back is `free` where nothing has come out and by consent otherwise, `consent` always, or `off`.
        listed: whether the table stands in the public list, for onlookers and open seats.
        seed: for a game to be played again with the same chance, where nobody else plays; such a table says so.
        start: the game begins as soon as no seat is open (`full`), or when whoever made the table says so (`host`).
        nonce_hash: what your seat commits to for the seed of the dice: the hash of a nonce that your page draws, and
            tells when the game is to begin. Without it your seat takes no part in the seed.
    """

    preset: Annotated[str, Meta(max_length=64)] = "revised4"
    packs: Annotated[list[PackName], Meta(max_length=16)] = field(default_factory=list)
    options: dict[Id, bool | Number | Annotated[str, Meta(max_length=64)]] = field(default_factory=dict)
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=6)] = field(default_factory=list)
    name: Annotated[str, Meta(max_length=24)] = ""
    pace: Pace = field(default_factory=lambda: Pace("live", 120))
    undo: Literal["free", "consent", "off"] = "free"
    listed: bool = False
    seed: Annotated[int, Meta(ge=0, le=2**62)] | None = None
    start: Literal["full", "host"] = "full"
    nonce_hash: NonceHash | None = None


class Naming(Request):
    """Another name for a table; empty: it is called by what is played there, and by whom."""

    name: Annotated[str, Meta(max_length=24)] = ""


class Filing(Request):
    """Where you keep a table: in your list, in your archive, or not at all."""

    place: Literal["list", "archive", "nowhere"]


class Deleted(Wire):
    """The table that is no more."""

    table: str


class TableMade(Wire):
    """A table that has been made: its id, a link for each open seat by its number, and one for onlookers."""

    table: str
    seat_links: dict[str, str]
    watch_link: str


class Joining(Request):
    """The name under which somebody takes an open seat by its link, and what they commit to, see `TableWanted`."""

    name: Name
    nonce_hash: NonceHash | None = None


class Joined(Wire):
    """The table, and the seat that is now yours (-1: you look on)."""

    table: str
    seat: int


# a table, beside its game


class SeatInfo(Wire):
    """Who sits where.

    Attributes:
        who: `person`, `computer` or `open`.
        level: which computer player decides just now; empty if a person does.
        here: whether a connection of theirs is open.
        away: seconds since the seat was asked or last seen, whichever is shorter, if it is absent.
        mine: whether it is one of yours.
        host: whether it is one of whoever has made the table.
        ready: whether its person has said before the game that they are ready.
        muted: whether the host wants what its person says not to be read.
    """

    number: int
    name: str
    who: Literal["person", "computer", "open"]
    level: str = ""
    here: bool = False
    away: int = 0
    mine: bool = False
    host: bool = False
    ready: bool = False
    muted: bool = False


class Played(Wire):
    """What is played at a table, in words.

    Attributes:
        preset: the name of the rulebook; `packs` are added to it.
        about: what it is, in a sentence; `picture` the name by which a picture of it is fetched.
        length: the name of the length that the options make, empty if they make none of those on offer.
        changed: the options that differ from what people usually play by and are not part of the length.
        rounds: about how many rounds it is expected to have, 0 if nothing is known.
        minutes: and about how many minutes.
    """

    preset: str
    about: str
    picture: str
    packs: list[PackFacts]
    length: str
    changed: list[Choice]
    rounds: int
    minutes: int


class Invitation(Wire):
    """What a link to a seat invites to.

    Attributes:
        name: the name of the table.
        host: who has made it and plays there, empty if that is nobody.
        seat: the seat that the link leads to, `free` if nobody has it yet.
        seats: who plays.
    """

    name: str
    host: str
    seat: int
    free: bool
    state: str
    seats: list[SeatInfo]
    pace: Pace
    played: Played | None


class Proposal(Wire):
    """Something the others must agree to.

    Attributes:
        kind: `undo`, `redo`, `hand_over` (a seat to a computer player) or `rematch`.
        by: who proposes; `agreed` who has agreed, `wanted` who must.
    """

    kind: Literal["undo", "redo", "hand_over", "rematch"]
    by: int
    text: str
    agreed: list[int]
    wanted: list[int]


class TableInfo(Wire):
    """What is known of a table beside its game.

    Attributes:
        state: `waiting` for open seats, `playing`, `paused`, `over` or `stopped` (its cards have changed since).
        commitment: hash of the seed and its salt; `seed` and `salt` are told once the game is over.
        nonce_hashes: what seats have committed to for the seed of the dice, by the number of the seat.
        revealing: whether they are to tell it now, since the game is to begin.
        revealed: the seats that have; those that have not when it begins are left out.
        reason: why it is stopped, or where it goes on (the id of the rematch).
        lesson: the id of the lesson it is, if it is one.
        questions: whether a die answers what no rule does.
        game: what is played, in words.
        host: whether you have made it.
        start: how the game begins, see `TableWanted`.
        played: what is played, as long as the game has not begun.
    """

    id: str
    name: str
    preset: str
    packs: list[PackFacts]
    options: list[Choice]
    state: Literal["waiting", "playing", "paused", "over", "stopped"]
    seats: list[SeatInfo]
    pace: Pace
    undo: Literal["free", "consent", "off"]
    commitment: str
    nonce_hashes: dict[str, str] = field(default_factory=dict)
    revealing: bool = False
    revealed: list[int] = field(default_factory=list)
    listed: bool = False
    seed: str = ""
    salt: str = ""
    proposal: Proposal | None = None
    reason: str = ""
    watchers: int = 0
    created: str = ""
    seat_links: dict[str, str] = field(default_factory=dict)
    watch_link: str = ""
    lesson: str = ""
    questions: bool = False
    game: str = ""
    host: bool = False
    start: Literal["full", "host"] = "full"
    played: Played | None = None


class TableLine(Wire):
    """A table in a list.

    Attributes:
        active: the seat whose turn it is, -1 for none; `asked` the one that is asked just now.
        game: what is played, in words.
        host: whether you have made it.
        archived: whether you keep it in your archive.
    """

    id: str
    name: str
    preset: str
    state: str
    seats: list[SeatInfo]
    turn: int
    updated: str
    result: list[str] = field(default_factory=list)
    watch_link: str = ""
    packs: list[str] = field(default_factory=list)
    active: int = -1
    asked: int = -1
    game: str = ""
    host: bool = False
    archived: bool = False


class Statistics(Wire):
    """What your finished games add up to: played and won, by character and by number of seats, and their lengths."""

    played: int
    won: int
    by_character: dict[str, tuple[int, int]]
    by_seats: dict[str, tuple[int, int]]
    rounds: list[int]


class Credentials(Request):
    """Name and password of an account."""

    name: Name
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewPassword(Request):
    """Another password for one's account; `password` is the one until now."""

    password: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class Person(Wire):
    """Who you are here: your name and, if you have one, your account, and whether you are an operator of the server."""

    name: str = ""
    account: str = ""
    operator: bool = False


class Question(Wire):
    """What somebody asked that no rule answers, and what a die said.

    Attributes:
        number: which of the game, from 1.
        by: the seat that asked.
        die: what the die showed; `yes` whether that means yes.
        answers: after how many answers in the game it was put.
    """

    number: int
    by: int
    name: str
    text: str
    die: int
    yes: bool
    answers: int


class Moment(Wire):
    """A game as it stood after so many answers, and what the answer before it brought about.

    Attributes:
        answers: how many answers had been given; `last` is how many there are.
        key: the answer that led here, if it may be known, and `by` whose it was.
        turns: for each turn, after how many answers it began.
        events: how many events the log of the game held then.
        questions: what had been asked that no rule answers.
    """

    answers: int
    last: int
    view: View
    told: list[Told]
    key: str = ""
    by: int = -1
    turns: list[int] = field(default_factory=list)
    events: int = 0
    questions: list[Question] = field(default_factory=list)


class PlayOn(Request):
    """Play on from a moment of a replay, against computers."""

    answers: Count
    seat: SeatNumber = 0
    level: Annotated[str, Meta(max_length=24)] = "steady"


class Excerpt(Wire):
    """A moment of a game as the text of a scenario.

    Attributes:
        text: the scenario, for an analysis, or for `stormriver scenario run`.
        exact: whether it leads to the very moment. Else its turn begins anew, and if the game goes on, what the seat
            may not know has been dealt by chance.
    """

    text: str
    exact: bool


class LessonFacts(Wire):
    """A lesson of the tutorial, of what game it is and how long it takes; `POST /api/tutorial/{id}` makes its table."""

    id: str
    title: str
    text: str
    game: str
    minutes: int


class Problem(Wire):
    """What went wrong: one sentence; `where` names the field or message, if one is to blame."""

    error: str
    where: str = ""


class Health(Wire):
    """Whether the server works."""

    status: str
    version: str
    tables: int
