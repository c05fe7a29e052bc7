"""Somebody new, who does what a page says, word for word and from its beginning to its end.

    python tests/support/newcomer.py README.md docs/play.md

It is run by the Python into which Stormriver was installed, in an empty folder, and needs nothing but what comes with
Python.
Every block is done where it stands:

- `console`: each line behind `$ ` is run, and has to succeed and print what stands below it; what stands there behind
  `> ` is typed. `make` is left out: it is for those who have the sources; whoever is new here has installed a wheel.
- `python`: run in one namespace with those before it, and compared if there are prompts.
- `yaml` that begins with `# PACK/FILE`: written there. One that begins with `# refused: SENTENCE` is written, has to be
  refused so by `stormriver pack check`, and what stood there before comes back.

What a block in another language shows is only looked at. A remark before a block says what else there is to know:

- `<!-- newcomer: not run, as it stays -->` with the reason why it is left out;
- `<!-- newcomer: answers 1 -->`: this line is typed again and again;
- `<!-- newcomer: installs -->`: a block of `text`, which tests elsewhere leave out, is run as well;
- `<!-- newcomer: stays -->`: the last command serves the page whose address it tells. It is opened, a table is made and
  looked at there, and Ctrl-C ends it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.documents import Block, Command, blocks, commands, fits, printed, read, run_python, typed

FILE = re.compile(r"# ([\w-]+)/(\S+)\n")
REFUSED = re.compile(r"# refused: (([\w-]+)/(\S+), line .*)\n")
COLUMN = re.compile(r", column \d+")
REMARK = re.compile(r"<!-- newcomer: (not run|answers|installs|stays) ?(.*?) -->\n+```\w*\n")
DONE = ("console", "python", "yaml")
ADDRESS = re.compile(r"http://\S+")
TYPED = 5000
"""How often a line is typed again; a game that is not over by then never ends."""
SECONDS = 300

Ran = tuple[int, str, str]
"""How a command has ended: its exit code, and what it said on either stream."""
Runs = Callable[[str, str], Ran]
"""Function from a line of the shell, and what is typed to it, to how it ended."""


class Stumbled(Exception):
    """The page does not lead where it says: the place, and what happened."""


def by_shell(line: str, keys: str = "") -> Ran:
    """Run a line of the shell, to which something is typed; return how it ended."""
    done = subprocess.run(
        line,
        shell=True,
        input=keys,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def follow(page: str, runs: Runs = by_shell) -> int:
    """Do what a page says, here; return how many commands, files and pieces of Python that were.

    Args:
        page: its path below the root.
        runs: runs a command.

    Raises:
        Stumbled: where it does not lead on.
    """
    text = read(page)
    remarks = {text.count("\n", 0, found.end()) + 1: found for found in REMARK.finditer(text)}
    names: dict[str, object] = {"__name__": "__main__"}
    done = 0
    for block in blocks(text, *DONE, "text"):
        remark = remarks.get(block.line)
        kind = remark[1] if remark else ""
        if kind == "not run" or (block.language == "text" and kind not in ("installs", "stays")):
            continue
        try:
            if kind == "stays":
                done += stay(block, runs)
            else:
                done += do(block, remark[2] if remark else "", names, runs)
        except (Exception, SystemExit) as wrong:
            raise Stumbled(f"{page}, the block at line {block.line}: {type(wrong).__name__}: {wrong}") from wrong
    return done


def do(block: Block, again: str, names: dict[str, object], runs: Runs = by_shell) -> int:
    """Do what a block says; return how many things that were."""
    if block.language in ("console", "text"):
        shown = [command for command in commands(block.text) if not command.line.startswith("make ")]
        for command in shown:
            run(command, again, runs)
        return len(shown)
    if block.language == "python":
        run_python(f"{chr(10) * (block.line - 2)}```python\n{block.text}```\n", "page", names)
        return 1
    if refused := REFUSED.match(block.text):
        see_refused(Path(refused[2]), refused[3], block.text, refused[1], runs)
        return 1
    if named := FILE.match(block.text):
        write(Path(named[1]) / named[2], block.text)
        return 1
    return 0


def run(command: Command, again: str = "", runs: Runs = by_shell) -> None:
    """Run a command, type what the page shows or a line again and again, and compare what it prints."""
    code, out, err = runs(command.line, typed(command.output) or (f"{again}\n" * TYPED if again else ""))
    if code:
        raise Stumbled(f"$ {command.line}\nleft with {code}\n{out}{err}")
    if command.output and not fits(out, printed(command.output)):
        raise Stumbled(f"$ {command.line}\nprinted\n{out}{err}")


def stay(block: Block, runs: Runs = by_shell) -> int:
    """Run the commands of a block, whose last one serves a page; return how many they were."""
    *before, last = commands(block.text)
    for command in before:
        run(command, runs=runs)
    with subprocess.Popen(
        last.line.split(), stdout=subprocess.PIPE, encoding="utf-8", start_new_session=True
    ) as serving:
        assert serving.stdout is not None
        said = serving.stdout.readline()
        try:
            visit(ADDRESS.search(said))
        finally:
            os.killpg(serving.pid, signal.SIGINT)  # to all of its processes, as a terminal does
        said += serving.stdout.read()
    if serving.returncode or "Traceback" in said:
        raise Stumbled(f"$ {last.line}\nleft with {serving.returncode}\n{said}")
    return len(before) + 1


def visit(address: re.Match[str] | None) -> None:
    """Open the page at an address, and let a table be made with a computer player."""
    if address is None:
        raise Stumbled("no address is told")
    place = address[0].rstrip("/")
    with urlopen(place, timeout=SECONDS) as page:
        shown = page.read().decode()
    body = json.dumps({"seats": [{"who": "me"}, {"who": "computer"}], "name": "Ann"}).encode()
    wanted = Request(f"{place}/api/tables", body, {"Content-Type": "application/json", "Origin": place})
    with urlopen(wanted, timeout=SECONDS) as answer:
        made = json.loads(answer.read())
    if "<title>" not in shown or not made["table"]:
        raise Stumbled(f"nothing can be played at {place}")


def see_refused(pack: Path, file: str, text: str, sentence: str, runs: Runs) -> None:
    """Put a mistake into a file of a pack, see that it is told so, and take it out again."""
    before = (pack / file).read_text(encoding="utf-8")
    write(pack / file, text)
    code, out, err = runs(f"stormriver pack check {pack}", "")
    write(pack / file, before)
    told = COLUMN.sub("", " ".join(f"{out} {err}".split()))  # the pages name the line alone
    if not code or sentence not in told:
        raise Stumbled(f"it is not refused so, but: {out}{err}")


def write(file: Path, text: str) -> None:
    """Write a file, and the folders it lies in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def main() -> int:
    """Follow some pages, one after the other; say how far that led."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    # What a page has installed comes before that by which it is followed.
    os.environ["PATH"] = f"{os.environ.get('PATH', '')}{os.pathsep}{Path(sys.executable).parent}"
    for page in sys.argv[1:]:
        try:
            print(f"{page}: {follow(page)} steps", flush=True)
        except Stumbled as wrong:
            print(wrong)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
