"""Words of fights: fighting, getting out of it, and changing how it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stormriver.adventure.model import asks, events, perils
from stormriver.adventure.model.clauses import plain, things
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.needs import A_FIGHT, A_FOE, A_TARGET, AN_ENEMY, OWN_CARD, THIS_CARD
from stormriver.adventure.model.perils import EVADED, WON
from stormriver.adventure.model.powers import is_something, refuse_powerless
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ALL_OF_THEM, SPELL, THIS, CreatureKinds, Things, ThingsOrAll, ThingsOrThis
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import belongings, discard, lay
from stormriver.adventure.procedures.stats import can_use, forbidden, is_playing, marks_on, total
from stormriver.adventure.procedures.targets import names_of
from stormriver.adventure.procedures.travel import along
from stormriver.adventure.procedures.triggers import fire
from stormriver.kernel.ask import CARD, SEAT, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.spelling import nearest
from stormriver.kernel.state import NONE
from stormriver.language.clauses import (
    YOU,
    Clause,
    Do,
    Given,
    Name,
    Noun,
    Part,
    Rows,
    Text,
    bid,
    do,
    following,
    listed,
    phrase,
    state,
)
from stormriver.language.control import OneOf
from stormriver.language.grammar import NOTHING, ZERO, Condition, Effect, Names, Value
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node

CREATURE: Final = verb("creature")
AT: Final = verb("at", SEAT)
CHOOSE_CARD: Final = verb("card", CARD)

ANY_CREATURE: Final = frozenset({"creature"})


class Fight(Effect):
    """Fight a creature that is no card. `{fight: Brigand, strength: 4}`, `{fight: Spirit, craft: 4, kind: spirit}`

    `won` follows when it is beaten, `past` when it is beaten or evaded. Where there is experience, it is worth `points`
    instead of its Strength or Craft.
    """

    word = "fight"
    rule = "battle.when"
    chancy = True
    name: str
    strength: Value = ZERO
    craft: Value = ZERO
    kind: CreatureKinds = CreatureKinds(frozenset())
    points: int = NONE  # experience for beating it; its Strength or Craft if it says none
    won: Effect = NOTHING
    past: Effect = NOTHING

    def ready(self, names: Names, node: Node) -> None:
        if not is_something(self.strength) ^ is_something(self.craft):
            refuse_powerless(node, nearest(self._key, names.kinds.get("card", {})))
        if self.strength is ZERO:
            self.rule = "psychic.when"

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            psychic = self.strength is ZERO
            power = (self.craft if psychic else self.strength).of(game, frame.context)
            fights.begin_creature(game, frame.seat, self.number, power, psychic)
            return
        game.state.frames.pop()
        (outcome,) = game.state.returned
        if outcome == WON:
            self.won.run(game, frame.context)
        if outcome in (WON, EVADED):
            self.past.run(game, frame.context)

    def clause(self) -> Part:
        return listed(self.clauses(), "also")

    def clauses(self) -> list[Part]:
        noun, power = ("strength", self.strength) if self.craft is ZERO else ("craft", self.craft)
        said = plain(power)
        if isinstance(said, int):
            fought = bid("fight_creature", creature=self._creature(), power=Noun(noun), number=Text(str(said)))
        else:
            fought = bid("fight_of_power", creature=self._creature(), power=Noun(noun), number=said)
        told: list[Part] = [fought]
        if self.won is not NOTHING:
            told.append(Given(self.won.clause(), state("win"), "first"))
        if self.past is not NOTHING:
            past = Clause((do("win"), do("evade_at_all")), YOU, "or")
            told.append(Given(self.past.clause(), past, "first"))
        return told

    def creature(self, determiner: str = "") -> Name:
        """Return the name of what is fought."""
        return Name("creature", self._key, self.name, determiner=determiner)

    @property
    def _key(self) -> str:
        return self.name.lower().replace(" ", "_")

    def _creature(self) -> Part:
        """Return what is fought with its article; there is only one of what has a space or a name of its own."""
        known = things(self.table)
        single = (self._key in known.spaces or self._key in self.kind) and not known.is_sort(self._key)
        return self.creature("the" if single else "a")


class SingleOut(OneOf):
    """Choose one creature of the fight, which alone is then meant. `{single_out: animal, do: {ignore: animal}}`"""

    word = "single_out"
    rule = "battle.enemies_as_one"
    needs = frozenset({A_FIGHT})
    ask = asks.WHICH
    option = CHOOSE_CARD
    things: Things
    do_: Effect

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return fights.meant(game, context, self.things)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.aimed(chosen))

    def clause(self) -> Part:
        return following(self._chosen(), self.do_.clause())

    def clauses(self) -> list[Part]:
        first, *others = self.do_.clauses()
        return [following(self._chosen(), first), *others]

    def _chosen(self) -> Do:
        return do("choose_opponent", things=things(self.table).one(self.things))


class AtEither(OneOf):
    """Choose one side of the fight under way, not one's own, and do something to it.
    `{at_creature: {destroy: any}, or_character: {lose: {life: 1}, who: target}}`

    The target is the character chosen; of a creature, the character who fights it.
    """

    word = "at_creature"
    rule = "battle.cast"
    needs = frozenset({A_FIGHT})
    provides = {"creature": frozenset({A_TARGET}), "or_character": frozenset({A_TARGET})}
    ask = asks.SIDE
    creature: Effect
    or_character: Effect

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        fight = game.under_way(perils.Fight)
        if fight is None:
            return []
        found = [AT + seat for seat in self._characters(game, context, fight)]
        if fight.rival == NONE and self.creature.possible(game, context.facing(fight.seat)):
            found.insert(0, CREATURE)
        return found

    def _characters(self, game: AdventureGame, context: Context, fight: perils.Fight) -> Iterator[int]:
        """Yield the characters of a fight to whom it can be done; no Spell touches who is safe from Spells."""
        for seat in (fight.seat, fight.rival):
            if seat in (NONE, context.seat) or not is_playing(game, seat) or forbidden(game, seat, "be_cast_at", SPELL):
                continue
            if self.or_character.possible(game, context.facing(seat)):
                yield seat

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0 and not self.among(game, frame.context):  # the fight is over meanwhile
            game.state.frames.pop()
            return
        super().step(game, frame)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        if chosen == CREATURE:
            fight = game.under_way(perils.Fight)
            assert fight is not None
            self.creature.run(game, context.facing(fight.seat))
        else:
            self.or_character.run(game, context.facing(chosen - AT))

    def clause(self) -> Part:
        rows = (("creature", self.creature), ("character", self.or_character))
        return Rows(bid("choose_side"), tuple((phrase(f"side_{name}"), effect.clause()) for name, effect in rows))


class AtOne(OneOf):
    """Something done to one creature of the fight: the one singled out, else one of the seat's choice (ruling.79)."""

    needs = frozenset({A_FIGHT})
    ask = asks.WHICH
    option = CHOOSE_CARD
    things: Things

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return fights.meant(game, context, self.things)

    def do(self, game: AdventureGame, context: Context) -> None:
        meant = self.among(game, context)
        if len(meant) > 1:
            self.begin(game, context)
        elif meant:
            self.carry_out(game, context, meant[0])
        else:
            self.do_to_creature(game, context.seat)

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        """Do it to the creature of the fight if that is no card; by default nothing."""

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return True

    def creature(self) -> Part:
        """Return the noun for the creature, with its definite article."""
        return things(self.table).bare(self.things or ANY_CREATURE, "the")


