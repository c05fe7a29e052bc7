"""Packs as saves and records name them: by id, version and hash, and never by where they lay."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stormriver
from stormriver import records
from stormriver.api import begin_game
from stormriver.kernel import saves
from stormriver.kernel.errors import BadRecord
from stormriver.kernel.records import read_record, record_of, seal
from stormriver.kernel.replays import strong
from stormriver.language.packs import VARIABLE, folder_hash, offer
from test_cli import say, well
from test_pack_places import ABOUT, CARDS, pack
from test_play import Played

pytestmark = pytest.mark.slow  # each loads tables anew

BROUGHT = (
    "`stormriver pack install` brings the one that was played, "
    "or `--packs FOLDER` says where it lies (in Python `packs`)"
)


@pytest.fixture(autouse=True)
def nothing_offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each test begin with no pack on offer, and leave none behind."""
    monkeypatch.setenv(VARIABLE, "")
    yield


@pytest.fixture
def tin(tmp_path: Path) -> Path:
    """The folder of a pack that is called otherwise than the pack."""
    return pack(tmp_path / "shelf" / "at_work", pack=ABOUT, cards=CARDS)


def changed(folder: Path, old: str, new: str, file: str = "cards") -> None:
    """Replace something in a file of a pack."""
    path = folder / f"{file}.yaml"
    assert old in path.read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def with_paths(text: str, folder: Path) -> str:
    """Return a save or record as earlier versions wrote it: with the folder of its pack instead of the id."""
    if "stormriver-save" in text[:30]:
        data: dict[str, Any] = json.loads(text)
        data["header"]["packs"] = [str(folder)]
        return json.dumps({**data, "digest": saves.digest(data)})
    first, *lines = text.splitlines()[:-1]
    return seal([json.dumps({**json.loads(first), "packs": [str(folder)]}), *lines])


def test_a_pack_played_from_its_folder_stands_there_by_id_version_and_hash(tin: Path) -> None:
    game = begin_game(seed=1, packs=[str(tin)])
    for text in (game.save(), record_of(game)):
        facts = json.loads(text.partition("\n")[0])
        facts = facts.get("header", facts)
        assert (facts["packs"], facts["versions"], facts["hashes"]["tin"]) == (
            ["tin"],
            {"tin": "1.2"},
            folder_hash(tin),
        )
        assert str(tin.parent) not in text and tin.name not in text


def test_a_pack_that_is_missing_is_named_with_what_would_do(tin: Path) -> None:
    game = begin_game(seed=1, packs=[str(tin)])
    wanted = f"it wants the pack tin 1.2, which is not here; {BROUGHT}"
    with pytest.raises(BadRecord) as refused:
        stormriver.load(game.save())
    assert str(refused.value) == f"The save cannot be set up again: {wanted}."
    with pytest.raises(BadRecord) as refused:
        records.replay(records.read(record_of(game)))
    assert str(refused.value) == f"The game of the record cannot be set up again: {wanted}."


def test_a_pack_without_a_version_is_missed_by_its_id(tmp_path: Path) -> None:
    saved = begin_game(seed=1, packs=[str(pack(tmp_path / "owls", cards=CARDS))]).save()
    with pytest.raises(BadRecord, match="it wants the pack owls, which is not here"):
        stormriver.load(saved)


@pytest.mark.parametrize("given", ["its folder", "a folder of packs", "on offer", "moved"])
def test_a_pack_is_found_wherever_it_lies(tin: Path, given: str) -> None:
    game = begin_game(seed=1, packs=[os.path.relpath(tin)])
    if given == "moved":
        tin = tin.rename(tin.with_name("elsewhere"))
    if given == "on offer":
        offer([tin])
    packs = {"a folder of packs": [str(tin.parent)], "on offer": []}.get(given, [str(tin)])
    assert stormriver.load(game.save(), packs=packs).ask == game.ask
    assert records.replay(records.read(record_of(game)), packs=packs).ask == game.ask


