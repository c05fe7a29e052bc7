"""News at the terminal: where there is little room, what befell the viewer stays."""

from __future__ import annotations

import pytest

from stormriver.cli.play import begun
from stormriver.cli.screen import compact, log
from stormriver.cli.wording import counted, words
from stormriver.players import make
from stormriver.presentation.event_feed import Turn
from stormriver.presentation.facts import Told


def test_where_it_is_tight_what_befell_the_viewer_stays_and_a_rival_has_one_line() -> None:
    view = begun("revised4", ["you", "steady", "steady"], None, None, None, 12).view(0)
    far = Told(1, 7, "Moved", 1, f"Ben goes {'far ' * 30}away.")
    robbed = Told(2, 7, "Changed", 0, "Ann loses 1 gold.", name="gold", amount=-1, other=1)
    turns = [Turn(7, 1, (far, robbed)), Turn(8, 2, (Told(3, 8, "Moved", 2, f"Cleo goes {'far ' * 30}away."),))]
    whole, *_ = shown = [[line.plain for line in log.recent(view, turns, 80, room)] for room in (9, 3, 2, 1)]
    assert len(whole) == 5 and whole[2] == "  » Ann loses 1 gold."
    assert [line[:12] for line in shown[1]] == ["7 Ben goes f", "  » Ann lose", "8 Cleo goes "]
    assert [line[:12] for line in shown[2]] == ["7 » Ann lose", "8 Cleo goes "]
    assert shown[3] == ["7 » Ann loses 1 gold."]


def test_one_earlier_line_is_one() -> None:
    view = begun("revised4", ["you", "steady"], None, None, None, 12).view(0)
    turns = [Turn(at, 1, (Told(at, at, "Moved", 1, f"Ben goes to {at}."),)) for at in (5, 6, 7, 8)]
    assert log.recent(view, turns, 80, 3)[0].plain == "(2 earlier lines: l)"
    view.language = "de"
    assert log.recent(view, turns, 80, 3)[0].plain == "(2 frühere Zeilen: l)"
    assert words(view, "earlier_lines", lines=counted("earlier line", 1)) == "(1 frühere Zeile: l)"


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_at_80_by_24_no_loss_of_the_viewer_since_their_last_decision_is_hidden(seed: int) -> None:
    session = begun("revised4", ["you", "steady", "steady", "steady"], "ann,ben,cleo,dan", None, None, seed)
    person, seen = make("steady", seed), 0
    for _ in range(300):
        if session.game.ask is None or session.go_on():
            continue
        view = session.asked_view(0)
        news = session.told(view)
        past = compact.Past(news, session.known(view), session.declined(0, "en"))
        lines = [line.plain for line in compact.screen(view, past, 80, 23)]
        assert len(lines) <= 23 and lines[0].startswith(" Stormriver ")
        for told in (told for turn in news if turn.number for told in turn.lines if told.text):
            points = told.seat == 0 and told.kind == "Changed" and told.name in ("life", "gold")
            if points or told.source == "play.ann":
                seen += 1
                assert told.text.rstrip(".").partition(" ")[2] in " ".join(" ".join(lines).split())
        session.answer(str(person(session.game.view(0), session.game.ask)))
    assert seen
