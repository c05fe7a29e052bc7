"""Where packs are found: by their id, by a path, packed in one file; and that nothing outside their folder is read."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stormriver.api import begin_game, resume_game, table_for, tables_for
from stormriver.cli.game_setup import offer_checked
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.replays import strong
from stormriver.language.packs import VARIABLE, folder_hash, offer, offered
from stormriver.language.ruleset import packs_for
from support.tables import table_of
from test_cli import say

CARDS = "deck: adventure\ncards:\n  - {id: tin_badger, name: Tin Badger, kind: animal, strength: 2}\n"
pytestmark = pytest.mark.slow  # each loads tables anew

ABOUT = "language: 2\nid: tin\nname: Tin\nversion: '1.2'\nauthor: Ann\nlicence: CC0\nfor: [revised4]\n"


@pytest.fixture(autouse=True)
def nothing_offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each test begin with no pack on offer, and leave none behind."""
    monkeypatch.setenv(VARIABLE, "")
    yield


def pack(folder: Path, **files: str) -> Path:
    """Write a pack and return its folder."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def packed(path: Path, **files: str) -> Path:
    """Write a pack into one file and return its path."""
    with zipfile.ZipFile(path, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    return path


def cards(*packs: str | Path) -> set[str]:
    """Return the ids of the cards of a table with packs."""
    table: Any = table_for("revised4", packs=[str(one) for one in packs])
    return {card.id for card in table.cards}


def refusal(*packs: str | Path) -> str:
    """Return the sentence with which packs are refused."""
    with pytest.raises(StormriverError) as refused:
        cards(*packs)
    return str(refused.value)


def test_a_pack_on_offer_is_found_by_its_id(tmp_path: Path) -> None:
    offer([pack(tmp_path / "some_folder", pack=ABOUT, cards=CARDS)])
    assert list(offered()) == ["tin"]
    assert "tin_badger" in cards("tin")


def test_all_packs_of_a_folder_are_offered(tmp_path: Path) -> None:
    pack(tmp_path / "shelf" / "one", cards=CARDS)
    packed(tmp_path / "shelf" / "two.stormpack", **{"cards.yaml": CARDS})
    offer([tmp_path / "shelf"])
    assert list(offered()) == ["one", "two"]


def test_a_path_without_a_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StormriverError, match="is no pack: name a folder with"):
        offer([tmp_path])


def test_two_packs_of_one_id_are_refused(tmp_path: Path) -> None:
    offer([pack(tmp_path / "a" / "tin", cards=CARDS), pack(tmp_path / "b" / "tin", cards=CARDS)])
    with pytest.raises(BadContent, match=r"Two packs are called 'tin': .* give one another `id:` in its pack\.yaml\."):
        offered()


def test_the_catalogue_lists_what_is_on_offer_for_a_preset(tmp_path: Path) -> None:
    from stormriver.server.setup_catalogue import catalogue  # the server takes long to import

    offer([pack(tmp_path / "tin", pack=ABOUT, cards=CARDS), pack(tmp_path / "any", cards=CARDS)])
    listed = {one.id: [found.id for found in one.packs] for one in catalogue().presets}
    assert {"tin", "any"} <= set(listed["revised4"])
    assert "tin" not in listed["wargame"] and "any" in listed["wargame"]
    assert packs_for("revised4")["tin"] == "Tin"


def test_a_table_is_made_with_a_pack_on_offer_and_with_no_other(tmp_path: Path) -> None:
    from stormriver.server.requests import SeatWanted, TableWanted
    from stormriver.server.table_checks import demand_possible

    folder = pack(tmp_path / "tin", pack=ABOUT, cards=CARDS)
    seats = [SeatWanted("me"), SeatWanted()]
    with pytest.raises(StormriverError, match="No pack is called 'tin'"):
        demand_possible(TableWanted(packs=["tin"], seats=seats))
    offer_checked([str(folder)])
    demand_possible(TableWanted(packs=["tin"], seats=seats))
    with pytest.raises(StormriverError, match="No pack is called"):
        demand_possible(TableWanted(packs=[str(folder)], seats=seats))


def test_what_is_wrong_with_a_pack_is_said_before_it_is_offered(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="no kind of card is called 'anmal'; did you mean 'animal'"):
        offer_checked([str(pack(tmp_path / "tin", cards=CARDS.replace("animal", "anmal")))])


def test_pack_check_tells_all_faults_with_their_columns(tmp_path: Path) -> None:
    folder = pack(tmp_path / "tin", cards=CARDS.replace("strength: 2", "strenght: 2, copies: many"))
    said = say("pack check", folder)
    assert (said.code, said.err.splitlines()) == (
        2,
        [
            "tin/cards.yaml, line 3, column 54, at cards[0].strenght: unknown key 'strenght'; did you mean 'strength'?",
            "tin/cards.yaml, line 3, column 75, at cards[0].copies: expected a whole number, found 'many'",
        ],
    )


def test_a_pack_may_be_packed_into_one_file(tmp_path: Path) -> None:
    whole = packed(tmp_path / "tin.stormpack", **{"tin/pack.yaml": ABOUT, "tin/cards.yaml": CARDS})
    assert "tin_badger" in cards(whole)


@pytest.mark.parametrize(
    ("name", "said"),
    [("../out.yaml", "which lies outside of it"), ("/etc/out.yaml", "which lies outside of it")],
)
def test_a_packed_pack_names_nothing_outside_of_it(tmp_path: Path, name: str, said: str) -> None:
    assert said in refusal(packed(tmp_path / "bad.stormpack", **{"a.yaml": CARDS, name: CARDS}))


def test_a_packed_pack_that_is_no_zip_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.stormpack").write_text("no")
    assert refusal(tmp_path / "bad.stormpack") == "bad.stormpack is no zip file."


def test_a_link_out_of_a_pack_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(CARDS)
    folder = pack(tmp_path / "odd", cards=CARDS)
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    assert refusal(folder) == "odd/link.yaml: this link leads out of the pack; put the file itself here."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_a_pack_is_not_read(tmp_path: Path) -> None:
    folder = pack(tmp_path / "odd", cards=CARDS)
    os.mkfifo(folder / "pipe.yaml")
    assert refusal(folder) == "odd/pipe.yaml: this is no plain file; a pack is made of plain files."


def test_a_file_of_a_pack_has_bounds(tmp_path: Path) -> None:
    folder = pack(tmp_path / "odd", cards=CARDS + "#" * 1_000_000)
    assert refusal(folder) == "odd/cards.yaml: a file has at most 1000000 bytes; make several."


def test_companions_are_known_packs_or_lie_beside(tmp_path: Path) -> None:
    pack(tmp_path / "elsewhere" / "far", cards=CARDS)
    odd = pack(tmp_path / "odd", pack="language: 2\nname: Odd\nwith: [../odd/elsewhere/far]\n")
    assert refusal(odd).startswith("odd/pack.yaml, line 3")
    assert "or a folder beside this one" in refusal(odd)


def test_a_pack_says_what_it_needs_and_what_it_cannot_stand(tmp_path: Path) -> None:
    tin = pack(tmp_path / "tin", pack=ABOUT, cards=CARDS)
    needy = pack(tmp_path / "needy", pack="language: 2\nname: Needy\nneeds: [tin]\n")
    rival = pack(tmp_path / "rival", pack="language: 2\nname: Rival\nconflicts: [tin]\n")
    assert "needy needs the pack 'tin'; add it to the game" in refusal(needy)
    assert "tin_badger" in cards(tin, needy)
    assert "rival and tin cannot be played together" in refusal(tin, rival)


def test_an_edited_pack_is_read_again(tmp_path: Path) -> None:
    folder = pack(tmp_path / "tin", cards=CARDS)
    assert "tin_otter" not in cards(folder)
    (folder / "cards.yaml").write_text(CARDS.replace("tin_badger", "tin_otter"))
    assert "tin_otter" in cards(folder)


MARKED = """\
deck: adventure
marks:
  - {id: lit, name: Lit, text: "it is light", modify: {craft: 1}}