class Destroy(AtOne):
    """Destroy a creature of the fight, without fighting or once it is killed: it is no trophy. `{destroy: spirit}`

    A bare `destroy` means this card.
    """

    word = "destroy"
    things: ThingsOrThis = THIS

    def incidental(self) -> bool:
        return self.things == THIS

    def needed(self) -> frozenset[Need]:
        return frozenset({AN_ENEMY, A_FOE}) if self.things == THIS else NONE_GIVEN

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return [context.card] if self.things == THIS else super().among(game, context)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fight = fights.fight_under_way(game)
        fights.leave_fight(game, fight, chosen)
        discard(game, chosen, context.seat)
        if fight.outcome == WON:
            fire(game, context.seat, "killed_enemy", names_of(game, chosen))

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        fight = fights.fight_under_way(game)
        fight.destroyed = True
        fights.settle_creature(game, fight, perils.WON)

    def clause(self) -> Part:
        if self.things == THIS:
            return bid("forgo_trophy")
        reward = "experience" if "experience" in self.table.counters else "trophy"
        return bid(f"destroy_without_{reward}", creature=self.creature())


class Kill(AtOne):
    """Kill a creature of the fight without fighting it; it may be kept as a trophy. `{kill: elemental}`"""

    word = "kill"
    rule = "trophies.take"

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), chosen)
        events.ENEMY_KILLED.tell(game, context.seat, chosen)
        game.move_card(chosen, game.table.trophies + context.seat, context.seat)
        fire(game, context.seat, "killed_enemy", names_of(game, chosen))

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        fights.settle_creature(game, fights.fight_under_way(game), perils.WON)

    def clause(self) -> Part:
        return Clause((do("kill_without_fight", creature=self.creature()), do("keep_killed_as_trophy")))


