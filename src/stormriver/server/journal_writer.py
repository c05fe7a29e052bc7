"""The one thread that writes journals. All batches in its queue go into one transaction, so that many games share
the cost of one commit."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import Future

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, delete, insert, update

from stormriver.server import journal, metrics
from stormriver.server.cluster.leases import Lease, write_held
from stormriver.server.journal import Kept
from stormriver.server.models import JournalRow, OnlookerRow, SeatRow, SnapshotRow
from stormriver.server.snapshots import Snapshot
from stormriver.server.store import PersonId


class Batch(Struct):
    """What a table commits at once: lines of its journal, and the columns of its row, None where nothing has changed.

    Attributes:
        lease: under which it is written; LeaseLost if another server has claimed the table since.
        seats: the seats that were taken, freed or moved: whose they are now, and the secret of their link.
        snapshots: the snapshots taken since; `answers` is after how many answers those of the game were, the others
            are not wanted any more. None where nothing has changed.
        watch_secret: of the new link for onlookers; `shown_out` may use it no more than the one before.
    """

    table: str
    lease: Lease
    lines: list[Kept]
    seats: dict[int, tuple[PersonId | None, str | None]]
    state: str | None = None
    line: str | None = None
    header: str | None = None
    outcome: str | None = None
    save: str | None = None
    watch_secret: str | None = None
    shown_out: list[PersonId] = []
    snapshots: list[Snapshot] = []
    answers: list[int] | None = None


COLUMNS = ("state", "line", "header", "outcome", "save", "watch_secret")
"""The fields of a batch that are columns of the table's row."""
_INSERT_LINES = insert(JournalRow)

_Order = tuple[Batch, "Future[None]"]


class JournalWriter:
    """Writes batches to the database in a thread of its own, in the order in which they come."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def write(self, batch: Batch) -> Future[None]:
        """Queue a batch, and return the future of its commit, which can be cancelled as long as it has not begun."""
        done: Future[None] = Future()
        self._waiting.put((batch, done))
        return done

    def close(self, seconds: float) -> None:
        """Write what waits and end the thread; a database that does not answer is waited for no longer than this."""
        self._waiting.put(None)
        self._thread.join(seconds)

    def _work(self) -> None:
        while True:
            orders, ended = self._gathered()
            orders = [order for order in orders if order[1].set_running_or_notify_cancel()]
            if orders and not self._written(orders):
                for order in orders:  # one of them is to blame: the others are not to suffer for it
                    self._written([order], last=True)
            if ended:
                return

    def _gathered(self) -> tuple[list[_Order], bool]:
        """Wait for a batch and return all that are queued, and whether the writer is to end."""
        orders: list[_Order] = []
        order = self._waiting.get()
        while order is not None:
            orders.append(order)
            if self._waiting.empty():
                return orders, False
            order = self._waiting.get()
        return orders, True

    def _written(self, orders: list[_Order], last: bool = False) -> bool:
        """Commit some batches and resolve their futures; a failure is set on them only at the `last` try."""
        try:
            with metrics.commits.time(), self._engine.begin() as connection:
                for batch, _ in orders:
                    _write(connection, batch)
        except Exception as error:
            if last:
                for _, done in orders:
                    done.set_exception(error)
            return False
        for _, done in orders:
            done.set_result(None)
        return True


def _write(connection: Connection, batch: Batch) -> None:
    changed = {name: value for name in COLUMNS if (value := getattr(batch, name)) is not None}
    if changed:
        changed["updated"] = batch.lines[-1].at if batch.lines else time.time()
    write_held(connection, batch.table, batch.lease, {"epoch": batch.lease.epoch, **changed})
    if batch.lines:
        rows = [
            {
                "table": batch.table,
                "number": kept.number,
                "at": kept.at,
                "kind": kept.entry.__struct_config__.tag,
                "entry": journal.written(kept.entry),
            }
            for kept in batch.lines
        ]
        connection.execute(_INSERT_LINES, rows)
    if batch.answers is not None:
        _write_snapshots(connection, batch, batch.answers)
    if batch.seats:
        _write_seats(connection, batch)
    if batch.shown_out:
        ours = (OnlookerRow.table == batch.table) & OnlookerRow.person.in_(batch.shown_out)
        connection.execute(delete(OnlookerRow).where(ours))


def _write_snapshots(connection: Connection, batch: Batch, answers: list[int]) -> None:
    """Write the new snapshots, and delete what is not wanted any more; a new one takes the place of an old one."""
    ours = SnapshotRow.table == batch.table
    new = [one.answers for one in batch.snapshots]
    unwanted = SnapshotRow.answers.not_in(answers) | SnapshotRow.answers.in_(new)
    connection.execute(delete(SnapshotRow).where(ours, unwanted))
    for one in batch.snapshots:
        connection.execute(insert(SnapshotRow).values({"table": batch.table, **msgspec.structs.asdict(one)}))


def _write_seats(connection: Connection, batch: Batch) -> None:
    """Write whose the seats are; their links are taken away first, as no two may ever be the same."""
    ours = SeatRow.table == batch.table
    connection.execute(update(SeatRow).where(ours, SeatRow.number.in_(batch.seats)).values(secret=None))
    for number, (person, secret) in batch.seats.items():
        seat = ours & (SeatRow.number == number)
        connection.execute(update(SeatRow).where(seat).values(person=person, secret=secret))
