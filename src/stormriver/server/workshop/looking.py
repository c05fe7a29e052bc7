"""What the worker of the workshop does with a pack: it finds faults, shows cards, opens tables and plays a balance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.table import called
from stormriver.kernel.translatable import Translatable
from stormriver.lab import Experiment
from stormriver.language.message import sentence_of, translated
from stormriver.language.source import Node, read_file
from stormriver.presentation.registry import presentation_of
from stormriver.scenario.files import read_scenario
from stormriver.scenario.flow import document
from stormriver.scenario.position import build
from stormriver.scenario.run import Outcome
from stormriver.server.languages import spoken
from stormriver.server.workshop.facts import (
    BalanceFacts,
    CardBalance,
    CardWords,
    Fault,
    Looked,
    Measured,
    PackCard,
    Trial,
)
from stormriver.server.workshop.jobs import Opened
from stormriver.workshop import balance, bench, pack_check
from stormriver.workshop.preview import faces

PLAYERS = ("steady",) * 4
"""Who plays the games of a balance."""
CAP = 6_000
"""After so many decisions such a game is broken off."""
SEATS = ("ann", "ben")
"""The seats of the position in which a card is tried."""
TRIED = "adventure"
"""The rulebook whose cards can be laid where they are met next."""
FOREIGN = Translatable("a scenario names packs by their ids; a path would lead into the server")


# looking


def looked(folder: Path, language: str, tests: bool) -> Looked:
    """Return what a pack looks like.

    Args:
        folder: where it lies.
        language: in which what is wrong is told.
        tests: whether its scenarios and examples are run, and what is odd is told.
    """
    found = Looked()
    try:
        pack = bench.lay(folder)
        found.name, found.preset = pack.about.name, pack.preset
        found.cards = shown(pack)
        if tests:
            checked = pack_check.check(pack) if not foreign(pack) else None
            if checked is None:
                found.faults = [Fault(_sentence(FOREIGN, language), file) for file in foreign(pack)]
            else:
                found.warnings = [Fault(_sentence(odd, language)) for odd in checked.warnings]
                found.trials = [trial(folder, outcome, language) for outcome in checked.outcomes]
    except BadContent as wrong:
        found.faults = faults(folder, wrong, language)
    except StormriverError as error:
        found.faults = [Fault(sentence_of(error, language))]
    return found


def faults(folder: Path, wrong: BadContent, language: str) -> list[Fault]:
    """Return all that an error tells, each with its place in the pack."""
    if not wrong.told:
        return [Fault(_sentence(wrong, language))]
    return [_fault(folder, located, language) for _, located in wrong.told]


def _fault(folder: Path, located: str, language: str) -> Fault:
    parts = getattr(located, "parts", {})
    if "line" not in parts:
        return Fault(_sentence(located, language))
    path = _within(folder, str(parts["file"]))
    return Fault(_sentence(parts["problem"], language), path, int(parts["line"]), int(parts.get("column", 0)))


def _sentence(text: Any, language: str) -> str:
    told = str(translated(text, language))
    return told[:1].upper() + told[1:]


def _within(folder: Path, file: str) -> str:
    """Return the path within a pack of a file as messages name it."""
    return file.removeprefix(f"{folder}/").removeprefix(f"{folder.name}/")


def foreign(pack: bench.OnBench) -> list[str]:
    """Return the scenario files that name another pack by a path, which would be one of the server's."""
    own = pack.folder.resolve()
    named = {path: [name for name in _packs_in(path) if _is_path(name)] for path in pack.scenarios()}
    outside = [path for path, names in named.items() if any((path.parent / name).resolve() != own for name in names)]
    return [_within(pack.folder, str(path)) for path in outside]


def _packs_in(path: Path) -> Iterator[str]:
    try:
        root: Node = read_file(path, path.name)
        yield from (item.text() for item in root.mapping()["game"].mapping()["packs"].many())
    except (BadContent, KeyError):  # whatever is wrong in it is told when it is run
        return


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or "." in name