class Evade(AtOne):
    """Leave a creature of the fight, or all of one's opponents, behind as if evaded. `{evade: any}`, `{evade: all}`"""

    word = "evade"
    rule = "evade.effect"
    things: ThingsOrAll

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.things == ALL_OF_THEM:
            self.do_to_creature(game, context.seat)
        else:
            super().do(game, context)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), chosen)

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        fights.settle_creature(game, fights.fight_under_way(game), perils.EVADED)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        from_characters = self.things == ALL_OF_THEM and fights.fight_under_way(game).rival != NONE
        return from_characters or not fights.creatures_immune(game, context.seat)

    def clause(self) -> Part:
        return bid("evade_all") if self.things == ALL_OF_THEM else bid("evade_creature", creature=self.creature())


class Ignore(AtOne):
    """Leave a creature of the fight alone; it is not evaded, so it still bars what lies there. `{ignore: animal}`"""

    word = "ignore"
    rule = "encounter.enemies_before_rest"

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_alone(game, fights.fight_under_way(game), [chosen])

    def clause(self) -> Part:
        return bid("leave_alone", creature=self.creature())


class Drive(AtOne):
    """Put an Enemy on the next space clockwise instead of fighting it. `{drive: enemy}`, `{drive: enemy, back: true}`

    With `back: true` it is the next space counterclockwise.
    """

    word = "drive"
    rule = "evade.effect"
    back: bool = False

    def _beyond(self, game: AdventureGame, seat: int) -> int:
        return along(game.table, game.state.seats[seat][SPACE], -1 if self.back else 1)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        space = self._beyond(game, context.seat)
        fights.leave_fight(game, fights.fight_under_way(game), chosen)
        lay(game, chosen, space, context.seat)
        events.CARD_PLACED.tell(game, context.seat, chosen, space)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        here = game.state.seats[context.seat][SPACE]
        moves = self._beyond(game, context.seat) != here and not fights.creatures_immune(game, context.seat)
        return moves and bool(fights.meant(game, context, self.things))

    def clause(self) -> Part:
        return bid("drive_back" if self.back else "drive_on", creature=self.creature())


class Surprise(Effect):
    """The opponent of this fight rolls no die, and a victory over a character takes a life. `surprise`"""

    word = "surprise"
    needs = frozenset({A_FIGHT})

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = game.under_way(perils.Fight)
        if fight is not None:
            fight.surprised = True

    def clause(self) -> Part:
        return listed(self.clauses(), "also")

    def clauses(self) -> list[Part]:
        taken = state("take_life_as_reward", modal="must")
        return [bid("surprise"), Given(taken, state("defeat_character"), "first")]


