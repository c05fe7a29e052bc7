"""One clock: at every frame panels and map show what the stage has shown, and nothing of what it is still to show."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from page.test_table import AGAINST_THREE, watched
from page.test_wargame import ALONE
from page.visitor import Visitor

WATCH = """() => {
  globalThis.moments = []
  const all = (where, within = document) => [...within.querySelectorAll(where)]
  const texts = (one) => [...(one?.childNodes ?? [])].filter((node) => node.nodeType === 3)
  const words = (one) => texts(one).map((node) => node.data).join('').trim()
  const amount = (where, within) => within.querySelector(where) && parseInt(words(within.querySelector(where)))
  const chips = (within) => all('.chip', within).flatMap((chip) => {
    const count = parseInt(chip.querySelector('.count')?.textContent.slice(1) ?? 1)
    return Array(count).fill(chip.matches('.back') ? '?' : words(chip.querySelector('.name')))
  })
  const sheet = (within, where) => ({
    ...Object.fromEntries(Object.entries(where).map(([name, one]) => [name, amount(one, within)])),
    cards: chips(within),
  })
  const NAMES = ['strength', 'craft', 'lives', 'fate', 'gold']
  const OTHER = Object.fromEntries(NAMES.map((name) => [name, `.figure.${name}`]))
  const POINTS = { strength: '.strength .total', craft: '.craft .total' }
  const OWN = { ...POINTS, lives: '.pips.lives b', fate: '.pips.fate b', gold: '.tally b' }
  const unit = (one) => {
    const [x, y] = one.style.transform.match(/-?[\\d.]+/g).map((at) => Math.floor((at - 34) / 150))
    const facts = ['abcdefgh'[x] + (y + 1), +one.querySelector('b').dataset.text, all('i.hit', one).length]
    return [one.querySelector('.name').dataset.text, facts]
  }
  const look = () => {
    const moment = {
      at: Number(document.querySelector('.spotlight')?.dataset.event ?? -1),
      logged: Math.max(-1, ...all('.log li').map((line) => Number(line.dataset.event))),
      seats: Object.fromEntries([
        ...all('.area:has(.pips)').map((one) => [words(one.querySelector('h2')), sheet(one, OWN)]),
        ...all('details:has(.figure.lives)').map((one) => [words(one.querySelector('.name')), sheet(one, OTHER)]),
      ]),
      sides: Object.fromEntries(all('.side:has(.power)').map((one) => [
        words(one.querySelector('h2')),
        all('.figures li', one).slice(0, 2).flatMap((line) => line.textContent.match(/\\d+/g)).map(Number),
      ])),
      units: Object.fromEntries(all('.world .unit').map(unit)),
    }
    if (JSON.stringify(moment) !== JSON.stringify(globalThis.moments.at(-1))) globalThis.moments.push(moment)
    requestAnimationFrame(look)
  }
  look()
}"""
"""Note at every frame what is being played, the last line of the log, and what panels and counters show."""
UNFOLD = "() => document.querySelectorAll('details:has(.character)').forEach((panel) => (panel.open = true))"
"""Show whole the panels of the other seats; what is folded away is not drawn."""
COUNTERS = {"life": "lives", "fate": "fate", "gold": "gold"}
ZONES = re.compile(r"(play|hand|trophies)\.(.*)")

Facts = dict[str, Any]


class Course:
    """What may be seen of a game when: after each event what has been told, after all of an update its view.

    Attributes:
        after: by the number of an event, each state that is right once it, and none after it, has been shown.
        lines: the numbers of the events that are told in words.
    """

    def __init__(self, visitor: Visitor) -> None:
        path = f"/api/tables/{visitor.page.url.rpartition('/')[2]}/book"
        book = visitor.page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)
        self._seats = [seat["name"] for seat in visitor.update["view"]["seats"]]
        self._names = {id: card["name"] for id, card in book["cards"].items()} | {"?": "?"}
        self.after: dict[int, list[Facts]] = defaultdict(list)
        self.lines: list[int] = []
        facts: Facts = {}
        last = -1
        for update in (message for message in visitor.told if message["type"] == "update"):
            to = self._facts(update["view"])
            for event in update["told"]:
                if event["number"] <= last:
                    continue
                last = event["number"]
                self.lines += [last] * bool(event["text"])
                facts = dict(self._told(facts, event, to))
                self.after[last].append(facts)
            facts = to
            self.after[last].append(facts)

    def right(self, moment: dict[str, Any]) -> Iterator[Facts]:
        """Yield the states of which one is to be seen at a frame."""
        if moment["at"] >= 0:
            before = max(number for number in self.after if number < moment["at"])
            yield from self.after[before]
        else:
            end = next((line for line in self.lines if line > moment["logged"]), max(self.after) + 1)
            yield from (
                state for number in self.after if moment["logged"] <= number < end for state in self.after[number]
            )

    def _facts(self, view: dict[str, Any]) -> Facts:
        """Return what of a view is compared, by whose it is and what it is."""
        if view["rulebook"] == "wargame":
            found: Facts = {
                f"{seat['name']}: side": [seat[key] for key in ("gold", "units", "strength")] for seat in view["seats"]
            }
            units = {square: place["unit"] for square, place in view["squares"].items() if place["unit"]}
            return found | {self._names[one["card"]]: [at, one["strength"], one["wounds"]] for at, one in units.items()}
        return {f"{seat['name']}: {what}": value for seat in view["seats"] for what, value in self._sheet(seat).items()}

    def _sheet(self, seat: dict[str, Any]) -> Facts:
        held = [one["card"] for zone in ("cards", "spells", "reserve", "trophies") for one in seat[zone]]
        points = {what: seat[what]["total"] for what in ("strength", "craft")}
        return (
            points
            | {what: seat[what] for what in COUNTERS.values()}
            | {"cards": sorted(self._names[one] for one in held)}
        )

    def _told(self, facts: Facts, event: dict[str, Any], to: Facts) -> Facts:
        """Return the state after an event, as far as that tells."""
        name = self._names.get(event["card"], "")
        if event["kind"] in ("UnitMoved", "UnitPlaced"):
            _, strength, wounds = facts.get(name) or [*to.get(name, ["", 0, 0])[:2], 0]
            return facts | {name: [event["path"][-1], strength, wounds]}
        if event["kind"] == "Wounded" and name in facts:
            at, strength, wounds = facts[name]
            return facts | {name: [at, strength, wounds + event["amount"]]}
        if event["kind"] == "UnitKilled":
            return {key: value for key, value in facts.items() if key != name}
        if event["path"]:
            return facts
        if event["amount"]:
            return self._counted(facts, event)
        return facts if event["source"] == event["target"] else self._moved(facts, event, name)

    def _counted(self, facts: Facts, event: dict[str, Any]) -> Facts:
        seat, amount = self._seats[event["seat"]], event["amount"]
        side, counter = f"{seat}: side", f"{seat}: {COUNTERS.get(event['name'])}"
        if side in facts and event["name"] == "gold":
            gold, *rest = facts[side]
            return facts | {side: [gold + amount, *rest]}
        return facts | {counter: facts[counter] + amount} if counter in facts else facts

    def _moved(self, facts: Facts, event: dict[str, Any], name: str) -> Facts:
        for zone, by in ((event["source"], -1), (event["target"], 1)):
            for key in self._belongings(zone, facts):
                cards: Counter[str] = Counter(facts[key])
                cards[name if by > 0 or cards[name] else "?"] += by
                facts = facts | {key: sorted(cards.elements())}
        return facts

    def _belongings(self, zone: str, facts: Facts) -> list[str]:
        """Return under which name stands what lies in a zone; none if that is not of a seat."""
        found = ZONES.fullmatch(zone)
        names = [seat for seat in self._seats if found and seat.lower() == found[2].lower()]
        return [key for key in (f"{seat}: cards" for seat in names) if key in facts]


def shown(moment: dict[str, Any]) -> Facts:
    """Return what is to be seen at a frame, by whose it is and what it is."""
    seats = {f"{seat}: {what}": value for seat, sheet in moment["seats"].items() for what, value in sheet.items()}
    cards = {key: sorted(value) for key, value in seats.items() if key.endswith(": cards")}
    return seats | cards | {f"{seat}: side": side for seat, side in moment["sides"].items()} | moment["units"]


def ahead(visitor: Visitor) -> tuple[list[str], set[str]]:
    """Return what has been ahead of the stage, and what has been seen to change."""
    course, found, seen = Course(visitor), [], defaultdict(set)
    moments = visitor.page.evaluate("globalThis.moments")
    assert sum(moment["at"] >= 0 for moment in moments) > 50, "hardly anything was seen while it was played"
    for moment in moments:
        right = list(course.right(moment))
        for key, value in shown(moment).items():
            seen[key].add(str(value))
            if value is not None and not any(state.get(key) == value for state in right):
                told = [state.get(key) for state in right]
                found.append(f"{key} is {value}, not {told}, while {moment['at']} is shown and {moment['logged']} told")
    return found, {key for key, values in seen.items() if len(values) > 1}


@pytest.mark.long
def test_panels_are_never_ahead_of_the_stage(visitor: Visitor) -> None:
    watched(visitor)
    visitor.make(*AGAINST_THREE, seed=4)
    visitor.asked()
    visitor.page.evaluate(UNFOLD)
    visitor.rest()
    visitor.page.evaluate(WATCH)
    visitor.play(visitor.choose, until=lambda: bool(visitor.update["view"]["turn"] > 24))
    wrong, changed = ahead(visitor)
    assert wrong == []
    assert {key.partition(": ")[2] for key in changed} >= {"lives", "gold", "cards", "strength"}, changed


@pytest.mark.long
def test_neither_counters_nor_sides_of_a_wargame_are_ahead_of_the_stage(visitor: Visitor) -> None:
    watched(visitor)
    visitor.make(*ALONE, preset="wargame", seed=4, options={"last_round": 2})
    visitor.asked()
    visitor.page.evaluate(WATCH)
    visitor.play(visitor.take_advice)
    wrong, changed = ahead(visitor)
    assert wrong == []
    assert {"Ann: side", "Ben: side"} < changed