cards:
  - {id: tin_badger, name: Tin Badger, kind: animal, strength: 2, copies: 2}
  - id: tin_lamp
    name: Tin Lamp
    kind: event
    meet: [{gain: {gold: 1}}, {mark: lit, turns: 1}]
"""
RULED = ABOUT + "tags: [tin]\nnumbers: {glow: {default: 0, text: you glow}}\n"
SAME = {
    "a comment": ("cards", "cards:", "# All of tin.\ncards:"),
    "the author": ("pack", "Ann", "Ben"),
    "the order of keys": ("cards", "kind: animal, strength: 2", "strength: 2, kind: animal"),
    "the order of keys in pack.yaml": ("pack", "{default: 0, text: you glow}", "{text: you glow, default: 0}"),
    "spaces": ("cards", "{id: tin_badger, name: Tin Badger,", "{id:   tin_badger,\n    name:  Tin Badger,"),
    "quotes": ("cards", "name: Tin Lamp", "name: 'Tin Lamp'"),
    "another form of lists": ("pack", "tags: [tin]", "tags:\n- tin"),
    "the order of cards": ("cards", MARKED[MARKED.index("  - {id: tin_badger") :], "OTHER"),
}
GAIN, LIT = "{gain: {gold: 1}}", "{mark: lit, turns: 1}"
OTHERS = {
    "copies": ("cards", "copies: 2", "copies: 3"),
    "a number": ("cards", "{craft: 1}", "{craft: 2}"),
    "a name": ("cards", "Tin Badger", "Tin Otter"),
    "a text": ("cards", "it is light", "it is bright"),
    "the order of effects": ("cards", f"[{GAIN}, {LIT}]", f"[{LIT}, {GAIN}]"),
    "the deck": ("cards", "deck: adventure", "deck: purchase"),
    "a text in pack.yaml": ("pack", "you glow", "you shine"),
    "a tag": ("pack", "tags: [tin]", "tags: [tin, lead]"),
}


@pytest.fixture
def tin(tmp_path: Path) -> Path:
    return pack(tmp_path / "tin", pack=RULED, cards=MARKED)


def edited(folder: Path, change: tuple[str, str, str]) -> str:
    """Return the hash of a pack in one of whose files something is replaced."""
    name, old, new = change
    if new == "OTHER":
        first, _, second = old.partition("\n")
        new = f"{second}{first}\n"
    path = folder / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return folder_hash(folder)


@pytest.mark.parametrize("change", SAME.values(), ids=list(SAME))
def test_the_layout_changes_no_hash(tin: Path, change: tuple[str, str, str]) -> None:
    before = folder_hash(tin)
    assert edited(tin, change) == before


@pytest.mark.parametrize("change", OTHERS.values(), ids=list(OTHERS))
def test_what_players_meet_changes_the_hash(tin: Path, change: tuple[str, str, str]) -> None:
    before = folder_hash(tin)
    assert edited(tin, change) != before


def test_a_file_moved_or_divided_changes_no_hash_and_words_do(tin: Path) -> None:
    before = folder_hash(tin)
    (tin / "cards.yaml").rename(tin / "badgers.yaml")
    assert folder_hash(tin) == before
    head, lamp = MARKED.partition("  - id: tin_lamp")[::2]
    (tin / "badgers.yaml").write_text(head)
    (tin / "lamps.yaml").write_text(f"deck: adventure\ncards:\n  - id: tin_lamp{lamp}")
    assert folder_hash(tin) == before
    (tin / "words.py").write_text("GLOW = 1\n")
    words = folder_hash(tin)
    (tin / "words.py").write_text("GLOW = 2\n")
    assert len({before, words, folder_hash(tin)}) == 3


def test_a_record_goes_by_its_own_order_of_cards(tin: Path) -> None:
    offer([tin])
    game = begin_game(seed=1, packs=["tin"])
    edited(tin, SAME["the order of cards"])
    (tin / "cards.yaml").rename(tin / "z.yaml")
    strong(read_record(record_of(game)), tables_for())
    assert resume_game(game.save()).ask == game.ask


def test_cards_of_two_packs_may_be_called_alike(tmp_path: Path) -> None:
    one, again = pack(tmp_path / "one", cards=CARDS.replace("tin", "one")), pack(tmp_path / "again", cards=CARDS)
    more = pack(tmp_path / "more", cards=CARDS.replace("tin", "one"))
    assert {"one_badger", "more.one_badger"} <= cards(one, more)
    assert "tin_badger" in cards(one, again)


def test_endings_whose_option_is_of_another_pack_need_that_pack(tmp_path: Path) -> None:
    about = "language: 2\nname: X\nfor: [revised4]\ndecks:\n  - {id: ends, name: Ends, lays: ending}\n"
    ends = pack(tmp_path / "ends", pack=about, cards=CARDS)
    assert "no option is called 'ending'" in refusal(ends)
    both = begin_game("revised4", 2, 1, packs=["city_endings", str(ends)], log=False)
    assert len(table_of(both).ending_decks) == 2


def test_a_card_is_not_like_one_that_is_like_another(tmp_path: Path) -> None:
    chain = CARDS + "  - {id: tin_b, name: B, like: tin_badger}\n  - {id: tin_c, name: C, like: tin_b}\n"
    said = refusal(pack(tmp_path / "tin", cards=chain))
    assert said.endswith("'tin_b' says `like` itself; name the card that it is like")
