"""Writes packs by chance, as a stranger might.

They are put together by the grammar: which fields a word has and what stands in them is asked of its class, and what
else is needed comes from the examples in the docstrings. A pack has one to eight cards, characters, spaces, kinds of
marks and rules of its own, a deck, a counter, an option, and goes on a board of six spaces (`content/crossing`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from stormriver.adventure.model.actions import ACTIONS, DUTIES, REPLACED
from stormriver.adventure.model.definitions import PATHS, Card
from stormriver.adventure.model.hooks import WATCHED
from stormriver.adventure.model.moments import EVENTS, MOMENTS
from stormriver.adventure.model.types import ALIGNMENTS, WHO
from stormriver.language.grammar import Condition, Effect, Value, Word, fields, key_of
from stormriver.language.source import read_text
from support import crossing

Tree = Any
"""What a YAML file says, as lists, dicts and scalars."""
DEEPEST = 3
"""How deep words are put into each other."""
SPACES = ("crags", "oasis", "city", "tavern", "temple", "jail")
OWN_SPACES = ("odd_space", "odd_end")
TIMES = ("odd_day", "odd_night")
MARKS = ("day", "night", "toad", "invisible", "snowbound", "merry", "hired", "shadowed", "werewolf", "odd_mark")
THINGS = (
    "object", "follower", "enemy", "animal", "spirit", "weapon", "spell", "any", "sword", "woods", "hills", "outer",
    "inner", "event", "place", "stranger", "magic_object", "talisman", "character", "creature", "this", "crags",
    "odd_0", "odd_day",
)  # fmt: skip
DECKS = ("adventure", "spells", "purchase", "talismans", "city", "posters", "odd_deck")
HOME = ("adventure", "adventure", "adventure", "odd_deck", "purchase")
"""The decks of cards that are no Spells; one stands here more often than the others."""
COUNTERS = ("strength", "craft", "life", "fate", "gold")
KINDS = ("object", "magic_object", "follower", "place", "event", "stranger", "animal", "spirit", "monster", "spell")
MET = ("place", "event", "stranger")
"""The kinds of cards that do what they say when they are met."""
NUMBERS = ("strength", "craft", "battle", "psychic", "carry", "weapons", "attack_dice", "creature_attack", "redraws")


@cache
def families() -> dict[type[Word], list[type[Word]]]:
    """Return the words of each family."""
    known: tuple[type[Word], ...] = (Effect, Condition, Value)
    return {family: [cls for cls in crossing.all_words() if issubclass(cls, family)] for family in known}


@cache
def trees() -> dict[type[Word], list[Tree]]:
    """Return the examples in the docstring of each word, as trees."""
    return {
        cls: [read_text(f"x: {text}", "example.yaml").mapping()["x"].plain() for text in crossing.examples(cls)]
        for cls in crossing.all_words()
    }


@cache
def seen_in_examples() -> dict[str, list[Tree]]:
    """Return, by type of field, what stands in such fields in the examples of all words."""
    found: dict[str, list[Tree]] = {}
    for cls in crossing.all_words():
        kinds = {key_of(name): kind for name, kind in fields(cls).items()}
        main = next(iter(kinds), "")
        for tree in trees()[cls]:
            for key, value in tree.items() if isinstance(tree, dict) else ():
                name = main if key == cls.word else key
                if name in kinds:
                    found.setdefault(kinds[name], []).append(value)
    return found


class Writer:
    """Writes packs by chance.

    Args:
        rng: the chance.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.ids = 0
        self.counters: tuple[str, ...] = COUNTERS
        self.marks: tuple[str, ...] = MARKS
        self.spaces: tuple[str, ...] = SPACES
        some: dict[str, Callable[[int], Tree]] = {
            "Effect": self.effect,
            "Condition": self.condition,
            "Value": self.value,
            "Signed": lambda deep: self.number(-3, 3) if self.likely(0.5) else self.value(deep),
            "UpTo": lambda deep: "all" if self.likely(0.3) else self.value(deep),
            "Dice": lambda deep: self.number(1, 3) if self.likely(0.8) else self.value(deep),
            "int": lambda deep: self.number(0, 6),
            "SignedInt": lambda deep: self.number(-3, 6),
            "bool": lambda deep: self.likely(0.7),
            "Things": self.things,
            "Who": lambda deep: rng.choice(WHO),
            "MarkRef": lambda deep: rng.choice(self.marks),
            "SpaceRef": lambda deep: rng.choice(self.spaces),
            "DeckRef": lambda deep: rng.choice(DECKS),
            "Alignment": lambda deep: rng.choice(ALIGNMENTS),
            "Column": lambda deep: rng.choice(self.counters),
            "Counts": self.counts,
            "Amounts": self.counts,
            "tuple[Condition, ...]": lambda deep: [self.condition(deep) for _ in range(rng.randint(1, 2))],
            "dict[int, Effect]": lambda deep: {name: self.effect(deep) for name in ("one", "other")},
            "VisitTable": lambda deep: {name: self.effect(deep) for name in ("healer", "mystic")},
            "AlignmentTable": lambda deep: {name: self.effect(deep) for name in rng.sample(ALIGNMENTS, 2)},
            "DieTable": self.table,
            "TableOrDice": lambda deep: self.table(deep) if self.likely(0.7) else self.number(1, 3),
        }
        self.some = some

    # chance

    def likely(self, chance: float) -> bool:
        """Tell whether something happens that does so with this chance."""
        return self.rng.random() < chance

    def number(self, least: int, most: int) -> int:
        """Return a number, now and then a large one."""
        return self.rng.choice((0, 50, 1000)) if self.likely(0.03) else self.rng.randint(least, most)

    # words

    def word(self, family: type[Word], deep: int) -> Tree:
        """Return a word: as one of its examples, or with fields of its own."""
        cls = self.rng.choice(families()[family])
        if deep >= DEEPEST or self.likely(0.25):
            return self.rng.choice(trees()[cls])
        return self.filled(cls, deep)

    def filled(self, cls: type[Word], deep: int) -> Tree:
        """Return a word whose fields are filled by chance."""
        given = {}
        for at, (name, kind) in enumerate(fields(cls).items()):
            needed = not hasattr(cls, name)
            if needed or self.likely(0.5 if at == 0 else 0.3):
                value = self.field(kind, deep + 1)
                if value is None:
                    return self.rng.choice(trees()[cls])
                given[cls.word if at == 0 else key_of(name)] = value
        return given if cls.word in given else cls.word

    def field(self, kind: str, deep: int) -> Tree:
        """Return what may stand in a field of a type; None if nobody knows."""
        if kind in self.some:
            return self.some[kind](deep)
        known = seen_in_examples().get(kind)
        return self.rng.choice(known) if known else None

    def effect(self, deep: int = 0) -> Tree:
        """Return an effect, or several one after the other."""
        if deep < DEEPEST and self.likely(0.2):
            return [self.word(Effect, deep + 1) for _ in range(self.rng.randint(1, 3))]
        return self.word(Effect, deep)

    def condition(self, deep: int = 0) -> Tree:
        """Return a condition."""
        return self.word(Condition, deep)

    def value(self, deep: int = 0) -> Tree:
        """Return a number, plain or not."""
        return self.number(0, 4) if self.likely(0.6) else self.word(Value, deep)

    def things(self, deep: int = 0) -> Tree:
        """Return the name of things, or several."""
        found = [self.rng.choice(THINGS) for _ in range(self.rng.choice((1, 1, 2)))]
        return found[0] if len(found) == 1 else found

    def counts(self, deep: int = 0) -> Tree:
        """Return counters and how many of each."""
        return {name: self.value(deep) for name in self.rng.sample(self.counters, self.rng.choice((1, 1, 2)))}

    def table(self, deep: int = 0) -> Tree:
        """Return a table for a die."""
        cut = self.rng.randint(1, 5)
        rows = (f"1-{cut}" if cut > 1 else "1", f"{cut + 1}-6" if cut < 5 else "6")
        return {row: self.effect(deep) for row in rows}

    # hooks

    def hooks(self, most: int = 2) -> dict[str, Tree]:
        """Return hooks by their keys."""
        made = {
            "modify": self.modify, "allow": self.permission, "forbid": self.permission, "must": self.duty,
            "replace": self.replace, "act": self.act, "respond": self.respond, "trigger": self.trigger,
        }  # fmt: skip
        chosen = self.rng.sample(sorted(made), self.rng.randint(0, most))
        return {key: made[key]() for key in chosen}

    def when(self) -> dict[str, Tree]:
        """Return the condition of a hook, if it has one."""
        return {"when": self.condition(1)} if self.likely(0.5) else {}

    def modify(self) -> Tree:
        """Return a hook that modifies a number."""
        return {self.rng.choice(NUMBERS): self.some["Signed"](1), **self.when()}

    def permission(self) -> Tree:
        """Return a hook that allows or forbids something."""
        return {self.rng.choice(sorted(ACTIONS)): self.things(), **self.when()}

    def duty(self) -> Tree:
        """Return a hook that demands something."""
        return {self.rng.choice(DUTIES): self.things() if self.likely(0.5) else "any", **self.when()}

    def replace(self) -> Tree:
        """Return a hook that replaces something."""
        return {self.rng.choice(sorted(REPLACED)): self.things(), "do": self.effect(1), **self.when()}

    def act(self) -> Tree:
        """Return something to be made use of."""
        return {"at": self.rng.choice(sorted(MOMENTS)), **self.offer()}

    def respond(self) -> Tree:
        """Return an answer to an event, now and then to a Spell at others, or to its caster."""
        if self.likely(0.2):
            to = {"when": {"cast_at": self.rng.choice(("you", *names_of(WATCHED)))}} if self.likely(0.5) else {}
            return {"to": "spell_cast", "do": {"lose": self.counts(2), "who": "caster"}, **to}
        return {"to": self.rng.choice(sorted(MOMENTS)), **self.offer()}

    def offer(self) -> dict[str, Tree]:
        """Return what may be done at some moment, how often and at what price."""
        once = {"once": self.rng.choice(("turn", "fight", "roll"))} if self.likely(0.6) else {}
        cost = {"cost": self.counts(2)} if self.likely(0.2) else {}
        return {"do": self.effect(1), **once, **cost, **self.when()}

    def trigger(self) -> Tree:
        """Return what follows an event by itself, of oneself or of others."""
        of = {"of": self.things()} if self.likely(0.3) else {}
        who = {"who": self.rng.choice(names_of(WATCHED))} if self.likely(0.3) else {}
        return {"after": self.rng.choice(EVENTS), "do": self.effect(1), **of, **who, **self.when()}

    # records

    def card(self) -> Tree:
        """Return a card of any kind."""
        kind = self.rng.choice(KINDS)
        record: dict[str, Tree] = {"id": f"odd_{self.ids}", "name": f"Odd {self.ids}", "kind": kind}
        self.ids += 1
        record["deck"] = "spells" if kind == "spell" else self.rng.choice(HOME)
        if self.likely(0.3):
            record["copies"] = self.number(1, 4)
        if kind in ("animal", "spirit", "monster"):
            record["craft" if kind == "spirit" else "strength"] = self.number(1, 6)
            record |= {"grows": self.value(1)} if self.likely(0.3) else {}
        if kind == "spell":
            record |= {"cast": self.cast(), "effect": self.effect()}
        elif kind in MET or self.likely(0.2):
            record["meet"] = self.effect()
        if self.likely(0.15):
            record["holds"] = self.counts(2)
        for key, chance in (("drawn", 0.1), ("taken", 0.15)):
            if self.likely(chance):
                record[key] = self.effect(1)
        record |= self.hooks(3 if kind in ("object", "magic_object", "follower") else 1)
        record |= self.others(Card, record)
        return record | (self.figure(record) if kind in MET and self.likely(0.2) else {})

    def figure(self, record: dict[str, Tree]) -> dict[str, Tree]:
        """Return what makes a card a figure that stands on the board and moves by itself."""
        start = {"start": self.rng.choice(self.spaces)} if self.likely(0.8) else {}
        comes = {"comes": {"do_as": "this"} if self.likely(0.5) else self.effect(1)} if self.likely(0.7) else {}
        where = (
            {"towards": "all", "steps": self.value(2)}, {"to": self.rng.choice(self.spaces)}, {"to": "here"},
            {"either": "rolled"},
        )  # fmt: skip
        moves: Tree = {"after": self.rng.choice(("round_over", "turn_over", "cycle_turned", "landed"))}
        moves["do"] = {"roam": "this", **self.rng.choice(where)}
        return {"roams": True, **start, **comes, "trigger": moves}

    def others(self, cls: type[Word], there: dict[str, Tree]) -> dict[str, Tree]:
        """Return a few further fields of a record, of those with plain types."""
        plain = [(name, kind) for name, kind in fields(cls).items() if kind in ("int", "bool", "Counts")]
        chosen = [one for one in plain if key_of(one[0]) not in there and self.likely(0.04)]
        return {key_of(name): self.field(kind, 2) for name, kind in chosen}

    def cast(self) -> Tree:
        """Return when a Spell may be cast, and at whom."""
        aim = self.rng.choice(({}, {}, {"target": "any_other"}, {"space": "any"}, {"card": "enemy"}))
        return {"at": self.rng.choice(sorted(MOMENTS)), **aim, **self.when()}

    def ability(self) -> Tree:
        """Return an ability."""
        self.ids += 1
        return {"id": f"odd_{self.ids}", "name": f"Odd {self.ids}", **self.hooks(2)}

    def rule(self, cards: list[Tree]) -> Tree:
        """Return a rule of the house, which may lay out some of the cards from the beginning."""
        record = self.ability()
        if self.likely(0.6):
            laid = {"lay_out": self.rng.choice(cards)["id"], "on": self.rng.choice(self.spaces)}
            record["set_up"] = laid if self.likely(0.7) else self.effect(1)
        return record

    def character(self) -> Tree:
        """Return a character."""
        self.ids += 1
        record = {
            "id": f"odd_{self.ids}", "name": f"Odd {self.ids}", "alignment": self.rng.choice(ALIGNMENTS),
            "start": self.rng.choice(SPACES), "strength": self.number(0, 5), "craft": self.number(0, 5),
            "life": self.number(1, 5), "fate": self.number(0, 3), "gold": self.number(0, 5),
            "spells": self.number(0, 2), "abilities": [self.ability() for _ in range(self.rng.randint(0, 3))],
        }  # fmt: skip
        return record | ({"objects": [self.rng.choice(("sword", "helmet"))]} if self.likely(0.4) else {})

    def space(self, name: str, regions: tuple[str, ...], roads: list[str]) -> Tree:
        """Return a space of the pack's own, in one of some Regions, with roads and perhaps gates."""
        record: Tree = {"id": name, "name": name.replace("_", " ").title(), "region": self.rng.choice(regions)}
        for key, chance in (("first", 0.2), ("visit", 0.5), ("stay", 0.2), ("stock", 0.2)):
            if self.likely(chance):
                record[key] = self.effect()
        if self.likely(0.3):
            record["gates"] = {"to": self.rng.choice(SPACES), "pass": [self.effect(1), "enter"]}
        return {**record, "draw": self.number(0, 2), "next": roads, **self.hooks(1)}

    def board(self) -> dict[str, Tree]:
        """Return a Region with one space or two, and the ways there."""
        gates = [{"from": start, "to": OWN_SPACES[0]} for start in ("crags", "oasis")]
        region = {"id": "odd_region", "name": "Odd Region"}
        if self.likely(0.5):
            roads = self.rng.sample(SPACES, self.rng.randint(0, 3))
            return {
                "regions": [region], "gates": gates,
                "spaces": [self.space(OWN_SPACES[0], ("outer", "inner", "odd_region"), roads)],
            }  # fmt: skip
        region["paths"] = self.rng.choice(PATHS)
        there = (region["id"],)
        spaces = [self.space(name, there, [other]) for name, other in (OWN_SPACES, OWN_SPACES[::-1])]
        spaces[1].setdefault("gates", {"to": self.rng.choice(SPACES)})
        return {"regions": [region], "gates": gates, "spaces": spaces}

    def mark(self) -> Tree:
        """Return a kind of mark."""
        record = {"id": "odd_mark", "name": "Odd Mark", **self.hooks(2)}
        for key in ("stacks", "leads", "holds", "outlives", "hidden", "deputy"):
            if self.likely(0.15):
                record[key] = True
        record |= {"terrain": self.terrain()} if self.likely(0.3) else {}
        return record | ({"on_end": self.effect(1)} if self.likely(0.3) else {})

    def terrain(self) -> Tree:
        """Return what a mark lays over a space."""
        record = {"draw": self.number(0, 2)}
        for key, chance in (("first", 0.5), ("visit", 0.5)):
            if self.likely(chance):
                record[key] = self.effect(1)
        return record | ({"kind": self.rng.choice(("woods", "hills", "city"))} if self.likely(0.3) else {})

    def times(self) -> list[Tree]:
        """Return two kinds of marks that take turns on the table."""
        return [
            {"id": name, "name": name.replace("_", " ").title(), "cycle": "odd_time", **self.hooks(1)} for name in TIMES
        ]

    def pack(self) -> dict[str, Tree]:
        """Return the files of a pack, by name."""
        about: dict[str, Tree] = {"language": 2, "name": "Odd Pack", "decks": [{"id": "odd_deck", "name": "Odd Deck"}]}
        marks, board = [], {}
        if self.likely(0.2):
            about["options"] = {"odd_option": {"default": self.likely(0.5), "text": "Whether it is odd."}}
        if self.likely(0.4):
            about["components"] = {"odd_favour": {"name": "Odd Favour", "small": self.number(1, 20)}}
            self.counters = (*COUNTERS, "odd_favour", "odd_favour")
        if self.likely(0.3):
            self.marks = (*MARKS, *TIMES)
            marks = self.times()
        if self.likely(0.5):
            self.spaces = (*SPACES, OWN_SPACES[0])
            board = self.board()
        cards = [self.card() for _ in range(self.rng.randint(1, 8))]
        rules = [self.rule(cards)] if self.likely(0.4) else []
        if marks:
            rules.append(
                {
                    "id": "odd_hours",
                    "name": "Odd hours",
                    "trigger": {"after": "round_over", "do": {"advance": "odd_time"}},
                }
            )
        if rules:
            about["rules"] = rules
        files: dict[str, Tree] = {
            "pack": about,
            "cards": {"cards": cards},
            "board": {"marks": [self.mark(), *marks], **board},
        }
        if self.likely(0.4):
            files["heroes"] = {"characters": [self.character() for _ in range(self.rng.randint(1, 2))]}
        return files


def names_of(who: tuple[int, ...]) -> tuple[str, ...]:
    """Return how packs write some choices of seats."""
    return tuple(WHO[one] for one in who)
