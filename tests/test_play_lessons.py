"""Lessons at the terminal: what the guide says, and how a lesson ends."""

from __future__ import annotations

import pytest

from test_play import Played


@pytest.mark.slow
def test_a_lesson_is_taught_to_its_end_and_names_the_next() -> None:
    played = Played(["roll", "to:plains_2", "space", "take:magic_belt"], "--lesson", "setting_out")
    assert played.code == 0
    assert "» It is your turn, and the die shows 3." in played.out
    assert "This is you, Robin:" in played.out
    assert played.out.rstrip().endswith("stormriver play --terminal --lesson a_fight")
    assert "Here it lies before you." in played.out.splitlines()[-2]
    assert "Saved to" not in played.out


def test_whoever_leaves_a_lesson_saves_nothing() -> None:
    played = Played(["q"], "--lesson", "setting_out")
    assert played.code == 0 and "Saved" not in played.out and "--lesson" not in played.out


def test_a_lesson_that_there_is_not_is_told_with_those_that_there_are() -> None:
    played = Played([], "--lesson", "seting_out")
    assert (played.code, played.err) == (2, "No lesson is called 'seting_out'; did you mean 'setting_out'?\n")


@pytest.mark.parametrize("more", ["--preset revised4", "--seed 1", "--continue", "--pace", "--packs city"])
def test_a_lesson_takes_no_other_game(more: str) -> None:
    played = Played([], "--lesson", "setting_out", *more.split())
    assert (played.code, played.out) == (2, "")
    assert played.err.startswith("A lesson brings its own game") and len(played.err.splitlines()) == 1
