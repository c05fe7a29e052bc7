"""An answer costs the same however long its game has been: nothing that is shown is made of all that came before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex, overload

from company import House, Page, in_a_house, play, rest

from stormriver.server.live_table import LiveTable

ONLOOKERS = 4
SHORT, LONG, MORE = 40, 240, 20
MOST = 100
"""So much of a game an answer may touch: what it adds itself, for each who is told, and a few that came last."""


class Counted(list[Any]):
    """A list that counts how many of its elements are looked at."""

    touched = 0

    @overload
    def __getitem__(self, key: SupportsIndex) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> list[Any]: ...
    def __getitem__(self, key: SupportsIndex | slice) -> Any:
        found = super().__getitem__(key)
        self.touched += len(found) if isinstance(key, slice) else 1
        return found

    def __iter__(self) -> Iterator[Any]:
        for one in super().__iter__():
            self.touched += 1
            yield one


async def touched_by_an_answer(table: LiveTable, ann: Page, ben: Page, answers: int) -> float:
    """Return how many decisions and events of a game of so many answers each further one touches."""
    await play(table, ann, ben, answers=answers)
    await rest(table)
    session, game = table.session, table.session.game
    assert game is not None and game.log is not None
    decisions, log = session.decisions, game.log = Counted(session.decisions), Counted(game.log)
    before = len(decisions)
    await play(table, ann, ben, answers=before + MORE)
    await rest(table)
    assert (session.decisions, game.log) == (decisions, log) and not session.over
    return (decisions.touched + log.touched) / (len(decisions) - before)


@in_a_house
async def test_an_answer_touches_no_more_of_a_long_game_than_of_a_short_one(opened: House) -> None:
    table, ann, ben = await opened.two()
    for number in range(ONLOOKERS):
        person = opened.person(f"Onlooker {number}")
        table.onlookers.add(person)
        await Page(table, person).hello()
    for answers in (SHORT, LONG):
        assert 0 < await touched_by_an_answer(table, ann, ben, answers) < MOST


def test_that_count_notices_who_looks_at_everything() -> None:
    counted = Counted(range(LONG))
    assert len(counted[-2:]) == 2 and counted[0] == 0 and counted.touched == 3
    assert sum(counted) and counted.touched == 3 + LONG
