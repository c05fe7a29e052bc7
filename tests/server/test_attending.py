"""What a seat wants to be asked, at a table on a network; a roll for a move and where it leads as one question."""

from __future__ import annotations

from company import House, Page, facts, in_a_house, rest, same, until

from stormriver.server.messages import Answer, Attend, Order


async def rolled(opened: House) -> tuple[Page, Page]:
    """Return the pages of a table at which the first one has rolled for their move, and the other's."""
    table, ann, ben = await opened.two()
    while True:
        await rest(table)
        page = ann if ann.asked else ben
        if page.update.view.ask is not None and page.update.view.ask.kind == "rolled":
            return page, ben if page is ann else ann
        await page.answer()


@in_a_house
async def test_what_a_seat_wants_to_be_asked_is_kept_and_told_to_it_alone(opened: House) -> None:
    table, ann, ben = await opened.two()
    await rest(table)
    await ann.send(Attend("some_spell", "always"))
    await ann.send(Attend(full=True))
    seat = ann.connection.seat
    assert ann.update.stops["some_spell"] == "always" and ann.update.full
    assert "some_spell" not in ben.update.stops and not ben.update.full
    kept = opened.kept(table.id).attention[seat]
    assert (kept.stops, kept.full) == ({"some_spell": "always"}, True)
    await ann.send(Attend("some_spell", "concerns", full=False))
    assert table.session.attention[seat].stops == {} and not ann.update.full


@in_a_house
async def test_there_is_an_end_to_the_stops_of_a_seat(opened: House) -> None:
    table, ann, _ = await opened.two()
    await rest(table)
    table.session.attend(ann.connection.seat, {f"thing_{number}": "never" for number in range(200)}, full=False)
    assert "200 stops" in await ann.refused(Attend("one_more", "always"))


@in_a_house
async def test_where_a_roll_leads_is_answered_at_once_and_taken_back_with_it(opened: House) -> None:
    page, other = await rolled(opened)
    table, update = page.table, page.update
    assert update.further is not None and update.further.kind == "move" and update.leading == "pass"
    assert other.update.further is None and other.update.leading == ""
    space = update.further.options[0].key
    before, decided = facts(table.session)["game"], len(table.session.decisions)
    assert "together" in await page.refused(Answer(update.version, "pass", "to:nowhere"))
    await page.send(Answer(update.version, "pass", space))
    row = space.split()  # with what may be done there, where that is asked at once
    answered = table.session.decisions[decided : decided + 1 + len(row)]
    assert [(past.key, past.by) for past in answered] == [("pass", "person"), *((key, "order") for key in row)]
    await until(lambda: page.asked or other.asked)
    same(facts(opened.kept(table.id)), facts(table.session))
    answers = table.session.reach(page.connection.seat).answers
    table.session.take_back(answers)
    assert facts(table.session)["game"] == before


@in_a_house
async def test_going_forward_answers_what_must_be_decided_and_tells_only_who_did(opened: House) -> None:
    table, ann, ben = await opened.two(preset="wargame")
    await rest(table)
    session = table.session
    page, other = (ann, ben) if ann.asked else (ben, ann)
    seat = page.connection.seat
    assert session.game is not None
    session.game.state.active = other.connection.seat  # as where somebody must answer in another's turn
    decided = len(session.decisions)
    await page.send(Order(forward=True))
    assert len(session.decisions) > decided and session.decisions[decided].seat == seat
    assert any("had to be answered" in line for line in page.update.obeyed)
    assert not other.update.obeyed