def test_a_folder_that_is_called_like_a_pack_is_not_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin_game(seed=1, packs=[str(pack(tmp_path / "tin", pack=ABOUT, cards=CARDS))])
    own = begin_game(seed=1, packs=["city"])
    pack(tmp_path / "here" / "city", cards=CARDS)
    pack(tmp_path / "here" / "tin", cards=CARDS.replace("badger", "owl"))
    monkeypatch.chdir(tmp_path / "here")
    assert stormriver.load(own.save()).ask == own.ask
    with pytest.raises(BadRecord, match=r"it wants the pack tin 1\.2, which is not here"):
        stormriver.load(game.save())
    offer([tmp_path / "tin"])
    assert stormriver.load(game.save()).ask == game.ask


def test_what_is_given_comes_before_what_is_on_offer(tin: Path, tmp_path: Path) -> None:
    record = record_of(begin_game(seed=1, packs=[str(tin)]))
    offer([pack(tmp_path / "other", pack=ABOUT, cards=CARDS.replace("strength: 2", "strength: 3"))])
    with pytest.raises(BadRecord, match="with other packs"):
        records.replay(records.read(record))
    records.replay(records.read(record), packs=[str(tin)])


@pytest.mark.parametrize(
    ("version", "told"),
    [("1.3", "tin 1.2, here 1.3"), ("1.2", "tin 1.2, here with another content")],
    ids=["another version", "the same version"],
)
def test_a_pack_that_is_another_is_named_with_what_would_do(tin: Path, version: str, told: str) -> None:
    record = record_of(begin_game(seed=1, packs=[str(tin)]))
    changed(tin, "strength: 2", "strength: 3")
    changed(tin, "1.2", version, "pack")
    with pytest.raises(BadRecord) as refused:
        records.replay(records.read(record), packs=[str(tin)])
    here = "The record was made with other packs than the ones that are here now"
    assert str(refused.value) == f"{here}: {told}; {BROUGHT}."


def test_a_comment_in_a_pack_changes_nothing(tin: Path) -> None:
    game = begin_game(seed=1, packs=[str(tin)])
    changed(tin, "cards:", "# more to come\ncards:")
    records.replay(records.read(record_of(game)), packs=[str(tin)])
    log = stormriver.load(game.save(), packs=[str(tin)]).log
    assert not any(event.kind == "RulesChanged" for event in log)


def test_a_save_that_cannot_go_on_says_which_pack_is_another(tin: Path) -> None:
    saved = begin_game(seed=1, packs=[str(tin)]).save()
    changed(tin, "tin_badger", "tin_owl")
    changed(tin, "1.2", "1.3", "pack")
    with pytest.raises(BadRecord, match=r"tin_badger.* tin 1\.2, here 1\.3"):
        stormriver.load(saved, packs=[str(tin)])


def test_what_earlier_versions_wrote_with_paths_goes_on_and_names_ids_from_then_on(tin: Path) -> None:
    game = begin_game(seed=1, packs=[str(tin)])
    saved, record = with_paths(game.save(), tin), with_paths(record_of(game), tin)
    for again in (stormriver.load(saved), records.replay(records.read(record))):
        assert again.ask == game.ask
        assert str(tin) not in again.save() and str(tin) not in records.write(again)
    gone = tin.rename(tin.with_name("tin"))
    assert stormriver.load(with_paths(saved, tin.with_name("away") / "tin"), packs=[str(gone)]).ask == game.ask


def test_the_rules_alone_find_packs_by_their_ids_too(tin: Path) -> None:
    record = record_of(begin_game(seed=1, packs=[str(tin)]))
    offer([tin])
    strong(read_record(record), stormriver.api.table_for)


def test_commands_look_for_packs_where_they_are_told_to(tin: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(record_of(begin_game(seed=1, packs=[str(tin)])), encoding="utf-8")
    assert BROUGHT in say("verify", file).err.replace("\n", " ")
    well("verify", file, "--packs", tin)
    well("replay --strong", file, "--packs", tin.parent)


def test_the_terminal_goes_on_with_a_game_whose_pack_is_told(tin: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    played = Played(["", "1", "q"], "--seed", "4", "--packs", str(tin), "--save", file)
    assert f"--load {file} --packs {tin}" in played.out.replace("\n", "")
    refused = Played(["q"], "--load", file)
    assert (refused.code, "it wants the pack tin 1.2" in refused.err.replace("\n", " ")) == (2, True)
    assert Played(["q"], "--load", file, "--packs", str(tin)).code == 0
