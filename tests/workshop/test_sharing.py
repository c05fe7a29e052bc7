"""Packs on their way to others: packed, listed in an index, installed from a folder or the web, played and removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stormriver.api import begin_game, resume_game, table_for, tables_for
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.replays import strong
from stormriver.language.packs import installed_folder, offer, offer_installed, offered
from stormriver.workshop import archive, bench, index, installing
from support.web_folder import handed_out
from test_cli import say, well
from workshop.conftest import rewrite

pytestmark = pytest.mark.slow  # each loads tables anew


@pytest.fixture
def web(mill: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of an index with the new pack on a web server of this machine."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    archive.build(bench.lay(mill), Path("shared"))
    index.make(Path("shared"))
    with handed_out(Path("shared")) as address:
        yield address


@pytest.mark.long
def test_a_pack_is_built_listed_installed_played_and_removed(mill: Path) -> None:
    assert well("pack build old_mill --to shared").out == ("old_mill is packed into shared/old_mill-0.1.stormpack.\n")
    assert well("pack index shared").out == "1 pack in shared/index.json.\n"
    said = well("pack install old_mill --from shared").out
    assert said == "Old Mill 0.1 is installed; `--packs old_mill` plays with it.\n"
    Path("old_mill").rename("elsewhere")
    assert {one["id"]: one["place"] for one in well("pack list --json").json}["old_mill"] == "installed"
    assert "Thicket Boar (old_mill_boar)" in well("cards old_mill_boar --packs old_mill").out
    played = well("simulate --packs old_mill --games 1 --players random,random --cap 60 --seed 3 --json").json
    assert (played["games"], played["packs"]) == (1, ["old_mill"])
    assert well("pack remove old_mill").out == "old_mill is removed.\n"
    assert say("pack remove old_mill").err == "No pack 'old_mill' is installed.\n"


def test_building_again_makes_the_same_bytes_and_takes_what_belongs_to_it(mill: Path) -> None:
    (mill / "notes.txt").write_text("no matter of others")
    (mill / "README.md").write_text("Mill.")
    once, again = archive.packed(bench.lay(mill)), archive.packed(bench.lay(mill))
    assert once == again
    names = [path.relative_to(mill).as_posix() for path in archive.files_of(mill)]
    assert names == ["README.md", "cards.yaml", "pack.yaml", *(f"scenarios/{name}.yaml" for name in SCENARIOS)]


SCENARIOS = ("boar", "lantern", "spring", "spring_evil")


def test_what_others_could_not_tell_apart_is_not_built(mill: Path) -> None:
    rewrite(mill / "pack.yaml", 'version: "0.1"\n', "")
    assert say("pack build old_mill").err == (
        "old_mill/pack.yaml does not say `version:`, by which it is told apart.\n"
    )


@pytest.mark.long
def test_packs_are_installed_from_the_web(web: str) -> None:
    well("pack install old_mill --from", web)
    offer_installed()
    assert "old_mill" in offered()


def test_what_is_not_what_its_index_says_is_not_installed(web: str) -> None:
    file = Path("shared/old_mill-0.1.stormpack")
    file.write_bytes(file.read_bytes() + b"\0")
    said = say("pack install old_mill --from", web)
    assert (said.code, said.out) == (2, "")
    assert "the hash differs. It was not installed." in said.err
    assert not installing.installed_folder().exists()
    assert "Die Prüfsumme ist eine andere" in say("--language de pack install old_mill --from shared").err


@pytest.mark.long
def test_an_index_that_leads_elsewhere_is_not_followed(web: str) -> None:
    path = Path("shared/index.json")
    listed = json.loads(path.read_text())
    listed["packs"][0]["file"] = "../old_mill/cards.yaml"
    path.write_text(json.dumps(listed))
    assert "which lies elsewhere" in say("pack install old_mill --from shared").err
    path.write_text("[]")
    assert "holds no index of packs that can be read" in say("pack install old_mill --from shared").err
    assert "cannot be read" in say("pack install old_mill --from", f"{web}nowhere").err
    assert "did you mean" not in say("pack install old_mill --from nowhere").err
    assert "`stormriver pack build` makes one of a pack" in say("pack index old_mill").err


@pytest.mark.long
def test_the_newest_version_is_installed_with_what_it_needs(mill: Path) -> None:
    well("pack build old_mill --to shared")
    rewrite(mill / "pack.yaml", '"0.1"', '"0.10"')
    well("pack build old_mill --to shared")
    rewrite(mill / "pack.yaml", '"0.10"', '"0.9"')
    well("pack build old_mill --to shared")
    miller = Path("miller")
    miller.mkdir()
    (miller / "pack.yaml").write_text('language: 2\nid: miller\nversion: "1"\nneeds: [old_mill]\n')
    (miller / "cards.yaml").write_text("deck: adventure\ncards: [{id: hare, like: old_mill_boar, name: Hare}]\n")
    well("pack install old_mill")
    well("pack build miller --to shared")
    well("pack remove old_mill")
    well("pack index shared")
    said = well("pack install miller --from shared").out.splitlines()
    assert [line.partition(" is")[0] for line in said] == ["Old Mill 0.10", "miller 1"]


@pytest.mark.long
def test_a_pack_at_hand_goes_before_an_installed_one_of_its_id(mill: Path) -> None:
    well("pack install old_mill")
    rewrite(mill / "cards.yaml", "Thicket Boar", "Thicket Bear")
    assert "Thicket Bear" in well("pack preview old_mill old_mill_boar").out
    assert well("pack check old_mill").out.startswith("OK: ")


def test_the_last_installed_pack_may_be_removed_while_a_server_runs(mill: Path) -> None:
    """Which hands its packs to the processes that it starts later: they begin with the empty folder."""
    installing.install("old_mill", None)
    offer_installed()
    installing.remove("old_mill")
    offer([installed_folder()])
    with pytest.raises(StormriverError, match="is no pack"):
        offer([mill.parent / "shared"])
    assert "old_mill" not in offered()


def test_a_record_of_another_version_says_which(mill: Path) -> None:
    game = begin_game(seats=2, seed=1, packs=["old_mill"])
    record = read_record(record_of(game))
    assert record.header["versions"] == {"old_mill": "0.1"}
    strong(record, tables_for(["old_mill"]))
    rewrite(mill / "pack.yaml", '"0.1"', '"0.2"')
    strong(record, tables_for(["old_mill"]))  # a version alone changes no game
    rewrite(mill / "cards.yaml", "strength: 3", "strength: 4")
    with pytest.raises(StormriverError, match=r"that are here now: old_mill 0\.1, here 0\.2; "):
        strong(record, tables_for(["old_mill"]))
    again = resume_game(game.save(), ["old_mill"])
    assert again.header["versions"] == {"old_mill": "0.2"}


def test_games_without_packs_name_no_versions() -> None:
    assert "versions" not in table_for("revised4", 2).facts()


@pytest.mark.long
def test_what_changed_for_players_is_told(mill: Path) -> None:
    well("pack build old_mill")
    rewrite(mill / "pack.yaml", '"0.1"', '"0.2"')
    rewrite(mill / "cards.yaml", "strength: 3", "strength: 4")
    rewrite(mill / "cards.yaml", "  - id: old_mill_lantern", "  # Light.\n  - id: old_mill_lamp")
    said = well("pack diff old_mill-0.1.stormpack old_mill").out
    assert said.splitlines() == [
        "Old Mill 0.1 -> Old Mill 0.2",
        "~ card Thicket Boar (old_mill_boar)",
        "    text: Attacks with Strength 3. -> Attacks with Strength 4.",
        "    strength: 3 -> 4",
        "+ card Storm Lantern (old_mill_lamp)",
        "- card Storm Lantern (old_mill_lantern)",
    ]
    assert [one["kind"] for one in well("pack diff old_mill-0.1.stormpack old_mill --json").json] == [
        "changed", "added", "removed"
    ]  # fmt: skip
    assert well("pack diff old_mill old_mill").out.splitlines()[1:] == ["Nothing has changed for players."]
