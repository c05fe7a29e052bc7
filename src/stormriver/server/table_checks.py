"""Which tables are possible: what is wanted of one is refused with the field to blame, before anything is made."""

from __future__ import annotations

from stormriver import players
from stormriver.api import table_for
from stormriver.kernel.errors import StormriverError
from stormriver.language.message import ending_hint
from stormriver.language.ruleset import Ruleset, packs_for, presets
from stormriver.server.account_names import demand_name
from stormriver.server.errors import BadRequest
from stormriver.server.requests import SeatWanted, TableWanted
from stormriver.server.seating import distinct


def demand_possible(wanted: TableWanted) -> None:
    """Raise StormriverError, with the field to blame, if a table is not possible."""
    if wanted.preset not in presets():
        hint = ending_hint(wanted.preset, presets())
        raise BadRequest("server.lobby.no_rulebook", "preset", name=repr(wanted.preset), hint=hint)
    known = packs_for(wanted.preset)
    for number, pack in enumerate(wanted.packs):
        if pack not in known:
            hint = ending_hint(pack, known)
            raise BadRequest("server.lobby.no_pack", f"packs[{number}]", name=repr(pack), hint=hint)
    demand_name(wanted.name)
    for number, seat in enumerate(wanted.seats):
        _check_seat(number, seat)
    if wanted.seed is not None and any(seat.who == "open" for seat in wanted.seats):
        raise BadRequest("server.lobby.seed", "seed")
    try:
        Ruleset(wanted.preset, wanted.options, tuple(wanted.packs))
    except StormriverError as error:
        error.where = "options"
        raise
    try:
        table_for(wanted.preset, distinct(seat.name for seat in wanted.seats), wanted.options, wanted.packs)
    except StormriverError as error:
        error.where = "seats"
        raise


def _check_seat(number: int, seat: SeatWanted) -> None:
    where = f"seats[{number}]"
    demand_name(seat.name, f"{where}.name")
    if seat.who == "computer" and seat.level not in players.NAMES:
        raise no_player(seat.level, f"{where}.level")


def no_player(level: str, where: str) -> BadRequest:
    """Return the refusal of a computer player that there is not; `where` names the field."""
    return BadRequest("server.no_player", where, level=repr(level), levels=", ".join(players.NAMES))
