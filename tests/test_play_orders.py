"""Orders at the terminal: `n` says no and nothing more, an order is meant, undo takes it back, f goes forward."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stormriver.api import begin_game
from stormriver.cli.session import LocalSession, resumed
from stormriver.presentation.standing_orders import Matter, Orders
from test_play import Played, play

KEEPS_ROLL = "after the roll for your move: never pay fate"


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "game.json")


def asked_to_say_yes_or_no() -> LocalSession:
    """Return a session at which somebody is asked yes or no."""
    for seed in range(20):
        session = LocalSession(begin_game("revised4", 4, seed=seed), ["you"] * 4, seed)
        rng = random.Random(seed)
        for _ in range(150):
            ask = session.game.ask
            if ask is None or ask.keys == ["yes", "no"]:
                break
            session.answer(rng.choice(ask.keys))
        if session.game.ask is not None and session.game.ask.keys == ["yes", "no"]:
            return session
    raise AssertionError("nobody was asked yes or no")


def orders_of(file: str) -> list[str]:
    return resumed(Path(file)).order_lines(0)


def test_n_answers_no_and_is_no_order(tmp_path: Path) -> None:
    session = asked_to_say_yes_or_no()
    asked = session.game.ask
    assert asked is not None
    before = session.order_lines(asked.seat)
    saved = session.save(tmp_path / "before.json")
    typed = [""] if asked.seat == 0 else ["", ""]
    played = gone_on(saved, [*typed, "n"], tmp_path / "after.json")
    assert played.log[asked_at(played, asked.seat)].data == (asked.keys.index("no"),)
    assert played.order_lines(asked.seat) == before


def asked_at(session: LocalSession, seat: int) -> int:
    """Return the number of the event of a seat's last answer."""
    return max(at for at, event in enumerate(session.log) if event.kind == "Answered" and event.seat == seat)


def gone_on(saved: Path, typed: list[str], to: Path) -> LocalSession:
    """Go on with a save by typed lines, and return the session they lead to."""
    assert Played(typed, "--load", str(saved), "--save", str(to)).code == 0
    return resumed(to)


def test_n_where_nothing_begins_with_it_changes_nothing(file: str) -> None:
    played = play(file, "n")
    assert "'n' is no option here" in played.out
    assert KEEPS_ROLL not in orders_of(file)
    assert resumed(Path(file)).game.ask.kind == "rolled"  # type: ignore[union-attr]


@pytest.mark.slow
def test_an_order_is_only_given_if_it_is_meant(file: str) -> None:
    played = play(file, "never", "n")
    assert "if all you could do is pay fate, always: " in played.out
    assert KEEPS_ROLL not in orders_of(file)
    assert resumed(Path(file)).game.ask.kind == "rolled"  # type: ignore[union-attr]
    play(file + "2", "never", "y")
    assert KEEPS_ROLL in orders_of(file + "2")


def test_undo_takes_back_the_order_given_at_that_decision(file: str) -> None:
    played = play(file, "never", "y", "u")
    assert resumed(Path(file)).game.ask.kind == "rolled"  # type: ignore[union-attr]
    assert KEEPS_ROLL not in orders_of(file)
    assert "Pay 1 fate to roll the die again." in played.last


def test_undo_leaves_an_order_that_was_there_before() -> None:
    orders = Orders({"rolled|after a roll": ["fate"]})
    wider = Matter("rolled|after a roll", "after a roll", frozenset({"fate", "use:wand"}), "pass")
    orders.withdraw(orders.add(wider))
    assert orders.values() == {"rolled|after a roll": ["fate"]}
    assert orders.add(wider).things == {"use:wand"}


@pytest.mark.slow
def test_what_is_said_from_a_page_stands_below_the_question(file: str) -> None:
    for command, words in (("f", "From the end of your turn on"), ("orders reset", "All orders are dropped")):
        played = play(file, "b", command)
        below = played.last.partition("Where do you move?")[2]
        assert words in below, command
        Path(file).unlink()


@pytest.mark.parametrize(
    ("preset", "key", "english", "german"),
    [
        ("revised4", "cast:psionic_blast", "cast Psionic Blast", "Geistesstoß wirken"),
        ("revised4", "fate:2", "pay fate", "Schicksal bezahlen"),
        ("revised4", "take:sword", "take the Sword", "das Schwert nehmen"),
        ("revised4", "character:ben", "encounter Ben", "Ben begegnen"),
        ("revised4", "yes", "say yes", "ja sagen"),
        ("revised4", "cast:of_no_pack", "cast of_no_pack", "of_no_pack wirken"),
        ("wargame", "die:2", "roll die 2 again", "Würfel 2 noch einmal werfen"),
    ],
)
def test_an_order_is_told_in_words(preset: str, key: str, english: str, german: str) -> None:
    session = LocalSession(begin_game(preset, ["ann", "ben"], seed=1), ["you"] * 2, 1)
    session.orders[0] = Orders({"roll|at the start of your turn, before you move": [key]})
    told = [session.order_lines(0, code)[0].partition(": ")[2] for code in ("en", "de")]
    assert told == [f"never {english}", f"nie {german}"]
    assert session.orders[0].values() == {"roll|at the start of your turn, before you move": [key]}


def test_a_moment_of_an_order_begins_with_no_comma() -> None:
    session = LocalSession(begin_game("wargame", ["ann", "ben"], seed=1), ["you"] * 2, 1)
    session.orders[0] = Orders({"window when you have drawn a chit|when you have drawn a chit": ["fate:enchanter"]})
    assert session.order_lines(0, "de") == [
        "wenn du einen Chip gezogen hast: nie das Schicksal vom Bezauberer nutzen"
    ]  # fmt: skip
