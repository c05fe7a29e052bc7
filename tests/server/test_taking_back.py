"""What is taken back can be done again, one decision at a time, and comes out as it had."""

from __future__ import annotations

import pytest
from company import House, Page, facts, in_a_house, until

from stormriver.server.journal import TakenBack
from stormriver.server.messages import Agree, HandOver, Redo, TakeBack, Undo


async def alone(opened: House, answers: int = 6) -> Page:
    """Return a page at a table against a computer player, where so many answers have been given."""
    table, person = await opened.table("me:Ann", "computer")
    page = await Page(table, person).hello()
    await until(lambda: page.asked)
    for _ in range(answers):
        await page.answer()
        await until(lambda: page.asked)
    return page


@pytest.mark.slow
@in_a_house
async def test_what_was_taken_back_is_done_again_as_it_was(opened: House) -> None:
    page = await alone(opened)
    session = page.table.session
    before, version = facts(session)["game"], session.version
    await page.send(Undo())
    assert page.asked and page.update.taking.again > 0 and facts(session)["game"] != before
    await page.send(Redo())
    await until(lambda: page.asked)
    assert facts(session)["game"] == before and session.version > version
    assert page.update.taking.again == 0
    assert facts(opened.kept(page.table.id))["game"] == before, "the journal does not lead there"


@pytest.mark.slow
@in_a_house
async def test_several_decisions_are_taken_back_and_done_again_one_at_a_time(opened: House) -> None:
    page = await alone(opened)
    session = page.table.session
    stood = [facts(session)["game"]]
    for _ in range(3):
        await page.send(Undo())
        stood.append(facts(session)["game"])
    for expected in reversed(stood[:-1]):
        await page.send(Redo())
        await until(lambda: page.asked)
        assert facts(session)["game"] == expected
    assert "could be done again" in await page.refused(Redo())


@in_a_house
async def test_who_decides_otherwise_has_nothing_to_do_again(opened: House) -> None:
    page = await alone(opened)
    await page.send(Undo())
    first = page.table.session.undone[0].key
    ask = page.update.view.ask
    assert ask is not None
    other = next(option.key for option in ask.options if option.key != first)
    await page.answer(other)
    await until(lambda: page.asked)
    assert page.update.taking.again == 0
    assert "could be done again" in await page.refused(Redo())


@in_a_house
async def test_what_other_people_had_decided_is_theirs_to_decide_anew(opened: House) -> None:
    table, ann, ben = await opened.two()
    await until(lambda: ann.asked or ben.asked)
    by_ben = 0
    while by_ben < 1 or not ann.asked:  # until ann is asked after a decision of ben's
        page = ann if ann.asked else ben
        by_ben += page is ben
        await page.answer()
        await until(lambda: ann.asked or ben.asked)
    own = max(n for n, past in enumerate(table.session.decisions) if past.seat == 0 and past.by == "person")
    taken = table.session.decisions[own:]
    assert any(past.seat == 1 and past.by == "person" for past in taken)
    table.add(TakenBack(0, len(taken)))
    again = table.session.again(0)
    assert again and all(past.seat == 0 or past.by != "person" for past in again)
    assert table.session.again(1) == []


@in_a_house
async def test_what_a_computer_had_answered_for_somebody_is_theirs_once_they_have_their_seat_back(
    opened: House,
) -> None:
    page = await alone(opened, answers=1)
    session = page.table.session
    await page.send(HandOver(0))
    await until(lambda: sum(past.seat == 0 and past.by == "computer" for past in session.decisions) > 3)
    await page.send(TakeBack(0))
    await until(lambda: page.asked)
    await page.send(Undo())
    first = session.undone[0]
    assert any(past.seat == 0 and past.by == "computer" for past in session.undone)
    answered = len(session.decisions)
    assert page.update.taking.again == len(session.again(0))
    await page.send(Redo())
    await until(lambda: page.asked)
    done = [past for past in session.decisions[answered:] if past.seat == 0 and past.by != "forced"]
    assert [(past.key, past.by) for past in done] == [(first.key, "person")]
    assert "could be done again" in await page.refused(Redo())


@in_a_house
async def test_a_whole_round_is_done_again_at_one_go_after_a_restart_too(opened: House) -> None:
    page = await alone(opened)
    session = page.table.session
    before, times = facts(session)["game"], 0
    while page.update.taking.answers and times < 3:
        await page.send(Undo())
        times += 1
    kept = opened.kept(page.table.id)
    assert kept.all_again() == session.all_again() and page.update.taking.all_again == len(kept.all_again())
    assert page.update.taking.all_again > page.update.taking.again and page.update.taking.again_free
    await page.send(Redo(all=True))
    await until(lambda: page.asked)
    assert facts(session)["game"] == before
    assert "could be done again" in await page.refused(Redo(all=True))


async def taken_back(opened: House) -> tuple[Page, Page, object]:
    """Return the pages of Ann, who is asked, and Ben, with whose decisions Ann's were taken back; the game before."""
    table, ann, ben = await opened.two()
    await until(lambda: ann.asked or ben.asked)
    by_ben = 0
    while by_ben < 1 or not ann.asked:
        page = ann if ann.asked else ben
        by_ben += page is ben
        await page.answer()
        await until(lambda: ann.asked or ben.asked)
    before = facts(table.session)["game"]
    await ann.send(Undo())
    await ben.send(Agree(True))
    assert facts(table.session)["game"] != before
    return ann, ben, before


@in_a_house
async def test_what_others_had_decided_is_done_again_only_if_they_agree(opened: House) -> None:
    ann, ben, before = await taken_back(opened)
    assert not ann.update.taking.again_free
    await ann.send(Redo(all=True))
    assert ben.info.proposal.kind == "redo" and ben.info.proposal.wanted == [1]
    assert "taken back" in ben.info.proposal.text
    assert facts(ann.table.session)["game"] != before
    await ben.send(Agree(True))
    assert facts(ann.table.session)["game"] == before and ann.table.session.seating.proposal is None


@in_a_house
async def test_a_proposal_to_do_it_again_ends_with_a_refusal_or_another_answer(opened: House) -> None:
    ann, ben, before = await taken_back(opened)
    await ben.send(Redo(all=True))
    assert ann.info.proposal.by == 1 and ann.info.proposal.wanted == [0]
    await ann.send(Agree(False))
    assert ann.info.proposal is None and facts(ann.table.session)["game"] != before
    await ben.send(Redo(all=True))
    await ann.send(Redo())
    assert ann.table.session.seating.proposal is None
