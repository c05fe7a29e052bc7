"""The command line and the system: other encodings, readers that leave, full disks, Ctrl-C from the first moment."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

import stormriver
from stormriver import __main__ as entry
from test_cli import say

COMMAND = [sys.executable, "-m", "stormriver"]


def run(*words: str, output: int = subprocess.PIPE, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *words], stdout=output, stderr=subprocess.PIPE, timeout=60, env={**os.environ, **env}
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "encoding", ["cp1252", *(pytest.param(name, marks=pytest.mark.long) for name in ("latin-1", "cp437"))]
)
def test_what_an_output_cannot_write_is_written_in_plain_letters(encoding: str) -> None:
    told = run("cards", "dragon_king", "--preset", "third", PYTHONIOENCODING=encoding)
    assert (told.returncode, told.stderr) == (0, b"")
    assert "Source: * reconstructed" in told.stdout.decode(encoding)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["cards", *(pytest.param(words, marks=pytest.mark.long) for words in ("cards --json", "cards dragon"))]
)
def test_a_reader_that_leaves_is_no_error(words: str) -> None:
    """A whole list is longer than a pipe holds; nothing is read of it at all."""
    out, into = os.pipe()
    os.close(out)
    told = run(*words.split(), output=into)
    os.close(into)
    assert (told.returncode, told.stderr) == (0, b"")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
@pytest.mark.parametrize(
    "words", ["rules", *(pytest.param(words, marks=pytest.mark.long) for words in ("cards", "cards dragon"))]
)
def test_a_full_disk_is_told_in_one_sentence(words: str) -> None:
    with open("/dev/full", "wb") as full:
        told = run(*words.split(), output=full.fileno())
    assert told.returncode == 2
    assert told.stderr.decode().strip() == "The output: no space left on device."


def test_ctrl_c_while_the_command_is_loaded_ends_it_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loading(types.ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "stormriver.cli.app", Loading("stormriver.cli.app"))
    with pytest.raises(SystemExit) as left:
        entry.main()
    assert left.value.code == 130


def test_the_entry_loads_nothing_before_it_listens_to_ctrl_c() -> None:
    loaded = "import sys, stormriver.__main__; print([name for name in sys.modules if name.startswith('stormriver')])"
    usual = {**os.environ, "STORMRIVER_PURE": ""}
    told = subprocess.run([sys.executable, "-c", loaded], env=usual, capture_output=True, text=True, timeout=60)
    assert told.stdout.strip() == "['stormriver', 'stormriver.__main__']"


def test_every_public_name_is_there_and_no_other() -> None:
    missing = "nothing"
    assert {name for name in stormriver.__all__ if getattr(stormriver, name) is not None} == set(stormriver.__all__)
    assert set(stormriver.__all__) <= set(dir(stormriver))
    with pytest.raises(AttributeError, match="module 'stormriver' has no attribute 'nothing'"):
        getattr(stormriver, missing)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("cards dragn", "No card fits 'dragn'; did you mean 'dragon'?"),
        ("cards zzzzzzzz", "No card fits 'zzzzzzzz'."),
        ("cards --packs cty", "No pack is called 'cty'; did you mean 'city'?"),
        ("cards --packs zzzzzzzz", "No pack is called 'zzzzzzzz', and no folder is there either."),
        ("play --terminal --players you,stedy", "No player is called 'stedy'; did you mean 'steady'?"),
        ("play --terminal --players you,nobody", "No player is called 'nobody'; known here: random, steady, you."),
        ("play --terminal --players you,you --names ann", "There are 2 seats, but 1 name."),
    ],
)
def test_what_is_not_there_is_told_once_with_what_is_most_like_it(words: str, sentence: str) -> None:
    said = say(words)
    assert (said.code, said.out, said.err) == (2, "", f"{sentence}\n")


def test_one_is_one() -> None:
    assert "1 game from seed 1;" in say("simulate -n 1 --seats 2 --seed 1 --cap 5").out
