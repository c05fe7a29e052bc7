"""The worker process of the workshop: whatever a stranger has written is read, looked at and played only here.

Each job gets so many seconds of the processor, and the process so much memory and no more; a job that wants more ends
the process, and the server starts another one. Jobs come and replies go as JSON, see `worker_process.py`.
"""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw

from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.language.message import sentence_of, translated
from stormriver.server.process_limits import limit_files, limit_memory, limit_seconds
from stormriver.server.worker_process import received, send, streams
from stormriver.server.workshop import looking
from stormriver.server.workshop.jobs import Job, Reply, decode_job, encode_reply, write_files
from stormriver.workshop import bench

MEMORY = 1_500_000_000
"""How many bytes of memory the process may have."""
LONGEST_FILE = 30_000_000
"""How many bytes any file that it writes may have."""
SPARE_SECONDS = 2
"""What a job may take longer than the server waits for it, so that the server is the one to end it."""


Each = Callable[[int, int], None]


def carried_out(job: Job, each: Each = lambda done, wanted: None) -> Reply:
    """Return what comes of a job; whatever goes wrong is told, not raised.

    Args:
        job: what is wanted.
        each: is called with how much is done, and of how much.
    """
    try:
        with _laid_out(job) as folder:
            return Reply(result=Raw(msgspec.json.encode(_done(job, folder, each))))
    except BadContent as wrong:
        return Reply(error=_all_of(wrong, job.language))
    except StormriverError as error:
        return Reply(error=sentence_of(error, job.language))
    except MemoryError:
        raise
    except Exception as error:  # of the engine, by what a pack says
        return Reply(error=f"{type(error).__name__}: {error}")


def _all_of(wrong: BadContent, language: str) -> str:
    """Return all faults of a pack, each in a line of its own."""
    return "\n".join(str(translated(sentence, language)) for sentence, _ in wrong.told or [(wrong, "")])


@contextmanager
def _laid_out(job: Job) -> Iterator[Path]:
    """Have the files of a pack in a folder that is called as the pack is."""
    if job.folder:
        yield Path(job.folder)
        return
    with tempfile.TemporaryDirectory(prefix="stormriver-") as above:
        folder = Path(above, job.pack)
        write_files(folder, job.files)
        yield folder


def _done(job: Job, folder: Path, each: Each) -> Any:
    if job.do in ("look", "tests"):
        return looking.looked(folder, job.language, job.do == "tests")
    pack = bench.lay(folder)
    if job.do == "open":
        return looking.opened(pack, job.card, job.names, job.seed)
    if job.do == "balance":
        return looking.balanced(pack, job.games, each)
    from stormriver.workshop.archive import packed

    pack.table()
    return base64.b64encode(packed(pack)).decode()


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Report that the worker is ready, then do jobs until there are no more."""
    send(target, encode_reply(Reply()))

    def each(done: int, wanted: int) -> None:
        send(target, encode_reply(Reply(done, wanted, last=False)))

    while message := received(source):
        job = decode_job(message)
        limit_seconds(job.seconds + SPARE_SECONDS)
        send(target, encode_reply(carried_out(job, each)))


def main() -> None:
    """Run the worker until the server is gone."""
    source, target = streams()
    limit_memory(MEMORY)
    limit_files(LONGEST_FILE)
    with suppress(BrokenPipeError):  # the server is gone
        serve(source, target)


if __name__ == "__main__":
    main()
