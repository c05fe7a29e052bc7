"""The addresses of the workshop: what can be asked and done there, as `docs/protocol.md` lists it."""

from __future__ import annotations

import re
from typing import Annotated, Any

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver.server.auth import known_or_new_person, known_person, lobby_of
from stormriver.server.languages import language_of
from stormriver.server.operations import Operation
from stormriver.server.replay import new_seed
from stormriver.server.requests import Deleted, SeatWanted, TableMade, TableWanted
from stormriver.server.seating import named
from stormriver.server.store import Store
from stormriver.server.workshop import drafts
from stormriver.server.workshop.facts import (
    BalanceFacts,
    BalanceWanted,
    Changes,
    Draft,
    DraftFiles,
    DraftWanted,
    Looked,
    PackBrought,
    Recorded,
    Recording,
    Sharing,
    Trying,
    WorkshopFacts,
)
from stormriver.server.workshop.workshop import Workshop, schemas_of

Link = Annotated[str, Meta(max_length=64)]


class Archive(Response):
    """A pack in one file, to be installed elsewhere."""

    media_type = "application/zip"

    def __init__(self, whole: bytes, pack: str) -> None:
        super().__init__(whole, headers={"Content-Disposition": f'attachment; filename="{pack}.stormpack"'})


def workshop_of(request: Request) -> Workshop:
    """Return the workshop that a request is for."""
    workshop: Workshop = request.app.state.workshop
    return workshop


async def get_workshop(request: Request) -> WorkshopFacts:
    """Your packs in the workshop, and whether packs may be written here at all."""
    return await workshop_of(request).facts(await known_person(request), language_of(request))


async def get_schemas(request: Request, preset: Link) -> dict[str, Any]:
    """The JSON Schemas of the files of a pack for a rulebook, by the names `pack`, `cards` and `rules`."""
    return await lobby_of(request).background.do(schemas_of, preset)


async def begin_draft(request: Request, response: Response, wanted: DraftWanted) -> Draft:
    """Begin a pack."""
    async with known_or_new_person(request, response) as person:
        return await workshop_of(request).begin(wanted, person)


async def bring_pack(request: Request, response: Response, wanted: PackBrought) -> Draft:
    """Bring a pack that was written elsewhere into the workshop; its faults are told once it is looked at."""
    async with known_or_new_person(request, response) as person:
        return await workshop_of(request).bring(wanted, person)


async def get_draft(request: Request, draft: Link) -> DraftFiles:
    """One of your packs with its files."""
    return await workshop_of(request).files(draft, await known_person(request))


async def change_draft(request: Request, draft: Link, wanted: Changes) -> Looked:
    """Change files of one of your packs, and see what it looks like: its faults, or its cards."""
    return await workshop_of(request).look(draft, await known_person(request), wanted, language_of(request))


async def delete_draft(request: Request, draft: Link) -> Deleted:
    """Delete one of your packs; tables that play with it go on."""
    await workshop_of(request).remove(draft, await known_person(request))
    return Deleted(draft)


async def get_archive(request: Request, draft: Link) -> Archive:
    """One of your packs in one file."""
    kept = await workshop_of(request).find(draft, await known_person(request))
    return Archive(await workshop_of(request).archive(kept, language_of(request)), kept.draft.pack)


async def try_card(request: Request, draft: Link, wanted: Trying) -> TableMade:
    """Make a table for you and a computer player with a card of one of your packs at hand: it is drawn next."""
    seats = [SeatWanted("me"), SeatWanted("computer")]
    return await _table(request, draft, seats, "full", wanted.card)


async def share_draft(request: Request, draft: Link, wanted: Sharing) -> TableMade:
    """Make a table with one of your packs as it is now; the others come by the links in the answer."""
    seats = [SeatWanted("me"), *(SeatWanted("open") for _ in range(wanted.seats - 1))]
    return await _table(request, draft, seats, "host")


async def _table(request: Request, draft: str, seats: list[SeatWanted], start: Any, card: str = "") -> TableMade:
    lobby, person, language = lobby_of(request), await known_person(request), language_of(request)
    kept = await workshop_of(request).find(draft, person)
    assert person is not None  # somebody has written it
    if lobby.sandbox is not None:
        raise await lobby.sandbox.place()
    seats = named(seats, (await lobby.database.ask(Store.person, person)).name)
    names = [seat.name for seat in seats]
    begun = await workshop_of(request).open(kept, language, card, names, new_seed())
    wanted = TableWanted(preset=begun.preset, packs=begun.packs, seats=seats, start=start)
    return await lobby.begin(wanted, person, begun.save)


async def record_test(request: Request, draft: Link, wanted: Recording) -> Recorded:
    """Write what happened in a turn at a table of yours as a test into one of your packs."""
    person, workshop = await known_person(request), workshop_of(request)
    kept = await workshop.find(draft, person)
    live = await lobby_of(request).table(wanted.table)
    text = await live.past.recorded(person, kept.draft.pack, wanted.answers, wanted.title or kept.draft.name)
    stem = re.sub(r"[^a-z0-9]+", "_", (wanted.title or "test").lower()).strip("_")[:40] or "test"
    files = (f"scenarios/{name}.yaml" for name in [stem, *(f"{stem}_{number}" for number in range(2, 1000))])
    file = next(name for name in files if name not in kept.files)
    await workshop.change(draft, person, {file: text}, kept.version)
    return Recorded(file)


async def get_balance(request: Request, draft: Link) -> BalanceFacts:
    """How far the games are that computer players play with one of your packs, and what they have shown."""
    kept = await workshop_of(request).find(draft, await known_person(request))
    return workshop_of(request).balance(kept.draft.id)


async def begin_balance(request: Request, draft: Link, wanted: BalanceWanted) -> BalanceFacts:
    """Let computer players play with one of your packs."""
    kept = await workshop_of(request).find(draft, await known_person(request))
    return workshop_of(request).play(kept, wanted.games, language_of(request))


async def stop_balance(request: Request, draft: Link) -> BalanceFacts:
    """Break off the games that computer players play with one of your packs."""
    kept = await workshop_of(request).find(draft, await known_person(request))
    return await workshop_of(request).stop(kept.draft.id)


WORKSHOP = (
    Operation("GET", "/api/workshop", get_workshop),
    Operation("POST", "/api/workshop", begin_draft, 201, counted="tables", scope="create"),
    Operation("GET", "/api/workshop/schemas/{preset}", get_schemas),
    Operation(
        "POST",
        "/api/workshop/brought",
        bring_pack,
        201,
        counted="tables",
        longest=drafts.LONGEST_CHANGE,
        scope="create",
    ),
    Operation("GET", "/api/workshop/{draft}", get_draft),
    Operation("POST", "/api/workshop/{draft}", change_draft, longest=drafts.LONGEST_CHANGE, scope="create"),
    Operation("DELETE", "/api/workshop/{draft}", delete_draft, scope="create"),
    Operation("GET", "/api/workshop/{draft}/archive", get_archive),
    Operation("POST", "/api/workshop/{draft}/try", try_card, 201, counted="tables", scope="create"),
    Operation("POST", "/api/workshop/{draft}/table", share_draft, 201, counted="tables", scope="create"),
    Operation("POST", "/api/workshop/{draft}/tests", record_test, 201, scope="create"),
    Operation("GET", "/api/workshop/{draft}/balance", get_balance),
    Operation("POST", "/api/workshop/{draft}/balance", begin_balance, 201, scope="create"),
    Operation("DELETE", "/api/workshop/{draft}/balance", stop_balance, scope="create"),
)
