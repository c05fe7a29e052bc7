"""Analyses: positions of anybody's own are played on and taken back, and cost the server no more than it grants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sites import Browser, quick_settings, site, told

from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import run
from stormriver.server.analysis_board import MOST_ANSWERS

DUEL = """# who wins?
title: The Dwarf meets the Wizard
game: {preset: revised4}
players:
  - {seat: ann, character: dwarf, at: fields_1, fate: 0}
  - {seat: ben, character: wizard, at: fields_6, lives: 2, spells: []}
spaces: {fields_6: [bear]}
strict: true
"""


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with site(quick_settings(tmp_path_factory.mktemp("site"))) as found:
        yield found


def analysed(browser: Browser, text: str, **wanted: Any) -> dict[str, Any]:
    answer = browser.post("/api/analysis", json={"text": text, **wanted})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def keys(found: dict[str, Any]) -> list[str]:
    return [option["key"] for option in found["view"]["ask"]["options"]]


def test_a_position_is_played_on_with_chosen_dice_and_with_thrown_ones(ann: Browser) -> None:
    found = analysed(ann, DUEL)
    assert (found["error"], found["text"], keys(found)) == ("", DUEL, ["roll"])
    found = analysed(ann, found["text"], key="roll", dice=[2])
    assert [told["dice"] for told in found["told"] if told["kind"] == "Rolled"] == [[2]]
    assert found["text"].startswith("# who wins?\n")
    found = analysed(ann, found["text"], key="to:fields_6", since=found["events"])
    assert "Rolled" not in [told["kind"] for told in found["told"]]
    found = analysed(ann, found["text"], key="space")
    chances = [one["odds"] for one in (found["view"]["ask"], *found["view"]["ask"]["options"]) if one["odds"]]
    assert chances and chances[0]["win"] > 0
    found = analysed(ann, found["text"], key=keys(found)[0])
    rolled = [told["dice"] for told in found["told"] if told["kind"] == "Rolled"]
    assert len(rolled) > 1 and found["entries"]["dice"] == [die for dice in rolled for die in dice]
    assert analysed(ann, found["text"])["view"] == found["view"]


def test_what_was_answered_is_told_and_taken_back_with_its_dice(ann: Browser) -> None:
    first = analysed(ann, DUEL, key="roll", dice=[2])
    second = analysed(ann, first["text"], key="to:fields_6")
    assert [line.partition(":")[0] for line in second["given"]] == ["Ann", "Ann"]
    back = analysed(ann, second["text"], back=1)
    assert (back["text"], back["view"]) == (first["text"], first["view"])
    begun = analysed(ann, second["text"], back=2)
    assert (keys(begun), begun["given"], begun["entries"].get("dice")) == (["roll"], [], None)


def test_what_has_come_of_it_is_written_down_as_a_scenario_that_passes(ann: Browser) -> None:
    found = analysed(ann, DUEL, key="roll", dice=[2])
    found = analysed(ann, found["text"], key="to:fields_6")
    whole = analysed(ann, found["text"], conclude=True)["text"]
    assert run(read_scenario(whole)).passed
    assert whole.startswith("# who wins?\n") and "ann: {at: fields_6}" in whole
    assert not run(read_scenario(whole.replace("ann: {at: fields_6}", "ann: {at: fields_3}"))).passed
    assert "fields_3" in analysed(ann, whole.replace("ann: {at: fields_6}", "ann: {at: fields_3}"))["error"]


def test_entries_are_written_anew_and_the_rest_stays_as_it_was(ann: Browser) -> None:
    players = analysed(ann, DUEL)["entries"]["players"]
    found = analysed(ann, DUEL, changes={"players": [{**players[0], "gold": 3}, players[1]], "spaces": None})
    assert found["view"]["seats"][0]["gold"] == 3
    assert found["text"].startswith("# who wins?\ntitle: The Dwarf meets the Wizard\n")
    assert "spaces" not in found["text"]
    begun = analysed(ann, "", changes={name: found["entries"][name] for name in ("players", "game", "title")})
    assert list(begun["entries"]) == ["title", "game", "players"]


def test_the_computer_player_says_what_it_would_do(ann: Browser) -> None:
    found = analysed(ann, DUEL, key="roll", dice=[2])
    advice = analysed(ann, found["text"], advice=True)["advice"]
    assert {one["key"] for one in advice} <= set(keys(found)) and advice[0]["reasons"]


def test_a_mistake_is_told_with_its_line(ann: Browser) -> None:
    found = analysed(ann, DUEL.replace("fields_6, lives", "fields_9, lives"))
    assert (found["line"], found["view"], found["entries"]["title"]) == (6, None, "The Dwarf meets the Wizard")
    assert "'fields_9'" in found["error"] and "line 6" in found["error"]
    assert (
        "Zeile 6"
        in ann.post(
            "/api/analysis",
            json={"text": DUEL.replace("fields_6, lives", "x, lives")},
            headers={"Accept-Language": "de"},
        ).json()["error"]
    )


def test_answers_that_do_not_lead_on_are_told_with_where_they_lead(ann: Browser) -> None:
    found = analysed(ann, DUEL + 'dice: [2]\nanswers: [roll, "to:castle"]\n')
    assert "answer 2 of 2" in found["error"] and "to:fields_6" in keys(found)


SEATS = "".join(f"  - {{seat: seat{number}, character: dwarf}}\n" for number in range(500))


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "- x", "title: &a [*a]", "[" * 900, "title: {a: b", "\x00", "title: x\ntitle: y", "answers: 5",
        DUEL.replace("revised4", "../revised4"), DUEL.replace("{preset: revised4}", "{preset: [revised4]}"),
        DUEL.replace("revised4}", "revised4, packs: [/etc]}"), DUEL.replace("revised4}", "revised4, packs: ['.']}"),
        DUEL.replace("revised4}", "revised4, packs: {city: 1}}"), DUEL.replace("revised4}", "revised4, options: 3}"),
        DUEL.replace("players:\n", "players:\n" + SEATS), DUEL + f"answers: [{', '.join(['roll'] * 1000)}]",
        DUEL.replace("fate: 0", "gold: 99999999999999"), DUEL.replace("strict", "decks: {adventure: [dwarf]}\nstrict"),
    ],
)  # fmt: skip
def test_junk_is_refused_in_a_sentence(ann: Browser, text: str) -> None:
    found = analysed(ann, text)
    assert found["view"] is None and found["error"] and found["line"] >= 1
    assert "Traceback" not in found["error"]


def test_a_text_or_a_run_that_is_too_long_is_refused(ann: Browser) -> None:
    assert ann.post("/api/analysis", json={"text": "#" * 30_001}).status_code == 400
    assert ann.post("/api/analysis", json={"text": DUEL, "dice": [7]}).status_code == 400
    assert ann.post("/api/analysis", json={"text": DUEL, "key": "to:castle"}).status_code == 400
    many = DUEL + "answers:\n" + "  - {seat: ann, ask: roll, key: roll}\n" * (MOST_ANSWERS + 1)
    assert str(MOST_ANSWERS) in analysed(ann, many)["error"]


def test_the_server_keeps_nothing_of_an_analysis(ann: Browser) -> None:
    stranger = ann.another()
    before = len(ann.lobby.live)
    answer = stranger.post("/api/analysis", json={"text": DUEL, "key": "roll"})
    assert answer.status_code == 200 and not answer.cookies
    assert len(ann.lobby.live) == before


def test_a_seat_is_called_as_people_are_and_answered_as_the_text_has_it(ann: Browser) -> None:
    found = analysed(ann, analysed(ann, DUEL, key="roll", dice=[2])["text"], key="to:fields_6")
    assert [seat["name"] for seat in found["view"]["seats"]] == ["Ann", "Ben"]
    assert "answers" in analysed(ann, found["text"], key="character:ben")["entries"]


# from a game


def begin(socket: Any, answers: int) -> None:
    """Give the first answers of a game whose seats are all one's own."""
    socket.send_json({"type": "hello"})
    version = -1
    while answers:
        update = told(socket, "update")
        ask, seen = update["view"]["ask"], update["view"]["seat"]
        if ask["seat"] != seen:
            socket.send_json({"type": "sit", "seat": ask["seat"]})
        elif update["version"] > version and not update["settled"]:
            version, answers = update["version"], answers - 1
            socket.send_json({"type": "answer", "version": version, "key": ask["options"][0]["key"]})
    while told(socket, "update")["version"] == version:
        pass


