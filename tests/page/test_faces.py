"""No question stands without a face: its card, the space where one stands, or what a side is still to take."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from page.visitor import Visitor

FACELESS = """[...document.querySelectorAll('.ask .face img, .ask .faces img')].some((one) => one.naturalWidth > 1)
  ? '' : document.querySelector('#question')?.innerText ?? ''"""
"""The question, where neither what it is about nor where one stands is shown beside it."""
GAMES: dict[str, dict[str, Any]] = {
    "city": {"packs": ["city", "city_characters", "city_endings"], "seed": 5},
    "third": {"preset": "third", "seed": 5},
    "wargame": {"preset": "wargame", "seed": 5, "options": {"last_round": 4}},
}
EVERYTHING, ANSWERS = 15, 50
"""So many questions of a game are looked at, and so many of them as everything is asked."""


def has_a_face(visitor: Visitor) -> None:
    """Demand that the question has a picture beside it, and that it is there."""
    visitor.wait(lambda: not visitor.page.evaluate(FACELESS), "A question has no face.")


@pytest.mark.slow
def test_a_question_of_any_rulebook_has_a_face(visitor: Visitor) -> None:
    for lesson in ("the_gate", "the_tower", "moving"):
        visitor.begin(lesson)
        visitor.asked()
        has_a_face(visitor)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_question_of_a_game_is_without_a_face(visitor: Visitor, game: str) -> None:
    visitor.make(**GAMES[game])
    visitor.asked()
    visitor.button("Ask me everything").click()
    kinds: Counter[str] = Counter()

    def answer() -> None:
        """Look at the question, then take another option than when last asked such a thing."""
        ask, version = visitor.ask, visitor.update["version"]
        has_a_face(visitor)
        if not visitor.is_asked or visitor.update["version"] != version:
            return
        visitor.choose(ask["options"][kinds[ask["kind"]] % len(ask["options"])]["key"])
        kinds[ask["kind"]] += 1
        visitor.wait_beyond(version)
        if kinds.total() == EVERYTHING:
            visitor.button("Ask me everything").click()

    visitor.play(answer, until=lambda: kinds.total() >= ANSWERS)
    assert len(kinds) > 5, kinds
