"""The workshop: packs are written, looked at and played in a process with limits, and only where that is let."""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sites import Browser, quick_settings, site, told

from stormriver.api import begin_game
from stormriver.kernel import records
from stormriver.server import replay
from stormriver.server.workshop import drafts

MILL = "Old Mill"


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("site")
    with site(quick_settings(folder, uploads=str(folder / "uploads"))) as found:
        yield found


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


def posted(browser: Browser, path: str, status: int = 200, **body: Any) -> Any:
    answer = browser.post(f"/api/workshop{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def begun(browser: Browser, name: str = MILL) -> dict[str, Any]:
    draft = posted(browser, "", 201, name=name)
    found: dict[str, Any] = browser.get(f"/api/workshop/{draft['id']}").json()
    return found


def changed(browser: Browser, found: dict[str, Any], file: str, edit: Callable[[str], str], **more: Any) -> Any:
    files = {file: edit(found["files"].get(file, ""))}
    return posted(browser, f"/{found['draft']['id']}", files=files, version=found["version"], **more)


def test_nobody_writes_packs_where_that_is_not_let(closed: Browser) -> None:
    assert closed.get("/api/workshop").json() == {"open": False, "drafts": [], "starters": []}
    assert "does not let" in posted(closed, "", 403, name=MILL)["error"]


@pytest.mark.slow
def test_a_new_pack_is_looked_at_with_its_faults_and_its_cards_in_both_languages(ann: Browser) -> None:
    found = begun(ann)
    assert found["draft"]["pack"] == "old_mill" and "cards.yaml" in found["files"]
    wrong = changed(ann, found, "cards.yaml", lambda text: text.replace("heal: 1", "heel: 1"))
    (fault,) = wrong["faults"]
    line = found["files"]["cards.yaml"][: found["files"]["cards.yaml"].index("heal: 1")].count("\n") + 1
    assert (fault["file"], fault["line"]) == ("cards.yaml", line)
    assert fault["column"] > 1 and "did you mean 'heal'" in fault["text"]
    assert wrong["cards"] == []
    found["version"] = wrong["version"]
    right = changed(ann, found, "cards.yaml", lambda text: text, tests=True)
    assert right["faults"] == [] and right["name"] == MILL
    boar = next(card for card in right["cards"] if card["id"] == "old_mill_boar")
    assert boar["words"]["en"]["text"].startswith("Attacks with Strength 3")
    assert boar["words"]["de"]["text"] != boar["words"]["en"]["text"]
    assert ann.get(f"/api/pictures/{boar['picture']}").status_code == 200
    assert right["trials"] and all(trial["passed"] for trial in right["trials"])


def test_a_pack_belongs_to_whoever_began_it_and_is_changed_by_one_page_at_a_time(ann: Browser) -> None:
    found = begun(ann)
    ben = ann.another()
    assert ben.get(f"/api/workshop/{found['draft']['id']}").status_code == 404
    changed(ann, found, "README.md", lambda _: "Read me")
    assert (
        ann.post(
            f"/api/workshop/{found['draft']['id']}", json={"files": {"README.md": "Else"}, "version": found["version"]}
        ).status_code
        == 409
    )
    assert ann.delete(f"/api/workshop/{found['draft']['id']}").status_code == 200
    assert ann.get(f"/api/workshop/{found['draft']['id']}").status_code == 404


@pytest.mark.parametrize(
    "path", ["words.py", "../up.yaml", "/etc/x.yaml", "scenarios/../../x.yaml", "a/b/c.yaml", ".x.yaml"]
)
def test_a_pack_has_no_python_and_nothing_outside_of_it(path: str) -> None:
    with pytest.raises(Exception, match="no file of a pack"):
        drafts.changed({}, {path: "x"})


def archive(*files: tuple[str, str | bytes]) -> str:
    """Return a zip file of some files, in Base64."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as file:
        for path, text in files:
            file.writestr(path, text)
    return base64.b64encode(whole.getvalue()).decode()


BELL = ("bell/pack.yaml", "language: 2\nid: bell_tower\nname: Bell Tower\n")
RUNG = (
    "bell/cards.yaml",
    "deck: adventure\ncards:\n  - {id: rope, name: Rope, kind: objct}\n  - {id: bell, nam: Bell}\n",
)


@pytest.mark.slow
def test_a_pack_that_was_written_elsewhere_is_brought_in_with_all_its_faults_told(ann: Browser) -> None:
    whole = archive(
        BELL, RUNG, ("bell/README.md", "Ding"), ("bell/.vscode/settings.json", "{}"), ("bell/notes.txt", "x")
    )
    draft = posted(ann, "/brought", 201, name="bell_tower-1.0.stormpack", archive=whole)
    assert (draft["pack"], draft["name"]) == ("bell_tower", "bell_tower")
    found = ann.get(f"/api/workshop/{draft['id']}").json()
    assert list(found["files"]) == ["pack.yaml", "cards.yaml", "README.md"]
    looked = posted(ann, f"/{draft['id']}")
    assert {(fault["file"], fault["line"]) for fault in looked["faults"]} == {("cards.yaml", 3), ("cards.yaml", 4)}
    for again in ({"archive": whole}, {"files": {"pack.yaml": BELL[1]}}):
        said = posted(ann, "/brought", 409, name="bell.zip", **again)["error"]
        assert said.startswith("A pack 'bell_tower' is there already; give this one another `id:`")
    files = {"cards.yaml": RUNG[1], "locale/de.yaml": "names: {}\n"}
    assert posted(ann, "/brought", 201, name="My Bells", files=files)["pack"] == "my_bells"


REFUSED = {
    "no zip": ({"archive": "AAAA"}, 400, "'odd' is no zip file."),
    "no Base64": ({"archive": "?"}, 400, "'odd' is no zip file."),
    "nothing of a pack": ({"archive": archive(("x.txt", "x"))}, 400, "In 'odd' is no file of a pack"),
    "nothing at all": ({}, 400, "In 'odd' is no file of a pack"),
    "outside": ({"archive": archive(("../up.yaml", "x"))}, 400, "odd holds '../up.yaml', which lies outside of it."),
    "a path outside": ({"files": {"../up.yaml": "x"}}, 400, "'../up.yaml' is no file of a pack"),
    "Python": ({"archive": archive(BELL, ("bell/words.py", "x"))}, 400, "'words.py' is no file of a pack"),
    "too deep": ({"files": {"scenarios/a/b.yaml": "x"}}, 400, "'scenarios/a/b.yaml' is no file of a pack"),
    "no text": ({"archive": archive(("cards.yaml", b"\xff\xfe"))}, 400, "'cards.yaml' is no text in UTF-8."),
    "too large": ({"archive": archive(("cards.yaml", "# " * 600_000))}, 400, "has at most 1000000 bytes"),
    "too many": ({"files": {f"c{n}.yaml": "x" for n in range(201)}}, 400, "at most 200 files"),
    "ours": ({"files": {"pack.yaml": "id: city\n"}}, 409, "A pack 'city' is there already"),
}


@pytest.mark.parametrize(("wanted", "status", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_no_pack_or_too_much_is_not_brought_in(
    ann: Browser, wanted: dict[str, Any], status: int, sentence: str
) -> None:
    ann.get("/api/workshop")
    before = len(ann.get("/api/workshop").json()["drafts"])
    assert sentence in posted(ann, "/brought", status, name="odd", **wanted)["error"]
    assert len(ann.get("/api/workshop").json()["drafts"]) == before


@pytest.mark.slow
def test_packs_in_folders_are_changed_where_they_lie_if_that_is_let(tmp_path: Path, monkeypatch: Any) -> None:
    folder = tmp_path / "packs" / "mine"
    folder.mkdir(parents=True)
    (folder / "cards.yaml").write_text("deck: adventure\ncards:\n  - {id: owl, name: Owl, kind: animal, strength: 2}\n")
    (folder / "words.py").write_text("secret")
    monkeypatch.setenv("STORMRIVER_PACKS", str(folder.parent))
    for let in ("false", "true"):
        with site(quick_settings(tmp_path, uploads=str(tmp_path / "uploads"), edit_packs=let)) as ann:
            found = ann.get("/api/workshop/folder.mine")
            listed = [draft["id"] for draft in ann.get("/api/workshop").json()["drafts"]]
            assert (found.status_code, listed) == ((200, ["folder.mine"]) if let == "true" else (404, []))
            if let == "true":
                assert list(found.json()["files"]) == ["cards.yaml"]
                looked = changed(ann, found.json(), "cards.yaml", lambda text: text.replace("Owl", "Old Owl"))
                assert looked["cards"][0]["words"]["en"]["name"] == "Old Owl"
                assert "Old Owl" in (folder / "cards.yaml").read_text()
                assert ann.delete("/api/workshop/folder.mine").status_code == 403


WANTS_MEMORY = "worker.limit_memory(worker.MEMORY); bytearray(worker.MEMORY)"
WANTS_TIME = "worker.limit_seconds(0)\nwhile True: pass"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
@pytest.mark.parametrize(
    ("work", "end"), [(WANTS_MEMORY, "MemoryError"), pytest.param(WANTS_TIME, "", marks=pytest.mark.long)]
)
def test_the_worker_ends_if_it_wants_too_much(work: str, end: str) -> None:
    code = f"from stormriver.server.workshop import worker\n{work}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and end in done.stderr


def test_a_scenario_leads_to_no_folder_of_the_server(ann: Browser) -> None:
    found = begun(ann)
    text = found["files"]["scenarios/boar.yaml"].replace("packs: [..]", "packs: [../../other]")
    looked = changed(ann, found, "scenarios/boar.yaml", lambda _: text, tests=True)
    assert [fault["file"] for fault in looked["faults"]] == ["scenarios/boar.yaml"]


@pytest.mark.long
def test_a_card_is_tried_on_top_of_its_deck_and_what_happens_becomes_a_test(ann: Browser) -> None:
    found = begun(ann)
    made = posted(ann, f"/{found['draft']['id']}/try", 201, card="old_mill_boar")
    with ann.socket(made["table"]) as socket:
        socket.send_json({"type": "hello"})
        update = told(socket, "update")
        while "Boar" not in str(update["told"]):
            ask = update["view"]["ask"]
            if ask and ask["seat"] == 0 and not update["settled"]:  # else the table answers by itself
                wanted = next((option for option in ask["options"] if "Draw" in option["text"]), ask["options"][0])
                socket.send_json({"type": "answer", "version": update["version"], "key": wanted["key"]})
            update = told(socket, "update")
    draft = f"/{found['draft']['id']}"
    file = posted(ann, f"{draft}/tests", 201, table=made["table"], title="The boar is met")["file"]
    assert file == "scenarios/the_boar_is_met.yaml"
    looked = posted(ann, draft, tests=True)
    trial = next(trial for trial in looked["trials"] if trial["file"] == file)
    assert trial["passed"], trial
    other = ann.make("me", "computer")["table"]
    assert ann.post(f"/api/workshop{draft}/tests", json={"table": other}).status_code == 403


@pytest.mark.slow
def test_a_pack_is_shared_by_a_table_with_links_and_taken_along_as_a_file(ann: Browser) -> None:
    found = begun(ann)
    draft = f"/{found['draft']['id']}"
    made = posted(ann, f"{draft}/table", 201, seats=3)
    assert len(made["seat_links"]) == 2
    invited = ann.another().get(f"/api{made['seat_links']['1']}").json()
    assert [pack["name"] for pack in invited["played"]["packs"]] == [MILL] and "uploads" not in str(invited)
    texts = ann.another().get(f"/api{made['seat_links']['1']}/packs").json()
    assert texts[0]["name"] == "Thicket Boar" and texts[0]["text"].startswith("Attacks with Strength 3")
    info = ann.get(f"/api/tables/{made['table']}").json()
    assert info["packs"][0]["licence"] == "CC0-1.0" and "uploads" not in str(info)
    assert "uploads" not in ann.get(f"/api/tables/{made['table']}/book").text
    whole = ann.get(f"/api/workshop{draft}/archive").content
    assert "old_mill/cards.yaml" in zipfile.ZipFile(io.BytesIO(whole)).namelist()


@pytest.mark.slow
def test_versions_that_no_table_uses_are_taken_from_the_shelf(tmp_path: Path) -> None:
    shelf = tmp_path / "uploads"
    with site(quick_settings(tmp_path, uploads=str(shelf))) as ann:
        found = begun(ann)
        draft = f"/{found['draft']['id']}"
        kept = posted(ann, f"{draft}/table", 201, seats=2)["table"]
        played = {path.name for path in shelf.iterdir()}
        for version in (*played, "0" * 24):
            (shelf / version).mkdir(exist_ok=True)
            os.utime(shelf / version, (1, 1))
        (shelf / ("1" * 24)).mkdir()
        (shelf / "notes").mkdir()
        changed(ann, found, "README.md", lambda _: "Another version")
        posted(ann, f"{draft}/table", 201, seats=2)
        there = {path.name for path in shelf.iterdir()}
        assert played < there and "0" * 24 not in there and {"1" * 24, "notes"} < there
        assert ann.delete(f"/api/tables/{kept}").status_code == 200
        posted(ann, f"{draft}/table", 201, seats=2)
        assert not played & {path.name for path in shelf.iterdir()}


@pytest.mark.slow
def test_a_long_file_is_saved_as_far_as_a_pack_may_be_long(ann: Browser) -> None:
    found = begun(ann)
    long = changed(ann, found, "README.md", lambda _: "A line.\n" * 20_000)
    assert ann.get(f"/api/workshop/{found['draft']['id']}").json()["version"] == long["version"] != found["version"]
    for length, status, sentence in (
        (1_100_000, 400, "A pack has at most 200 files and 1000000 bytes."),
        (2_100_000, 413, "A request has at most 2000000 bytes."),
    ):
        wanted = {"files": {"README.md": "x" * length}, "version": long["version"]}
        answer = ann.post(f"/api/workshop/{found['draft']['id']}", json=wanted)
        assert (answer.status_code, answer.json()["error"]) == (status, sentence)
    assert ann.post("/api/workshop", json={"name": "x" * 70_000}).status_code == 413


def test_a_record_names_packs_and_not_where_they_lie() -> None:
    record = records.read_record(records.record_of(begin_game(seats=2, seed=1)))
    far = records.Record({**record.header, "packs": ["/srv/uploads/1a2b/old_mill", "city"]}, record.events, record.keys)
    assert replay.to_be_sent(far).header["packs"] == ["old_mill", "city"]


@pytest.mark.long
def test_computer_players_play_a_balance_that_tells_how_far_it_is(ann: Browser) -> None:
    draft = f"/{begun(ann)['draft']['id']}"
    assert ann.get(f"/api/workshop{draft}/balance").json()["state"] == "none"
    assert posted(ann, f"{draft}/balance", 201, games=2)["state"] == "playing"
    assert ann.delete(f"/api/workshop{draft}/balance").json()["state"] == "none"


@pytest.mark.long
def test_a_balance_is_played_to_its_end(ann: Browser) -> None:
    draft = f"/{begun(ann)['draft']['id']}"
    posted(ann, f"{draft}/balance", 201, games=2)
    while (found := ann.get(f"/api/workshop{draft}/balance").json())["state"] == "playing":
        time.sleep(0.2)  # the worker, which yields to all else, is to have its turn
    assert (found["state"], found["done"]) == ("done", 2)
    assert {card["id"] for card in found["cards"]} >= {"old_mill_boar"} and found["rounds"]["value"] > 0