class SwitchCombat(Effect):
    """Make a battle a psychic combat, or the other way round. `switch_combat`"""

    word = "switch_combat"
    rule = "encounter.character"
    needs = frozenset({A_FIGHT})

    def do(self, game: AdventureGame, context: Context) -> None:
        fight = fights.fight_under_way(game)
        fight.psychic = not fight.psychic

    def clause(self) -> Part:
        return bid("switch_combat")


class Wield(Effect):
    """Take this Weapon in hand for the fight, as long as a hand is free; then no other is used. `wield`"""

    word = "wield"
    rule = "objects.weapon"
    needs = frozenset({THIS_CARD, OWN_CARD, A_FIGHT})

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        wielded, sheathed = table.rule_marks.wielded, table.rule_marks.sheathed
        game.mark(wielded, table.subject_of_card(context.card), 1, FIGHT_END, context.seat)
        if self._hands(game, context) > 0:
            return
        for card in belongings(game, context.seat):
            subject = table.subject_of_card(card)
            if card in table.weapons and not marks_on(game, subject, wielded):
                game.mark(sheathed, subject, 1, FIGHT_END, context.seat)

    def _hands(self, game: AdventureGame, context: Context) -> int:
        """Return how many more Weapons may be used in the fight."""
        table = game.table
        kind = table.rule_marks.wielded
        held = sum(marks_on(game, table.subject_of_card(card), kind) for card in belongings(game, context.seat))
        return total(game, context.seat, table.WEAPONS) - held

    def possible(self, game: AdventureGame, context: Context) -> bool:
        table = game.table
        return (
            can_use(game, context.seat, context.card)
            and self._hands(game, context) > 0
            and not marks_on(game, table.subject_of_card(context.card), table.rule_marks.sheathed)
        )

    def clause(self) -> Part:
        return bid("take_in_hand")


class Against(Condition):
    """Fighting one of these: an Enemy by its kind or id, a `creature`, a `character`. `{against: dragon}`"""

    word = "against"
    needs = frozenset({A_FIGHT})
    things: Things

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(perils.Fight)
        return fight is not None and fights.opposes(game, fight, self.things)

    def clause(self) -> Part:
        return state("be_fighting", whom=things(self.table).one(self.things))


class InFight(Condition):
    """In a fight of this kind, `battle` or `psychic`, as a fighter. `{in_fight: battle}`"""

    word = "in_fight"
    needs = frozenset({A_FIGHT})
    kind: str

    def ready(self, names: Names, node: Node) -> None:
        if self.kind not in ("battle", "psychic"):
            node.fail("a fight is `battle` or `psychic`, not {kind!r}", kind=self.kind)

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(perils.Fight)
        if fight is None or context.seat not in (fight.seat, fight.rival):
            return False
        return fight.psychic == (self.kind == "psychic")

    def clause(self) -> Part:
        return state("be_in_fight", fight=phrase(f"lost_in_{self.kind}"))


class Attacking(Condition):
    """Being the attacker of the fight, or attacked by a creature in one's own turn. `attacking`"""

    word = "attacking"
    needs = frozenset({A_FIGHT})

    def test(self, game: AdventureGame, context: Context) -> bool:
        fight = game.under_way(perils.Fight)
        return fight is not None and fight.seat == context.seat

    def clause(self) -> Part:
        return state("be_attacker")


class Foe(Value):
    """The Strength or Craft of a creature of the fight, of the one singled out. `{foe: animal}`"""

    word = "foe"
    needs = frozenset({A_FIGHT})
    things: Things

    def of(self, game: AdventureGame, context: Context) -> int:
        found = fights.meant(game, context, self.things)
        fight = game.under_way(perils.Fight)
        return fights.power(game, fight, found[0]) if found and fight is not None else 0

    def clause(self) -> Part:
        return phrase("strength_of_creature", creature=things(self.table).bare(self.things or ANY_CREATURE, "the"))