def trial(folder: Path, outcome: Outcome, language: str) -> Trial:
    """Return how a scenario or example ended."""
    why = "" if outcome.passed else str(translated(outcome.message, language))
    return Trial(outcome.title, _within(folder, outcome.file), outcome.passed, why)


def shown(pack: bench.OnBench) -> list[PackCard]:
    """Return the cards of a pack as they are to be seen, with their words in every language."""
    table = pack.table()
    book = presentation_of(table).book_of(table)
    by_language = {code: faces(pack, code) for code in spoken()}
    first = next(iter(by_language.values()))
    return [
        PackCard(
            id=face.id,
            file=_within(pack.folder, face.file),
            line=face.line,
            kind=book.cards[face.id].kind,
            copies=face.copies,
            picture=book.cards[face.id].picture,
            words={
                code: CardWords(said[at].name, said[at].kind, said[at].deck, said[at].numbers, said[at].text)
                for code, said in by_language.items()
            },
            can_try=table.rulebook.name == TRIED,
        )
        for at, face in enumerate(first)
    ]


# trying


def opened(pack: bench.OnBench, card: str, names: Sequence[str], seed: int) -> Opened:
    """Return how a table with a pack begins, if a card is named with that at hand.

    Args:
        pack: a pack that can be loaded.
        card: its id; empty for a game from its beginning.
        names: what its seats are called.
        seed: where its chance comes from.
    """
    table = pack.table()
    packs = list(pack.packs)
    if not card or table.rulebook.name != TRIED:
        return Opened(pack.preset, packs, "")
    problem: BadContent | None = None
    for position in _positions(table, card):
        try:
            setup = {"title": card, "game": {"preset": pack.preset, "packs": packs}}
            game = build(read_scenario(document(setup | position)))
        except BadContent as wrong:
            problem = wrong
            continue
        game.log, game.skip_forced = [], False
        game.table = called(game.table, tuple(names))
        game.state.dice = seed
        game.header = game.table.rulebook.header(game.table, seed, False)
        game.run()
        return Opened(pack.preset, packs, game.save())
    assert problem is not None
    raise problem


def _positions(table: Any, card: str) -> Iterator[dict[str, Any]]:
    """Yield positions in which a card is at hand: played as a character, known as a Spell, next in its deck, or had."""
    book = presentation_of(table).book_of(table)
    if card not in book.cards:
        raise StormriverError("The pack has no card {name!r}{hint}", name=card, hint=".")
    kind, deck = book.cards[card].kind, book.cards[card].deck
    characters = [id for id, one in book.cards.items() if one.kind == "character"]
    first = card if kind == "character" else characters[0]
    ann = {"seat": SEATS[0], "character": first}
    ben = {"seat": SEATS[1], "character": next(id for id in characters if id != first)}
    if kind == "character":
        yield {"players": [ann, ben]}
    if kind == "spell":
        yield {"players": [{**ann, "spells": [card]}, ben]}
    yield {"players": [ann, ben], "decks": {deck: [card]}}
    yield {"players": [{**ann, "cards": [card]}, ben]}


# balance


def balanced(pack: bench.OnBench, games: int, each: Callable[[int, int], None]) -> BalanceFacts:
    """Let computer players play games with a pack, and return what they show of its cards."""
    found = balance.balance(pack, Experiment(players=PLAYERS, games=games, cap=CAP), each=each)
    lengths = next((answer for answer in found.results.answers if answer.question == "length_in_rounds"), None)
    figures = lengths.figures if lengths is not None else []
    return BalanceFacts(
        state="done",
        rounds=_measured(figures[0]) if figures else None,
        cards=[
            CardBalance(
                one.name, one.met, one.games, one.kept, one.kills, _measured(one.winning), _measured(one.length)
            )
            for one in found.cards
        ],
    )


def _measured(figure: Any) -> Measured | None:
    return None if figure is None else Measured(figure.value, figure.low, figure.high)
