"""Whatever a pack or preset says, it is loaded, or refused in one sentence that names file and line."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stormriver.api import begin_game
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.language.source import read_text
from support.damaged import (
    CONTENT_DAMAGES,
    Damage,
    content_with,
    damages_do_no_harm,
    load,
    pack_folder,
    refused_or_loaded,
)
from support.layers import CONTENT

DAMAGED = [15, pytest.param(100, marks=pytest.mark.long)]
"""How often each damage is done, here and by the long tests; `make fuzz` does 50,000."""


@pytest.fixture(scope="module")
def pack() -> Iterator[Path]:
    """Return a folder for a pack of one file; what else is read stays in memory."""
    with pack_folder() as folder:
        yield folder


# damage by chance


@pytest.mark.slow
@pytest.mark.parametrize("times", DAMAGED)
@pytest.mark.parametrize("damage", CONTENT_DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_content_is_refused_or_loaded(damage: Damage, times: int) -> None:
    damages_do_no_harm(damage, times)


def test_a_preset_that_names_no_rulebook_is_refused() -> None:
    """Neither it nor what it extends; found by `make fuzz`."""
    base = CONTENT / "base" / "preset.yaml"
    said = base.read_text(encoding="utf-8").replace("rulebook: adventure", "")
    assert said != base.read_text(encoding="utf-8")
    with content_with(base, said):
        assert refused_or_loaded() == (
            "revised4/preset.yaml, line 3: the key 'rulebook' is missing: by which rules is it played?"
        )


def test_a_preset_without_an_option_that_the_rules_ask_for_is_refused() -> None:
    base = CONTENT / "base" / "preset.yaml"
    kept = [line for line in base.read_text(encoding="utf-8").splitlines(True) if "toad_again" not in line]
    with content_with(base, "".join(kept)):
        said = refused_or_loaded()
    assert ": the option 'toad_again' is missing, which the rules ask for" in said


# what is hard on a reader of YAML

BILLION = "a: &a [x, x, x]\n" + "".join(
    f"{one}: &{one} [{', '.join(['*' + before] * 9)}]\n" for before, one in pairwise("abcdefghi")
)
"""Nine lists, each of nine times the one before."""


ENDLESS = {
    "lists in lists": ("[" * 5000 + "]" * 5000, 1),
    "so many that the stack would overrun": ("[" * 100_000, 1),
    "mappings in mappings": ("{a: " * 5000 + "}" * 5000, 1),
    "lists in lines": ("- " * 5000 + "x", 1),
    "mappings in lines": ("".join(" " * depth + "a:\n" for depth in range(500)), 61),
    "a list in itself": ("a: &a [*a]", 1),
    "a list twice in itself": ("a: &a [*a, *a]", 1),
    "a billion texts": (BILLION, 2),
}
READ = "import sys; from stormriver.language.source import read_text; read_text(sys.stdin.read(), 'odd.yaml')"


@pytest.mark.slow
@pytest.mark.parametrize(("text", "line"), ENDLESS.values(), ids=ENDLESS.keys())
def test_endless_structures_are_refused(text: str, line: int) -> None:
    """Neither depth nor repetition uses up time, memory or stack; tried apart, since that would end the tests too."""
    done = subprocess.run(
        [sys.executable, "-c", READ], input=text, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1, f"the process ended with {done.returncode}"
    said = re.search(r"BadContent: odd\.yaml, line (\d+)", done.stderr)
    assert said and abs(int(said[1]) - line) <= 1


@pytest.mark.parametrize(
    "text", ["a: !!int x", 'a: !!int "0x1F"', "a: !!python/name:os.system", "a: !card x", "a: !!binary x"]
)
def test_tags_are_refused(text: str) -> None:
    """A tag cannot make a text a number, nor anything else."""
    with pytest.raises(BadContent, match=r"^odd\.yaml, line 1, at a: "):
        read_text(text, "odd.yaml")


def test_plain_words_are_what_they_look_like() -> None:
    """`no`, dates, fractions and octal numbers are words; only true, false, null and whole numbers are not."""
    said = read_text("[no, off, 2020-01-01, 1.5, 0o17, 012, true, ~, -3, '4']", "odd.yaml").plain()
    assert said == ["no", "off", "2020-01-01", "1.5", "0o17", 12, True, None, -3, "4"]


# certain mistakes

CARD = "deck: adventure\ncards:\n  - id: lucky_find\n    name: Lucky Find\n    kind: event\n"
SPACE = "spaces:\n  - id: hut\n    name: Hut\n    region: outer\n"
MISTAKES = {
    "effect": (
        CARD + "    meet: {gian: {gold: 1}}\n",
        "line 6, at cards[0].meet.gian: no effect is called 'gian'; did you mean 'gain'?",
    ),
    "counter": (
        CARD + "    meet: {gain: {glod: 1}}\n",
        "line 6, at cards[0].meet.gain.glod: no counter is called 'glod'; did you mean 'gold'?",
    ),
    "key of a word": (
        CARD + "    meet: {gain: {gold: 1}, whom: all}\n",
        "line 6, at cards[0].meet.whom: 'gain' has no 'whom'; did you mean 'who'?",
    ),
    "key of a card": (
        CARD + "    meat: {gain: {gold: 1}}\n",
        "line 6, at cards[0].meat: unknown key 'meat'; did you mean 'meet'?",
    ),
    "condition": (
        CARD + "    meet: {if: {hass: sword}, then: {gain: {gold: 1}}}\n",
        "line 6, at cards[0].meet.if.hass: no condition is called 'hass'; did you mean 'has'?",
    ),
    "value": (
        CARD + "    meet: {gain: {gold: {cuont: follower}}}\n",
        "line 6, at cards[0].meet.gain.gold.cuont: no value is called 'cuont'; did you mean 'count'?",
    ),
    "space": (
        CARD + "    meet: {teleport: tavren}\n",
        "line 6, at cards[0].meet.teleport: no space is called 'tavren'; did you mean 'tavern'?",
    ),
    "mark": (
        CARD + "    meet: {transform: toda, turns: 3}\n",
        "line 6, at cards[0].meet.transform: no mark is called 'toda'; did you mean 'toad'?",
    ),
    "thing": (
        CARD + "    meet: {discard: folower}\n",
        "line 6, at cards[0].meet.discard: no thing is called 'folower'; did you mean 'follower'?",
    ),
    "card sold": (
        CARD + "    meet: {shop: {swrd: 2}}\n",
        "line 6, at cards[0].meet.shop.swrd: no card is called 'swrd'; did you mean 'sword'?",
    ),
    "alignment": (
        CARD + "    meet: {become: goood}\n",
        "line 6, at cards[0].meet.become: no alignment is called 'goood'; did you mean 'good'?",
    ),
    "choice of seats": (
        CARD + "    meet: {gain: {gold: 1}, who: othrs}\n",
        "line 6, at cards[0].meet.who: no choice of seats is called 'othrs'; did you mean 'others'?",
    ),
    "option": (
        CARD + "    meet: {if: {option: portall}, then: {gain: {gold: 1}}}\n",
        "line 6, at cards[0].meet.if.option: no option is called 'portall'; did you mean 'portal'?",
    ),
    "moment": (
        CARD + "    act: {at: turn_strat, do: {gain: {gold: 1}}}\n",
        "line 6, at cards[0].act.at: no moment is called 'turn_strat'; did you mean 'turn_start'?",
    ),
    "permission": (
        CARD + "    forbid: {evad: any}\n",
        "line 6, at cards[0].forbid.evad: nothing that may be allowed or forbidden is called 'evad'; did you mean "
        "'evade'?",
    ),
    "number": (
        CARD + "    modify: {stregth: 1}\n",
        "line 6, at cards[0].modify.stregth: no number is called 'stregth'; did you mean 'strength'?",
    ),
    "event": (
        CARD + "    trigger: {after: landedd, do: {gain: {gold: 1}}}\n",
        "line 6, at cards[0].trigger: no event is called 'landedd'; did you mean 'landed'?",
    ),
    "kind": (
        CARD.replace("event", "evnt"),
        "line 3, at cards[0]: no kind of card is called 'evnt'; did you mean 'event'?",
    ),
    "deck": (
        CARD.replace("adventure", "adventur"),
        "line 1, at deck: no deck is called 'adventur'; did you mean 'adventure'?",
    ),
    "card to be like": (
        CARD.replace("kind: event", "like: agnel"),
        "line 5, at cards[0].like: no card is called 'agnel'; did you mean 'angel'?",
    ),
    "section": (
        CARD.replace("cards:", "card:"),
        "line 3, at card: unknown key 'card'; did you mean 'cards'?",
    ),
    "region": (
        SPACE.replace("outer", "outr"),
        "line 4, at spaces[0].region: no region is called 'outr'; did you mean 'outer'?",
    ),
    "neighbour": (
        SPACE + "    next: [vilage]\n",
        "line 5, at spaces[0].next: no space is called 'vilage'; did you mean 'village'?",
    ),
    "gate": (
        SPACE + "    gates: {to: vilage}\n",
        "line 5, at spaces[0].gates: no space is called 'vilage'; did you mean 'village'?",
    ),
    "a word for a number": (
        CARD + "    copies: two\n",
        "line 6, at cards[0].copies: expected a whole number, found 'two'",
    ),
    "a number for a word": (
        CARD.replace("Lucky Find", "7"),
        "line 4, at cards[0].name: expected a word, found 7",
    ),
    "a word for a yes": (
        CARD + "    must_take: yes\n",
        "line 6, at cards[0].must_take: expected true or false, found 'yes'",
    ),
    "a list for a mapping": (
        CARD + "    meet: {gain: [gold, 1]}\n",
        "line 6, at cards[0].meet.gain: expected a mapping, found a list",
    ),
    "a mapping for a list": (
        "deck: adventure\ncards: {id: lucky_find}\n",
        "line 2, at cards: expected a list, found a mapping",
    ),
    "nothing for an effect": (
        CARD + "    meet:\n",
        "line 6, at cards[0].meet: expected a mapping, found nothing",
    ),
    "nothing for a name": (
        CARD.replace("Lucky Find", ""),
        "line 4, at cards[0].name: expected a word, found nothing",
    ),
    "an empty mapping": (
        CARD + "    meet: {}\n",
        "line 6, at cards[0].meet: an empty mapping says no effect",
    ),
    "an empty file": ("", "line 1: expected a mapping, found nothing"),
    "no id": (
        "deck: adventure\ncards:\n  - name: Lucky Find\n    kind: event\n",
        "line 3, at cards[0]: the key 'id' is missing",
    ),
    "no name": (
        "deck: adventure\ncards:\n  - id: lucky_find\n    kind: event\n",
        "line 3, at cards[0]: the key 'name' is missing",
    ),
    "no deck": (
        CARD.replace("deck: adventure\n", ""),
        "line 2, at cards[0]: a card needs a deck: `deck:` at the top of the file or in the card",
    ),
    "a key twice": (CARD + "    name: Again\n", "line 6, at cards[0]: the key 'name' stands here twice"),
    "a card twice": (
        CARD + CARD.split("cards:\n")[1],
        "line 6, at cards[1]: a second card of the deck adventure is called 'lucky_find'; give it another id, or leave"
        " the other one out (`without:` in pack.yaml)",
    ),
    "a space twice": (
        SPACE + SPACE.partition("spaces:\n")[2],
        "line 5, at spaces[1]: a second space is called 'hut'",
    ),
    "an id in capitals": (
        CARD.replace("lucky_find", "Lucky-Find"),
        "line 3, at cards[0].id: an id is made of small letters, digits and underscores, not 'Lucky-Find'",
    ),
    "no copies": (CARD + "    copies: 0\n", "line 3, at cards[0]: a card has at least one copy"),
    "an Enemy without power": (
        CARD.replace("event", "animal"),
        "line 3, at cards[0]: an Enemy attacks with Strength or with Craft: give one of them",
    ),
    "a Spell that is never cast": (
        CARD.replace("event", "spell"),
        "line 3, at cards[0]: a Spell says when it may be cast: give `cast:`",
    ),
    "a character without life": (
        "characters:\n  - {id: hero, name: Hero, strength: 3, craft: 3}\n",
        "line 2, at characters[0]: a character has start, alignment and life",
    ),
    "a gap in a table": (
        CARD + "    meet: {roll: {1-2: nothing, 4-6: nothing}}\n",
        "line 6, at cards[0].meet.roll: the table goes from 2 to 4; each result must stand in it once",
    ),
    "a word in a table": (
        CARD + "    meet: {roll: {one: nothing}}\n",
        "line 6, at cards[0].meet.roll.one: 'one' is no result of dice; write 4 or 2-3",
    ),
    "too much behind a word": (
        CARD + "    meet: {end_turn: 1}\n",
        "line 6, at cards[0].meet.end_turn: 'end_turn' takes nothing behind it; write just end_turn",
    ),
    "nothing behind a word": (
        CARD + "    meet: gain\n",
        "line 6, at cards[0].meet: 'gain' lacks what stands behind it",
    ),
    "a key too few": (
        CARD + "    meet: {transform: toad}\n",
        "line 6, at cards[0].meet: 'transform' lacks 'turns'",
    ),
    "an act at no moment": (
        CARD + "    act: {do: {gain: {gold: 1}}}\n",
        "line 6, at cards[0].act: an act says at which moment (`at:`), an answer to which event (`to:`)",
    ),
    "two acts behind one option": (
        CARD + "    act: {at: free, do: {gain: {gold: 1}}}\n    respond: {to: spell_cast, do: {lose: {gold: 1}}}\n",
        "line 7, at cards[0].respond: another act here has this key already: give this one another (`key:`)",
    ),
    "the same act twice as often as it may be": (
        CARD + "    act:\n" + 2 * "    - {at: free, once: turn, do: {lose: {gold: 1}}}\n",
        "line 8, at cards[0].act[1]: another act here has this key already: give this one another (`key:`)",
    ),
    "a deck that is no word": (
        CARD + "    meet: {shop: {armour: 1}, from: {armour: 1}}\n",
        "line 6, at cards[0].meet.from: expected a word, found a mapping",
    ),
    "something to do beside a number": (
        CARD + "    modify: {strength: 1, do: {gain: {gold: 1}}}\n",
        "line 6, at cards[0].modify.do: this hook does nothing by itself; leave `do` out",
    ),
    "a long number": (
        CARD + "    meet: {gain: {gold: 1000000000000000000000}}\n",
        "line 6, at cards[0].meet.gain.gold: a number this long has no use here",
    ),
}
"""What is wrong, a pack with it, and how it is refused after the name of the file."""


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_mistake_is_named_with_its_place(pack: Path, text: str, message: str) -> None:
    """A certain mistake, the line it is in, and where possible what was meant."""
    (pack / "cards.yaml").write_text(text, encoding="utf-8")
    assert refused_or_loaded("revised4", pack) == f"odd/cards.yaml, {message}"


def test_the_card_without_a_mistake_is_loaded(pack: Path) -> None:
    """The card that the mistakes are put into is a good one."""
    (pack / "cards.yaml").write_text(CARD + "    meet: {gain: {gold: 1}}\n", encoding="utf-8")
    table = load("revised4", pack)
    assert any(card.id == "lucky_find" for card in table.definitions)


SET_UPS: dict[str, tuple[dict[str, Any], str]] = {
    "preset": ({"preset": "revizd4"}, "No preset is called 'revizd4'; did you mean 'revised4'?"),
    "path for a preset": ({"preset": "../revised4"}, "No preset is called '../revised4'; did you mean 'revised4'?"),
    "a name twice": ({"seats": ["ann", "ann"]}, "Every seat needs a name of its own: ann, ann."),
    "option": ({"options": {"portall": "die"}}, "No option is called 'portall'; did you mean 'portal'?"),
    "word of an option": (
        {"options": {"portal": "dice"}},
        "The option portal is one of ability, die, not 'dice'.",
    ),
    "truth of an option": (
        {"options": {"bloodbath": "maybe"}},
        "The option bloodbath is true or false, not 'maybe'.",
    ),
    "number of an option": (
        {"options": {"trophy_points": 0}},
        "The option trophy_points is from 1 to 20, not 0.",
    ),
    "list for an option": (
        {"options": {"portal": []}},
        "The option portal is a word, a number, true or false, not [].",
    ),
    "pack": ({"packs": ["cities"]}, "No pack is called 'cities'; did you mean 'city'?"),
}


@pytest.mark.parametrize(("asked", "message"), SET_UPS.values(), ids=SET_UPS.keys())
def test_impossible_set_up_is_refused(asked: dict[str, Any], message: str) -> None:
    """Who asks for a game that cannot be is told so in one sentence."""
    with pytest.raises(StormriverError) as refused:
        begin_game(seed=1, **asked)
    assert str(refused.value) == message


@pytest.mark.parametrize("seats", [-3, 0, 1, 7, 1000])
def test_impossible_number_of_seats_is_refused(seats: int) -> None:
    """A game of fewer or more seats than the rulebook is for."""
    with pytest.raises(StormriverError, match=rf"(?<!-)(?:not|for) {seats}\b"):
        begin_game(seed=1, seats=seats)
