"""The workshop of a server: drafts and what is done with them, in processes that are ended if they want too much."""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from stormriver.kernel.errors import StormriverError
from stormriver.language.message import message
from stormriver.language.packs import offered, own_packs
from stormriver.language.ruleset import presets, rulebook_of
from stormriver.server.database import Database
from stormriver.server.errors import Declined, NotAllowed, NotFound
from stormriver.server.fair_queue import BackgroundWorker, visitor
from stormriver.server.settings import Settings
from stormriver.server.setup_catalogue import preset_facts
from stormriver.server.store import PersonId
from stormriver.server.worker_process import WorkerFailed, WorkerProcess
from stormriver.server.workshop import drafts
from stormriver.server.workshop.bringing import files_of, pack_of
from stormriver.server.workshop.drafts import FILE, FOLDER, Kept, id_of
from stormriver.server.workshop.facts import (
    BalanceFacts,
    Changes,
    Draft,
    DraftFiles,
    DraftWanted,
    Looked,
    PackBrought,
    Starter,
    WorkshopFacts,
)
from stormriver.server.workshop.jobs import Job, Opened, Reply, decode_reply, encode_job

COMMAND = (sys.executable, "-m", "stormriver.server.workshop.worker")
SECONDS = {"look": 10, "tests": 40, "open": 15, "archive": 10, "balance": 900}
"""How long the processor may work at each kind of job."""
PATIENCE = 4
"""How much longer than that is waited for, as other processes work, too."""
JOBS = 300
"""After so many jobs a process is replaced, with all that it remembers of packs that have changed since."""
MOST_NAMED = 40
T = TypeVar("T")


class Workshop:
    """The drafts of a server, and the processes in which they are looked at and played."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._shelf = Path(settings.uploads) if settings.uploads else None
        self._folders = settings.edit_packs
        self._database = database
        self._background = BackgroundWorker()
        self._looking, self._playing = (
            WorkerProcess[Job, Reply](COMMAND, encode_job, decode_reply, lambda reply: reply.last) for _ in range(2)
        )
        self._jobs = 0
        self._balances: dict[str, BalanceFacts] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """End all that is under way."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await asyncio.gather(self._looking.end(), self._playing.end())

    # drafts

    async def facts(self, person: PersonId | None, language: str) -> WorkshopFacts:
        """Return what the workshop has for a person."""
        if self._shelf is None:
            return WorkshopFacts(False, [], [])
        mine = [] if person is None else await self._database.ask(drafts.of_person, person)
        owned = await self._background.do(drafts.folders) if self._folders else []
        return WorkshopFacts(True, [*mine, *owned], await self._background.do(starters, language))

    async def begin(self, wanted: DraftWanted, person: PersonId) -> Draft:
        """Begin a pack for a person, with files that can be played at once."""
        self._demand_open()
        files, pack = await self._background.do(first_files, wanted)
        return (await self._database.ask(drafts.add, person, pack, wanted.name, files)).draft

    async def bring(self, wanted: PackBrought, person: PersonId) -> Draft:
        """Keep a pack that was written elsewhere; Declined if there is one of its id already."""
        self._demand_open()
        files = await self._background.do(files_of, wanted)
        mine = await self._database.ask(drafts.of_person, person)
        pack = pack_of(wanted, files, {*(draft.pack for draft in mine), *await self._background.do(known_ids)})
        return (await self._database.ask(drafts.add, person, pack, pack, files)).draft

    async def find(self, draft: str, person: PersonId | None) -> Kept:
        """Return a draft; NotFound if a person has none of this id, NotAllowed if there are none here."""
        self._demand_open()
        if draft.startswith(FOLDER) and self._folders:
            return await self._background.do(drafts.find_folder, draft)
        return await self._database.ask(drafts.find, draft, person)

    async def files(self, draft: str, person: PersonId | None) -> DraftFiles:
        """Return a draft with its files."""
        kept = await self.find(draft, person)
        return DraftFiles(kept.draft, kept.files, kept.version)

    async def change(self, draft: str, person: PersonId | None, files: Mapping[str, str | None], version: str) -> Kept:
        """Change files of a draft, and return it; Declined if it is not the version that somebody believes it to be."""
        kept = await self.find(draft, person)
        if kept.folder is not None:
            return await self._background.do(drafts.change_folder, kept, files, version)
        return await self._database.ask(drafts.change, draft, person, files, version)

    async def remove(self, draft: str, person: PersonId | None) -> None:
        """Delete a draft; the folder of somebody's own is theirs to delete."""
        if (await self.find(draft, person)).folder is not None:
            raise NotAllowed("server.workshop.own_folder")
        await self._database.ask(drafts.remove, draft, person)

    def _demand_open(self) -> None:
        if self._shelf is None:
            raise NotAllowed("server.workshop.closed")

    # what is done with them

    async def look(self, draft: str, person: PersonId | None, wanted: Changes, language: str) -> Looked:
        """Change files of a draft as is wanted, and return what the pack looks like then."""
        kept = await self.find(draft, person)
        if wanted.files:
            kept = await self.change(draft, person, wanted.files, wanted.version)
        found = await self._done(Looked, self._job("tests" if wanted.tests else "look", kept, language=language))
        if found.name and kept.folder is None and found.name != kept.draft.name:
            await self._database.ask(drafts.name, draft, found.name[:MOST_NAMED])
        return replace(found, version=kept.version)

    async def open(self, kept: Kept, language: str, card: str, names: list[str], seed: int) -> Opened:
        """Return how a table with a pack begins, if a card is named with that at hand."""
        assert self._shelf is not None
        folder = await self._background.do(drafts.laid_out, kept, self._shelf)
        await self._tidy(self._shelf)
        job = self._job("open", kept, language=language, card=card, names=names, seed=seed, folder=str(folder))
        return await self._done(Opened, job)

    async def _tidy(self, shelf: Path) -> None:
        """Delete the versions of drafts on the shelf that no table plays with any more."""
        versions = await self._background.do(drafts.versions_laid_out, shelf)
        if versions:
            gone = await self._database.ask(drafts.unused, versions)
            await self._background.do(drafts.take_away, shelf, gone)

    async def archive(self, kept: Kept, language: str) -> bytes:
        """Return a pack as one file, to be installed elsewhere."""
        return base64.b64decode(await self._done(str, self._job("archive", kept, language=language)))

    def _job(self, do: Any, kept: Kept, **more: Any) -> Job:
        return Job(do, kept.draft.pack, kept.files, SECONDS[do], **more)

    async def _done(self, kind: type[T], job: Job) -> T:
        self._jobs += 1
        if self._jobs % JOBS == 0:
            await self._looking.end()
        try:
            reply = await self._looking.ask(job, job.seconds * PATIENCE, visitor.get())
        except WorkerFailed:
            raise Declined("server.workshop.too_much") from None
        if reply.error:
            raise StormriverError(reply.error)
        return msgspec.json.decode(reply.result, type=kind)

    # balance

    def balance(self, draft: str) -> BalanceFacts:
        """Return how far the games of a draft are."""
        return self._balances.get(draft, BalanceFacts())

    def play(self, kept: Kept, games: int, language: str) -> BalanceFacts:
        """Let computer players play with a pack from now on; Declined if they do already."""
        draft = kept.draft.id
        if self.balance(draft).state == "playing":
            raise Declined("server.workshop.playing")
        self._balances[draft] = facts = BalanceFacts("playing", kept.version, 0, games)
        job = self._job("balance", kept, language=language, games=games)
        self._tasks[draft] = asyncio.create_task(self._play(draft, job))
        return facts

    async def _play(self, draft: str, job: Job) -> None:
        begun = self._balances[draft]

        def note(reply: Reply) -> None:
            self._balances[draft] = replace(begun, done=reply.done, wanted=reply.wanted)

        try:
            reply = await self._playing.ask(job, job.seconds * PATIENCE, visitor.get(), note)
            if reply.error:
                found = replace(begun, state="failed", error=reply.error)
            else:
                found = msgspec.json.decode(reply.result, type=BalanceFacts)
                found = replace(found, version=begun.version, done=begun.wanted, wanted=begun.wanted)
        except (WorkerFailed, msgspec.MsgspecError):
            found = replace(begun, state="failed", error=message("server.workshop.too_much").told(job.language))
        except StormriverError as busy:  # too many of one visitor wait already
            found = replace(begun, state="failed", error=str(busy))
        except asyncio.CancelledError:
            self._balances.pop(draft, None)
            raise
        finally:
            self._tasks.pop(draft, None)
        self._balances[draft] = found

    async def stop(self, draft: str) -> BalanceFacts:
        """Break off the games of a draft, if any are played."""
        task = self._tasks.get(draft)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return self.balance(draft)


