"""The structs of the workshop that go over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from stormriver.server.requests import Count, Request, Wire

FilePath = Annotated[str, Meta(min_length=1, max_length=80)]
BroughtPath = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[str, Meta(max_length=64)]


class Draft(Wire):
    """A pack that is being written.

    Attributes:
        id: its address in the workshop; `folder.NAME` if it is a folder of whoever runs the server.
        pack: the id of the pack.
        name: what people call it.
        updated: when it was last changed, in seconds since 1970; 0 if that is not known.
    """

    id: str
    pack: str
    name: str
    updated: float = 0.0


class Starter(Wire):
    """A rulebook for which a pack can be begun."""

    id: str
    name: str


class WorkshopFacts(Wire):
    """What the workshop has for you.

    Attributes:
        open: whether whoever runs the server lets packs be written here.
        starters: the rulebooks for which a pack can be begun.
    """

    open: bool
    drafts: list[Draft]
    starters: list[Starter]


class DraftWanted(Request):
    """A new pack: what people are to call it, from which its id follows, and the rulebook that it is for."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    preset: Annotated[str, Meta(max_length=64)] = "revised4"
    author: Annotated[str, Meta(max_length=60)] = ""


class PackBrought(Request):
    """A pack that was written elsewhere: in one file, or in several.

    Attributes:
        name: what its file or folder is called; its id follows from it where its `pack.yaml` says none.
        archive: a `.stormpack` or zip file, in Base64; empty if `files` are given.
        files: texts by path in its folder.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    archive: str = ""
    files: Annotated[dict[BroughtPath, str], Meta(max_length=500)] = field(default_factory=dict)


class DraftFiles(Wire):
    """A pack with its files.

    Attributes:
        files: their texts by their paths.
        version: changes with every change of a file.
        preset: the rulebook that it is looked at with.
    """

    draft: Draft
    files: dict[str, str]
    version: str


class Changes(Request):
    """Changes of files, and what is to be done with the pack then.

    Attributes:
        files: new texts by path, together no longer than a pack may be; null for a file that is taken away.
        version: the version that was changed; empty if nothing is changed.
        tests: whether its scenarios and examples are run, too.
    """

    files: Annotated[dict[FilePath, str | None], Meta(max_length=50)] = field(default_factory=dict)
    version: Version = ""
    tests: bool = False


class Fault(Wire):
    """Something that is wrong or odd.

    Attributes:
        file: the path of the file in the pack; empty if it is in none.
        line, column: from 1; 0 if they are not known.
    """

    text: str
    file: str = ""
    line: int = 0
    column: int = 0


class CardWords(Wire):
    """What a card says in one language.

    Attributes:
        kind: what it is; `deck` what it is drawn from.
        numbers: those on it, each with its name.
    """

    name: str
    kind: str
    deck: str
    numbers: list[tuple[str, int]]
    text: str


class PackCard(Wire):
    """A card of a pack as it is to be seen.

    Attributes:
        words: what it says, by language.
        picture: the name by which its picture is fetched; empty if it has none.
        can_try: whether a table can be opened with it at hand.
    """

    id: str
    file: str
    line: int
    kind: str
    copies: int
    picture: str
    words: dict[str, CardWords]
    can_try: bool


class Trial(Wire):
    """How a scenario or example ended: `why` it failed, if it did."""

    title: str
    file: str
    passed: bool
    why: str = ""


class Looked(Wire):
    """What a pack looks like.

    Attributes:
        version: which version was looked at.
        preset: the rulebook that it is looked at with.
        faults: what keeps it from being played; `warnings` what is odd.
        cards: none as long as there are faults.
        trials: how its scenarios and examples ended, if they were wanted.
        author, licence: as it says.
    """

    version: str = ""
    preset: str = ""
    name: str = ""
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    cards: list[PackCard] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)


class Trying(Request):
    """A card to be tried at a table."""

    card: Annotated[str, Meta(min_length=1, max_length=80)]


class Sharing(Request):
    """A table to be made with the pack: how many sit there, you and others who come by links."""

    seats: Annotated[int, Meta(ge=1, le=6)] = 2


class Recording(Request):
    """What happened at a table of yours is to become a test.

    Attributes:
        answers: the moment up to which it goes; 0 for now.
        title: what the test is about.
    """

    table: Annotated[str, Meta(min_length=1, max_length=64)]
    answers: Count = 0
    title: Annotated[str, Meta(max_length=80)] = ""


class Recorded(Wire):
    """The file of the pack that a test was written into."""

    file: str


class BalanceWanted(Request):
    """How many games computer players are to play with the pack."""

    games: Annotated[int, Meta(ge=1, le=400)] = 60


class Measured(Wire):
    """A number with the bounds between which it lies with 95 % certainty."""

    value: float
    low: float
    high: float


class CardBalance(Wire):
    """What is known of a card.

    Attributes:
        met: how often it was met in a game; `games` in how many games at all.
        kept: in how many games somebody had it.
        kills: how many characters died of it.
        winning: by how much more of the games whoever had it has won; null if that cannot be told.
        length: how many rounds longer games are in which it is met; null if that cannot be told.
    """

    id: str
    met: float
    games: int
    kept: int
    kills: int
    winning: Measured | None = None
    length: Measured | None = None


class BalanceFacts(Wire):
    """How far the games of a balance are, and what they have shown.

    Attributes:
        state: `none` if none was wanted, `playing`, `done` or `failed`.
        version: of the pack that is played with.
        error: why it failed.
        rounds: how many rounds a game has.
    """

    state: str = "none"
    version: str = ""
    done: int = 0
    wanted: int = 0
    error: str = ""
    rounds: Measured | None = None
    cards: list[CardBalance] = field(default_factory=list)


Schemas = dict[str, Any]
"""The JSON Schemas of the files of a pack, by the names `pack`, `cards` and `rules`."""
