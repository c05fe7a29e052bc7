"""The most important rule at a table: a die answers what no rule does, for all to see; it can be checked at the end."""

from __future__ import annotations

import pytest
from company import House, Page, in_a_house, play, rest, same
from company import facts as facts_of

from stormriver.kernel import questions, records, replays
from stormriver.kernel.errors import Mismatch
from stormriver.kernel.records import read_record
from stormriver.server.messages import Agree, Pause, Put, Refused, Said, Undo
from stormriver.server.replay import record_of
from stormriver.server.requests import Question

SEED = 11
ASKED = "Does a Toad float?"


def die(number: int) -> int:
    return questions.die(questions.stream(SEED), number)


@in_a_house
async def test_everybody_hears_the_question_and_what_the_die_says(opened: House) -> None:
    table, ann, ben = await opened.two(preset="third")
    await rest(table)
    watcher = opened.person()
    await opened.lobby.watch(table.session.setup.watch_secret, watcher)
    onlooker = await Page(table, watcher).hello()
    game = facts_of(table.session)["game"]
    await ben.send(Put(f"  {ASKED} "))
    wanted = Question(1, 1, "Ben", ASKED, die(1), die(1) >= 4, len(table.session.decisions))
    assert [page.last(Said).question for page in (ann, ben, onlooker)] == [wanted] * 3
    assert ann.last(Said).text == ASKED and ann.last(Said).by == 1
    assert facts_of(table.session)["game"] == game  # its dice above all
    assert ann.info.questions


@in_a_house
async def test_questions_outlive_the_server_and_stand_in_a_replay(opened: House) -> None:
    table, ann, ben = await opened.two(preset="third")
    await rest(table)
    await ann.send(Put(ASKED))
    await play(table, ann, ben, answers=table.session.version + 4)
    await rest(table)
    later = len(table.session.decisions)
    await ben.send(Put("Another?"))
    same(facts_of(opened.kept(table.id)), facts_of(table.session))
    person = ann.person
    await opened.close()
    opened.open()
    again = await opened.lobby.table(table.id)
    page = await Page(again, person).hello()
    said = [message.question for message in page.received if isinstance(message, Said)]
    assert [(found.number, found.text, found.die) for found in said if found] == [
        (1, ASKED, die(1)), (2, "Another?", die(2)),
    ]  # fmt: skip
    shown = [
        [one.text for one in (await again.past.moment(person, answers)).questions] for answers in (later - 1, later)
    ]
    assert shown == [[ASKED], [ASKED, "Another?"]]


@in_a_house
async def test_what_is_taken_back_takes_no_question_back(opened: House) -> None:
    table, ann, ben = await opened.two(preset="third", undo="consent")
    await rest(table)
    while not ann.asked:
        await ben.answer()
        await rest(table)
    before = len(table.session.decisions)
    await ann.answer()
    await rest(table)
    await ben.send(Put(ASKED))
    await ann.send(Undo())
    await ben.send(Agree(True))
    assert [one.answers for one in table.session.questions] == [before]
    same(facts_of(opened.kept(table.id)), facts_of(table.session))
    assert record_of(opened.store.table(table.id)).questions == table.session.questions


@in_a_house
async def test_who_may_ask_and_when(opened: House) -> None:
    table, ann, ben = await opened.two(preset="third")
    await rest(table)
    watcher = opened.person()
    await opened.lobby.watch(table.session.setup.watch_secret, watcher)
    assert "look on" in await (await Page(table, watcher).hello()).refused(Put(ASKED))
    assert "nothing asked" in await ann.refused(Put("  "))
    await ann.send(Pause(True))
    assert not any(isinstance(sent, Refused) for sent in await ann.send(Put(ASKED)))
    assert await ann.refused(Put("And now?")) == "You have just asked something; ask again in 10 seconds."
    assert not any(isinstance(sent, Refused) for sent in await ben.send(Put("May I?")))
    opened.time.seconds += 10
    assert not any(isinstance(sent, Refused) for sent in await ann.send(Put("And now?")))
    assert [one.number for one in table.session.questions] == [1, 2, 3]


@in_a_house
async def test_where_the_options_have_no_such_die_none_answers(opened: House) -> None:
    for wanted in ({"preset": "revised4"}, {"preset": "third", "options": {"most_important_rule": False}}):
        table, ann, _ = await opened.two(**wanted)
        await rest(table)
        assert await ann.refused(Put(ASKED)) == "In this game no die answers questions."
        assert not ann.info.questions
    waiting, maker = await opened.table("me", "open", preset="third")
    assert "not begun" in await (await Page(waiting, maker).hello()).refused(Put(ASKED))


@in_a_house
async def test_a_record_holds_the_questions_and_verify_checks_their_dice(opened: House) -> None:
    table, ann, ben = await opened.two(preset="third")
    await rest(table)
    await ann.send(Put(ASKED))
    await play(table, ann, ben, answers=12)
    stored = opened.store.table(table.id)
    record = read_record(records.write(record_of(stored)))
    assert record.questions == table.session.questions
    assert record.questions[0].text == ASKED
    replays.verify(record, SEED)
    wrong = 1 + die(1) % 6
    record.header["questions"][0][3] = wrong
    with pytest.raises(Mismatch, match=f"question 1 was answered by a {wrong}, but the seed gives {die(1)}"):
        replays.verify(record, SEED)