@pytest.mark.slow
def test_a_moment_of_a_finished_game_is_told_to_its_last_die(ann: Browser) -> None:
    made = ann.make("me", "me", preset="wargame", seed=3)
    table = made["table"]
    with ann.socket(table) as socket:
        begin(socket, 8)
        socket.send_json({"type": "resign", "seat": 0})
        while not told(socket, "update")["view"]["over"]:
            pass
    last = ann.get(f"/api/tables/{table}/moments/0").json()["last"]
    excerpt = ann.get(f"/api/tables/{table}/moments/{last - 1}/scenario").json()
    moment = ann.get(f"/api/tables/{table}/moments/{last - 1}").json()
    assert analysed(ann, excerpt["text"])["view"]["squares"] == moment["view"]["squares"]
    assert ann.get(f"/api/tables/{table}/moments/{last + 1}/scenario").status_code == 400


@pytest.mark.slow
def test_of_a_game_under_way_only_that_is_told_which_the_seat_may_know(ann: Browser) -> None:
    spells: list[Any] = []
    for seed in range(1, 40):
        table = ann.make("me", "me", seed=seed)["table"]
        with ann.socket(table) as socket:
            begin(socket, 2)  # everybody takes a character
        last = ann.get(f"/api/tables/{table}/moments/0").json()["last"]
        spells = ann.get(f"/api/tables/{table}/moments/{last}?seat=1").json()["view"]["seats"][1]["spells"]
        if spells:
            break
    hidden = []
    for _ in range(8):
        found = ann.get(f"/api/tables/{table}/moments/{last}/scenario?seat=0").json()
        assert not found["exact"] and "answers" not in found["text"] and "decks" not in found["text"]
        hidden.append(tuple(analysed(ann, found["text"])["entries"]["players"][1]["spells"]))
    assert {len(dealt) for dealt in hidden} == {len(spells)} and len(set(hidden)) > 1


def test_a_game_under_way_is_told_to_nobody_who_has_no_seat_in_it(ann: Browser) -> None:
    made = ann.make("me", "open")
    ben, onlooker = ann.another(), ann.another()
    assert ben.post(f"/api/join/{made['seat_links']['1'].rpartition('/')[2]}", json={"name": "Ben"}).status_code == 200
    assert onlooker.post(f"/api/watch/{made['watch_link'].rpartition('/')[2]}").status_code == 200
    path = f"/api/tables/{made['table']}/moments/0/scenario"
    assert [browser.get(path).status_code for browser in (ann, ben, onlooker, ann.another())] == [200, 200, 403, 403]
    assert ann.get(path, params={"seat": 1}).status_code == 403