def starters(language: str) -> list[Starter]:
    """Return the rulebooks for which a pack can be begun."""
    from stormriver.workshop import starting  # hardly anybody needs it

    able = [preset for preset in presets() if (starting.STARTERS / rulebook_of(preset)).is_dir()]
    usual = sorted(able, key=lambda preset: preset != DraftWanted("x").preset)
    return [Starter(preset, preset_facts(preset, language).name) for preset in usual]


def known_ids() -> list[str]:
    """Return the ids of all packs that this server plays with."""
    return [*own_packs(), *offered()]


def first_files(wanted: DraftWanted) -> tuple[dict[str, str], str]:
    """Return the files of a new pack, texts by path, and its id.

    Raises:
        NotFound: if there is no such rulebook.
        StormriverError: if nothing is known to begin a pack for it with.
    """
    from stormriver.workshop import starting  # hardly anybody needs it

    if wanted.preset not in presets():
        raise NotFound("server.lobby.no_preset", name=repr(wanted.preset))
    pack = id_of(wanted.name)
    wish = starting.Wish(id=pack, name=wanted.name, preset=wanted.preset, author=wanted.author)
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above, pack)
        paths = {path.relative_to(folder).as_posix(): path for path in starting.begin(folder, wish)}
        found = {name: path.read_text(encoding="utf-8") for name, path in paths.items() if FILE.fullmatch(name)}
    return found, pack


@cache
def schemas_of(preset: str) -> dict[str, Any]:
    """Return the JSON Schemas of the files of a pack for a rulebook; NotFound if there is none."""
    if preset not in presets():
        raise NotFound("server.lobby.no_preset", name=repr(preset))
    from stormriver.workshop.schema import schemas  # hardly anybody needs it

    return schemas(preset)
