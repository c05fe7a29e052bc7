"""The table of an adventure game: every definition with its number, and the indexes of hooks by what they answer."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from stormriver.adventure.model.columns import (
    ALIGNMENT,
    CHARACTER,
    COLUMNS,
    COUNTERS,
    CRAFT,
    EXPERIENCE,
    FATE,
    GOLD,
    LIFE,
    SPACE,
    STRENGTH,
)
from stormriver.adventure.model.definitions import (
    Card,
    Carrier,
    Counter,
    Deck,
    Kind,
    MarkKind,
    Region,
    RuleMarks,
    Space,
)
from stormriver.adventure.model.hook_index import HookIndex, Permissions
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.moments import BITS
from stormriver.adventure.model.types import YOU
from stormriver.adventure.model.walks import FURTHEST, Walk, path_ways, round_ways
from stormriver.kernel.game import Game
from stormriver.kernel.rulebook import Rulebook
from stormriver.kernel.state import NONE, bit_of_kind
from stormriver.kernel.table import HIDDEN, OPEN, OWN, Table, Zone
from stormriver.language.grammar import NOTHING, Fixed
from stormriver.language.ruleset import Ruleset

MASK_BITS: Final = 60
"""How many questions have a bit of their own in hook masks: compiled, a number of more bits is many times slower."""


@mypyc_attr(allow_interpreted_subclasses=True)  # tables are copied, see `called`
class AdventureTable(Table):
    """All that games of one preset, with the same packs, options and number of seats, share."""

    cards: tuple[Card, ...]
    spaces: tuple[Space, ...]
    marks: tuple[MarkKind, ...]

    def __init__(self, rulebook: Rulebook[AdventureTable], ruleset: Ruleset, seats: tuple[str, ...]) -> None:
        super().__init__(rulebook)
        self.ruleset = ruleset
        self.renamed = ruleset.renamed
        self.seats = seats
        self.columns: tuple[str, ...] = COLUMNS
        self.unsettling = frozenset({SPACE, CRAFT, ALIGNMENT, CHARACTER, GOLD})
        self.options: dict[str, Any] = {name: setting.value for name, setting in ruleset.settings.items()}
        self.numbers_first = False  # whether what is drawn waits for its number
        self._know_moments()

        # filled by the loader
        self.regions: dict[str, Region] = {}
        self.kinds: dict[str, Kind] = {}
        self.decks: list[Deck] = []
        self.definitions: list[Card] = []  # one of each card id
        self.definition_of: list[int] = []  # by card number
        self.number_names: list[str] = []
        self.number_defaults: list[int] = []
        self.number_texts: list[str] = []
        self.number_less_texts: list[str] = []  # what is said if the number is lessened; empty: the same
        self.stat_numbers: frozenset[int] = frozenset()
        self.purposes: dict[str, int] = {"": NONE}
        self.act_names: list[str] = []  # where each act stands, by its index
        self.mark_ids: dict[str, int] = {}
        self.enforcing: list[Any] = []  # the words that put cards in force
        self.ground: set[int] = set()  # the kinds of marks that are put on spaces, where they concern who stands there
        self.rule_marks: RuleMarks
        self.rules: tuple[Any, ...] = ()
        self.spell_limits: list[int] = []
        self.counters: dict[str, int] = {}  # the columns that are counted in this game, by name
        self.countable: dict[str, int] = dict(COUNTERS)  # all that words may speak of as counted
        self.own_counters: dict[int, Counter] = {}  # those that packs have put into the box, by column
        self.stock: dict[int, tuple[int, int]] = {}
        self.form_cards: dict[int, int] = {}
        self.alignment_cards = NONE
        self.neutral_cards = 0  # for those who have become neutral; 0 if they take the others

    def _know_moments(self) -> None:
        self.TURN_START = BITS["turn_start"]
        self.ANOTHER_TURN_START = BITS["another_turn_start"]
        self.MOVE = BITS["move"]
        self.INSTEAD_OF_ROLL = BITS["instead_of_roll"]
        self.MOVE_ROLLED = BITS["move_rolled"]
        self.ANOTHER_MOVE_ROLLED = BITS["another_move_rolled"]
        self.MOVED = BITS["moved"]
        self.CARD_MET = BITS["card_met"]
        self.ANOTHER_CARD_MET = BITS["another_card_met"]
        self.MEET = BITS["meet"]
        self.MET = BITS["met"]
        self.ENCOUNTER = BITS["encounter"]
        self.ATTACK = BITS["attack"]
        self.ANOTHER_ATTACK = BITS["another_attack"]
        self.ROLLED = BITS["rolled"]
        self.LIFE_LOST = BITS["life_lost"]
        self.ANOTHER_LIFE_LOST = BITS["another_life_lost"]
        self.FOLLOWER_LOST = BITS["follower_lost"]
        self.CONFINED = BITS["confined"]
        self.DEFEATED = BITS["defeated"]
        self.KILLED = BITS["killed"]
        self.ANOTHER_KILLED = BITS["another_killed"]
        self.SPELL_CAST = BITS["spell_cast"]
        self.PAYING = BITS["paying"]
        self.TURN_END = BITS["turn_end"]
        self.ANOTHER_TURN_END = BITS["another_turn_end"]
        self.ATTACK_ROLLED = BITS["attack_rolled"]
        self.REWARD = BITS["reward"]
        self.SPELL_WORKED = BITS["spell_worked"]
        self.MISSING_TURN = BITS["missing_turn"]
        self.VICTORY = BITS["victory"]
        self.DRAWN = BITS["drawn"]
        self.ATTACKED = BITS["attacked"]
        self.SET_OUT = BITS["set_out"]
        self.ANOTHER_MOVED = BITS["another_moved"]

    def number_of(self, name: str) -> int:
        """Return the index of a number that hooks may modify, e.g. `strength`."""
        return self.number_names.index(name)

    def arrange(self, drawn_from: str, stock_of_objects: str) -> None:
        """Lay out the zones and build the indexes of hooks, once all definitions are read."""
        self._lay_zones(drawn_from, stock_of_objects)
        self._know_cards()
        self._know_marks()
        self._know_board()
        self._index_hooks()
        self._know_numbers()
        self.trophies_kept = "trophy_points" in self.options
        self.fate = any(rule.id == "fate" for rule in self.rules)

    def _know_numbers(self) -> None:
        self.STRENGTH = self.number_of("strength")
        self.CRAFT = self.number_of("craft")
        self.BATTLE = self.number_of("battle")
        self.PSYCHIC = self.number_of("psychic")
        self.CARRY = self.number_of("carry")
        self.WEAPONS = self.number_of("weapons")
        self.ARMOURS = self.number_of("armours")
        self.ATTACK_DICE = self.number_of("attack_dice")
        self.CREATURE_ATTACK = self.number_of("creature_attack")
        self.REDRAWS = self.number_of("redraws")
        # only packs bring these
        self.DRAWS = self._number_if_there("draws")
        self.LEAST_SPELLS = self._number_if_there("least_spells")
        self.MOST_SPELLS = self._number_if_there("most_spells")
        self.REBATE = self._number_if_there("rebate")
        self.DISCOUNT = self._number_if_there("discount")

    def _number_if_there(self, name: str) -> int:
        return self.number_names.index(name) if name in self.number_names else NONE

    def _lay_zones(self, drawn_from: str, stock_of_objects: str) -> None:
        zones: list[Zone] = []
        self.deck_zone = [_lay(zones, f"deck.{deck.id}", HIDDEN if deck.hidden else OPEN) for deck in self.decks]
        self.deck_discard = [
            _lay(zones, f"discard.{deck.id}") if deck.discards else zone
            for deck, zone in zip(self.decks, self.deck_zone, strict=True)
        ]
        self.casting = _lay(zones, "casting")
        self.ending_decks = tuple([number for number, deck in enumerate(self.decks) if deck.lays])
        self.goal = self.goal_covered = NONE  # where what lies on the goal lies face up, and face down
        if self.ending_decks:
            self.goal, self.goal_covered = _lay(zones, "goal"), _lay(zones, "goal.covered", HIDDEN)
        self.endings = frozenset(card for card, back in enumerate(self.backs) if back in self.ending_decks)
        enforced = frozenset(card for word in self.enforcing for card in word.enforces(self))
        self.for_all = self.endings | enforced  # whose hooks may come to hold for all
        self.enforced = frozenset(self.cards[card].id for card in enforced)  # the ids of those not on the goal
        self.in_force = _lay(zones, "in_force") if self.enforcing else NONE  # what holds for all
        self.zones_for_all = tuple([zone for zone in (self.goal, self.in_force) if zone != NONE])
        self.box = _lay(zones, "box")
        self.lying = len(zones)
        for space in self.spaces:
            _lay(zones, f"space.{space.id}")
        self.kept: dict[int, int] = {}  # the zone of the cards that lie on a card or space, by its source number
        for card, definition in enumerate(self.cards):
            if definition.keeps:
                self.kept[card] = _lay(zones, f"on.{definition.id}" + f"_{card}" * (definition.copies > 1))
        for number, space in enumerate(self.spaces):
            if space.keeps:
                self.kept[len(self.cards) + number] = _lay(zones, f"on.{space.id}")
        self.play = self._lay_for_seats(zones, "play", OPEN)
        self.hand = self._lay_for_seats(zones, "hand", OWN)
        self.trophies = self._lay_for_seats(zones, "trophies", OPEN)
        self.choice = self._lay_for_seats(zones, "choice", OWN)
        self.reserve = self._lay_for_seats(zones, "reserve", OWN)
        self.character = self._lay_for_seats(zones, "character", OPEN)
        self.zones = tuple(zones)
        ids = [deck.id for deck in self.decks]
        self.drawn_from = ids.index(drawn_from)
        self.stock_of_objects = ids.index(stock_of_objects)
        self.spell_deck = ids.index("spells")
        self.character_deck = ids.index("characters")
        self.stocks = [self.deck_zone[i] for i, deck in enumerate(self.decks) if not deck.hidden]

    def _lay_for_seats(self, zones: list[Zone], name: str, visible: int) -> int:
        """Lay out a zone for each seat, and return the number of the first."""
        for number, seat in enumerate(self.seats):
            _lay(zones, f"{name}.{seat}", visible, number)
        return len(zones) - len(self.seats)

    def _know_cards(self) -> None:
        cards: tuple[Card, ...] = self.cards
        self.printed = [  # what is printed on a character card of each counter
            {LIFE: card.life, FATE: card.fate, GOLD: card.gold, STRENGTH: card.strength, CRAFT: card.craft,
             EXPERIENCE: card.experience} for card in cards
        ]  # fmt: skip
        self.is_enemy = ["enemy" in card.names for card in cards]
        self.vanishes = [card.action == "discard" for card in cards]  # once it has been met
        self.is_event = ["event" in card.names for card in cards]
        self.is_object = ["object" in card.names for card in cards]
        self.is_burden = [  # what counts against the carrying limit
            "object" in card.names and "trinket" not in card.names for card in cards
        ]
        self.is_belonging = ["belonging" in card.names for card in cards]
        self.cast_at = [0 if card.cast is None else card.cast.at for card in cards]
        self.order = [card.order for card in cards]
        if self.options["encounter_order"] == "kind":
            rank = {"event": 1, "enemy": 1, "stranger": 4, "place": 5, "belonging": 6}
            self.order = [
                next((value * 10 for name, value in rank.items() if value > 1 and name in card.names), card.order)
                for card in cards
            ]
        self.belonging_order = min(
            [order for card, order in zip(cards, self.order, strict=True) if "object" in card.names], default=0
        )
        self.figures = tuple([card for card, definition in enumerate(cards) if definition.roams])
        self.roaming = frozenset(self.figures)
        self.figure_names: frozenset[str] = frozenset().union(*[cards[card].names for card in self.figures])
        for card in self.figures:
            if not self.is_enemy[card] and cards[card].meet is NOTHING:
                self.order[card] = NONE  # there is nothing to meet
        self.weapons = frozenset(c for c, card in enumerate(cards) if "weapon" in card.names)
        self.armours = frozenset(c for c, card in enumerate(cards) if "armour" in card.names)
        self.discard_of = [self.deck_discard[back] for back in self.backs]
        self.space_source = len(cards)
        self.mark_source = self.space_source + len(self.spaces)
        self.rule_source = self.mark_source + len(self.marks)
        self.board = self.subject_of_space(0)  # what marks lie on that lie on the table as a whole

    def _know_marks(self) -> None:
        marks: tuple[MarkKind, ...] = self.marks
        ids = self.mark_ids
        self.rule_marks = RuleMarks(ids)
        self.forms = frozenset(kind for kind, mark in enumerate(marks) if mark.strength != NONE)
        self.form_bits = 0  # in `Marks.kinds`
        for kind in self.forms:
            self.form_bits |= bit_of_kind(kind)
        self.makers = {kind: mark.makes for kind, mark in enumerate(marks) if mark.makes}
        countable = self.countable.items()
        self.held_marks = {column: ids[f"held_{name}"] for name, column in countable if f"held_{name}" in ids}
        self.aside_marks = {STRENGTH: ids["aside_strength"], CRAFT: ids["aside_craft"]}
        self.mark_columns = [NONE] * len(marks)
        for column, kind in (*self.held_marks.items(), *self.aside_marks.items()):
            self.mark_columns[kind] = column
        self.mark_columns[ids["loose_gold"]] = COUNTERS["gold"]
        self.cycles: dict[str, tuple[int, ...]] = {}
        for kind, mark in enumerate(marks):
            if mark.cycle:
                self.cycles[mark.cycle] = (*self.cycles.get(mark.cycle, ()), kind)
        self.cyclic = frozenset(kind for kinds in self.cycles.values() for kind in kinds)
        self.for_all_changes = bool(
            self.cyclic or self.figures or self.enforced
        )  # whether what holds for all is not always the same
        self.for_all |= self.roaming | {self.rule_source} | {self.mark_source + kind for kind in self.cyclic}
        self.deputies = frozenset(kind for kind, mark in enumerate(marks) if mark.deputy)
        self.terrains = {kind: mark.terrain for kind, mark in enumerate(marks) if mark.terrain is not None}
        self.terrain_bits = 0  # in `Marks.kinds`
        for kind, over in self.terrains.items():
            self.terrain_bits |= bit_of_kind(kind)
            over.names = frozenset({marks[kind].id, over.kind} - {""})
        self.fight_marks = frozenset({ids["sheathed"], ids["wielded"], ids["ally"]})

    def _know_board(self) -> None:
        spaces: tuple[Space, ...] = self.spaces
        ids = {space.id: number for number, space in enumerate(spaces)}
        self.next = [tuple(ids[name] for name in space.next) for space in spaces]
        self.before = self._ways_back()
        self.opposite = [tuple(ids[name] for name in space.opposite) for space in spaces]
        self.gates = [space.gates for space in spaces]
        self.region_at = [self.regions[space.region] for space in spaces]
        decks = {deck.id: number for number, deck in enumerate(self.decks)} | {"": self.drawn_from}
        self.drawn_at = [decks[self.regions[space.region].deck] for space in spaces]
        for space in spaces:
            for gate in space.gates:
                gate.beyond = ids[gate.to]
        self.rivers = {(n, gate.beyond) for n, gates in enumerate(self.gates) for gate in gates if gate.river}
        self._walks: dict[tuple[int, int], list[Walk]] = {}
        self.summit = next((number for number, space in enumerate(spaces) if space.summit), NONE)
        self.stocked_spaces = [number for number, space in enumerate(spaces) if space.stock is not NOTHING]
        self.open_spaces = [
            number
            for number, space in enumerate(spaces)
            if not (space.summit or self.regions[space.region].creatures_immune)
        ]
        self.distance = self._distances()

    def _ways_back(self) -> list[int]:
        """Return from which space of the same way round one comes to each space clockwise; NONE for those beside it."""
        before = [NONE] * len(self.next)
        for start, following in enumerate(self.next):
            space = following[0] if following else NONE
            for _ in self.next:
                if space in (NONE, start):
                    break
                space = self.next[space][0] if self.next[space] else NONE
            if space == start:
                before[following[0]] = start
        return before

    def walks(self, start: int, count: int) -> list[Walk]:
        """Return the ways to walk `count` spaces."""
        count = min(count, FURTHEST)
        ways = self._walks.get((start, count))
        if ways is None:
            paths = self.region_at[start].paths
            if paths:
                ways = path_ways(self.next, self.gates, start, count, paths)
            else:
                ways = round_ways(self.next, self.gates, start, count)
            self._walks[start, count] = ways
        return ways

    def _distances(self) -> list[int]:
        """Return how far each space is from the way out of its Region, for Regions walked step by step."""
        distance = [0] * len(self.spaces)
        level = {name: region.level for name, region in self.regions.items()}
        for region in self.regions.values():
            inside = [n for n, space in enumerate(self.spaces) if space.region == region.id]
            edge = [
                n
                for n in inside
                if any(level[self.spaces[gate.beyond].region] < region.level for gate in self.gates[n])
            ]
            reached = set(edge)
            steps = 0
            while edge and region.moves == "step":
                steps += 1
                edge = [m for n in edge for m in (*self.next[n], *[g.beyond for g in self.gates[n]]) if m in inside]
                edge = [m for m in dict.fromkeys(edge) if m not in reached]
                reached.update(edge)
                for n in edge:
                    distance[n] = steps
        return distance

    def _index_hooks(self) -> None:
        enter = {kind for kind in self.ground if any(no.action == "enter" for no in self.marks[kind].forbid)}
        self.barriers = frozenset(enter)  # the kinds of marks that keep characters from coming to a space
        carriers: list[tuple[int, Carrier]] = []
        for number, card in enumerate(self.cards):
            carriers.append((number, card))
            carriers += [(number, ability) for ability in card.abilities]
        carriers += [(self.space_source + n, space) for n, space in enumerate(self.spaces)]
        carriers += [(self.mark_source + n, mark) for n, mark in enumerate(self.marks)]
        carriers += [(self.rule_source, rule) for rule in self.rules]
        self.modifies = [HookIndex(self) for _ in self.number_names]
        self.allows: dict[str, Permissions] = {}
        self.forbids: dict[str, Permissions] = {}
        self.musts: dict[str, Permissions] = {}
        self.replaces: dict[str, HookIndex] = {}
        self.triggers: dict[str, HookIndex] = {}
        self.watched: dict[str, HookIndex] = {}  # the triggers of what happens to others
        self.acts: dict[int, tuple[Act, ...]] = {}
        self.act_moments = 0
        self.priced_moments = 0  # at which something may be done for gold
        self._acts_at: dict[int, HookIndex] = {}
        for source, carrier in carriers:
            self._index(source, carrier)
        self.never_below = [
            default if all(hook.adds for hooks in rows.clauses.values() for hook in hooks) else 0
            for default, rows in zip(self.number_defaults, self.modifies, strict=True)
        ]
        self.spell_moments = 0
        for moments in self.cast_at:
            self.spell_moments |= moments
        self._know_what_is_borne()

    def _know_what_is_borne(self) -> None:
        """Give each question that hooks answer its bit in masks; where there are many, some share one."""
        self.moments_of = [0] * (self.rule_source + 1)  # at which moments each source may be made use of, one bit each
        self.priced_rules: list[tuple[int, list[tuple[int, int]]]] = []  # when rules may be, and what they cost
        for source, acts in self.acts.items():
            for act in acts:
                price = _counters_for(act)
                if source == self.rule_source and price:
                    self.priced_rules.append((int(act.at), price))
                else:
                    self.moments_of[source] |= act.at
        self.spendable = frozenset(column for _, price in self.priced_rules for column, _ in price)
        self.borne = [0] * (self.rule_source + 1)  # what else each source may answer, one bit a question
        families = (self.allows, self.forbids, self.musts, self.replaces, self.triggers, self.watched)
        singly = [*self.modifies, *[rows for family in families for rows in family.values()]]
        for number, rows in enumerate([rows for rows in singly if rows.clauses]):
            rows.bit = 1 << number % MASK_BITS
            for source in rows.clauses:
                self.borne[source] |= rows.bit
        self.told_of_losses = any(  # whether any trigger asks to what a life is lost
            trigger.of
            for rows in (self.triggers.get("lost_life"), self.watched.get("lost_life"))
            if rows is not None
            for triggers in rows.clauses.values()
            for trigger in triggers
        )
        self.trigger_bits = 0  # those of all that triggers answer
        for rows in self.triggers.values():
            self.trigger_bits |= rows.bit
        self.borne_by_all = self.borne[self.rule_source]
        self.moments_of_all = self.moments_of[self.rule_source]
        # What lies on the goal or is in force is looked at by itself, see `stats.masks`: mostly nothing does.
        for source in (*self.roaming, *[self.mark_source + kind for kind in self.cyclic | self.ground]):
            self.borne_by_all |= self.borne[source]
            self.moments_of_all |= self.moments_of[source]

    def _index(self, source: int, carrier: Carrier) -> None:
        for modify in carrier.modify:
            self.modifies[modify.number].add(source, modify)
        for permission in carrier.allow:
            self.allows.setdefault(permission.action, Permissions(self)).add(source, permission)
        for permission in carrier.forbid:
            if permission.action == "enter" and source - self.mark_source in self.barriers:
                continue  # that is asked of its space, see `is_barred`
            self.forbids.setdefault(permission.action, Permissions(self)).add(source, permission)
        for permission in carrier.must:
            self.musts.setdefault(permission.action, Permissions(self)).add(source, permission)
        for replace in carrier.replace:
            self.replaces.setdefault(replace.event, HookIndex(self)).add(source, replace)
        for trigger in carrier.trigger:
            rows = self.triggers if trigger.who == YOU else self.watched
            rows.setdefault(trigger.after, HookIndex(self)).add(source, trigger)
        for act in (*carrier.act, *carrier.respond):
            self.acts[source] = (*self.acts.get(source, ()), act)
            self.add_name(act.key or self.source_id(source))
            self.act_moments |= act.at
            if GOLD in act.cost:
                self.priced_moments |= act.at & ~self.PAYING  # nothing is paid for in order to pay

    def acts_at(self, moments: int) -> HookIndex:
        """Return the acts that are possible at any moment of a bitmask, by the source number of their carrier."""
        rows = self._acts_at.get(moments)
        if rows is None:
            rows = self._acts_at[moments] = HookIndex(self)
            for source, acts in self.acts.items():
                if found := [act for act in acts if act.at & moments]:
                    rows.add(source, *found)
        return rows

    def is_lying(self, zone: int) -> bool:
        """Tell whether a zone holds what lies on a space."""
        return self.lying <= zone < self.lying + len(self.spaces)

    def source_id(self, source: int) -> str:
        """Return the id of a carrier of hooks, by its source number."""
        if source < self.space_source:
            return str(self.cards[source].id)
        if source < self.mark_source:
            return str(self.spaces[source - self.space_source].id)
        if source < self.rule_source:
            return str(self.marks[source - self.mark_source].id)
        return "rules"


def _counters_for(act: Act) -> list[tuple[int, int]]:
    """Return what an act costs beside gold, as far as that is settled: how much of which column."""
    found: list[tuple[int, int]] = []
    for column, price in act.cost.items():
        amount = price.fixed if isinstance(price, Fixed) else price.settled()
        if column != GOLD and amount is not None:
            found.append((column, amount))
    return found


def _lay(zones: list[Zone], name: str, visible: int = OPEN, owner: int = NONE) -> int:
    """Lay out a zone, and return its number."""
    zones.append(Zone(name, visible, owner))
    return len(zones) - 1


AdventureGame = Game[AdventureTable]
"""A game at such a table."""
