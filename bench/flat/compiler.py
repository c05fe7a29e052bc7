"""From the engine's table to flat code: procedures, words, and the facts of cards and spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from flat import opcodes as op
from flat import state
from stormriver.adventure.model import frames, perils
from stormriver.adventure.model.columns import ALIGNMENTS
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.model.types import ALL_SEATS, EVERYTHING, NEITHER, REGION, YOU, Who
from stormriver.adventure.procedures import (
    combat,
    dice,
    drawing,
    encounter,
    limits,
    lives,
    meeting,
    movement,
    turn,
)
from stormriver.adventure.words.choice import ByAlignment, Each
from stormriver.adventure.words.counters import Gain, Heal, Least, Lose, Replenish
from stormriver.adventure.words.dice import Roll
from stormriver.adventure.words.fights import Fight
from stormriver.adventure.words.marks import Is
from stormriver.adventure.words.turns import MissTurn
from stormriver.kernel.frames import Frame
from stormriver.kernel.state import NONE
from stormriver.language.control import If, Not
from stormriver.language.grammar import ALWAYS, NOTHING, Fixed, Nothing

ALL = 1 << 10
"""More than there is of anything."""


class NotInSlice(Exception):
    """The study has no instruction for a word."""


class Label:
    """A place in the code, whose address is known once it is reached."""

    def __init__(self) -> None:
        self.address = NONE


class Assembler:
    """Code under way: instructions with labels in the place of addresses."""

    def __init__(self) -> None:
        self.code: list[int | Label] = []

    def put(self, what: int, *operands: int | Label) -> None:
        """Add an instruction."""
        assert len(operands) == op.OPERANDS[what], what
        self.code += [what, *operands]

    def here(self, label: Label | None = None) -> Label:
        """Give a label, or a new one, the address of the next instruction."""
        label = label or Label()
        label.address = len(self.code)
        return label

    def done(self) -> list[int]:
        """Return the code with addresses in the place of labels."""
        return [part.address if isinstance(part, Label) else part for part in self.code]


class Compiler:
    """Makes a program of a table."""

    def __init__(self, table: AdventureTable) -> None:
        self.table = table
        self.out = Assembler()
        self.die = Label()
        self.fight = Label()
        self.loss = Label()

    def program(self) -> op.Program:
        """Return the program of the table.

        Raises:
            NotInSlice: for a word or fact that the study does not know.
        """
        table = self.table
        counts = (len(table.seats), len(table.cards), len(table.spaces), len(table.zones))
        room = (state.MOST_SEATS, state.MOST_CARDS, state.MOST_SPACES, state.MOST_ZONES)
        if any(count > most for count, most in zip(counts, room, strict=True)):
            raise NotInSlice(f"more than {room} seats, cards, spaces or zones")
        self._procedures()
        lists = {
            "facts": self._facts(),
            "visits": [self._word_code(space.visit) for space in self._reachable()],
            "draws": [space.draw for space in self._reachable()],
            "walks": [walk for number in range(len(table.spaces)) for walk in self._walks(number)],
            "first_zone": [table.deck_zone[back] for back in table.backs],
            "stock": [part for column in range(6) for part in table.stock.get(column, (0, 0))],
            "causes": self._causes(),
        }
        lists["code"] = self.out.done()
        return op.Program(lists, self._numbers())

    def _numbers(self) -> dict[str, int]:
        table = self.table
        deck = table.drawn_from
        (act,) = table.acts[table.rule_source]  # paying fate
        return {
            "seats": len(table.seats), "cards": len(table.cards), "deck": table.deck_zone[deck],
            "discard": table.deck_discard[deck], "characters": table.deck_zone[table.character_deck],
            "box": table.box, "lying": table.lying, "play": table.play, "trophies": table.trophies,
            "choice": table.choice, "character": table.character, "carry": table.number_defaults[table.CARRY],
            "trophy_points": int(table.options["trophy_points"]), "fate_source": table.rule_source,
            "fate_act": act.index, "gold_mark": table.rule_marks.loose_gold, "left_mark": table.rule_marks.ditched,
            "rounds_mark": table.rule_marks.rounds, "mark_spaces": table.subject_of_space(0),
        }  # fmt: skip

    def _reachable(self) -> Iterable[Any]:
        """Return the spaces, those beyond the river as if there were nothing on them: nobody gets there."""
        return [space if space.region == "outer" else _Blank() for space in self.table.spaces]

    def _walks(self, space: int) -> list[int]:
        if self.table.spaces[space].region != "outer":
            return [0] * 12
        return [walk.end for count in range(1, 7) for walk in self.table.walks(space, count)]

    # procedures

    def _procedures(self) -> None:
        put, here = self.out.put, self.out.here
        reborn, take, ditch, surplus = Label(), Label(), Label(), Label()
        for number, deck in enumerate(self.table.decks):
            if deck.hidden:
                put(op.SHUFFLE, self.table.deck_zone[number])
        new = here()
        put(op.CALL, reborn)
        put(op.NEXT_SEAT, new)
        self._turn(reborn, take, ditch)
        here(reborn)
        put(op.ASK_CHARACTER)
        put(op.TAKE_CHARACTER)
        put(op.RETURN)
        self._roll()
        self._fight()
        self._take(take, surplus)
        here(ditch)
        put(op.ASK_DITCH)
        put(op.DITCH)
        over = Label()
        here(surplus)
        put(op.ASK_SURPLUS, over)
        put(op.PART_WITH)
        put(op.JUMP, surplus)
        here(over)
        put(op.RETURN)
        here(self.loss)
        put(op.LOSE_LIVES)
        put(op.RETURN)

    def _turn(self, reborn: Label, take: Label, ditch: Label) -> None:
        put, here = self.out.put, self.out.here
        over, trophies, hand_in, last = Label(), Label(), Label(), Label()
        first = here()
        put(op.BEGIN_TURN, reborn)
        put(op.COUNT_SPELLS)
        put(op.IF_STOPPED, over)
        self._asked(op.ASK_MANNER, ditch)
        put(op.CALL, self.die)
        put(op.ASK_MOVE)
        put(op.WALK)
        self._asked(op.ASK_ENCOUNTER, ditch)
        put(op.DRAW)
        self._cards(take, over)
        here(over)
        put(op.ASK_EXCHANGE, last)
        put(op.IF_ANSWER, op.PASS, last)
        put(op.BEGIN_EXCHANGE)
        here(trophies)
        put(op.ASK_TROPHIES)
        put(op.IF_ANSWER, op.HAND_OVER, hand_in)
        put(op.EXCHANGE)
        put(op.JUMP, over)
        here(hand_in)
        put(op.HAND_IN)
        put(op.JUMP, trophies)
        here(last)
        put(op.END_TURN)
        put(op.PASS_ON)
        put(op.JUMP, first)

    def _asked(self, ask: int, ditch: Label) -> None:
        """An ask at which something may be left behind first."""
        put, here = self.out.put, self.out.here
        leave, on = Label(), Label()
        again = here()
        put(ask)
        put(op.IF_ANSWER, op.LEAVE, leave)
        put(op.JUMP, on)
        here(leave)
        put(op.CALL, ditch)
        put(op.JUMP, again)
        here(on)

    def _cards(self, take: Label, over: Label) -> None:
        put, here = self.out.put, self.out.here
        visit, gold = Label(), Label()
        cards = here()
        put(op.NEXT_CARD, visit, gold, over)
        put(op.MEET, self.fight, take)
        put(op.CARD_DONE)
        put(op.JUMP, cards)
        here(gold)
        put(op.CALL, take)
        put(op.JUMP, cards)
        here(visit)
        put(op.VISIT)

    def _roll(self) -> None:
        put, here = self.out.put, self.out.here
        over = Label()
        here(self.die)
        put(op.ROLL_DIE)
        put(op.ASK_FATE)
        put(op.IF_ANSWER, op.PASS, over)
        put(op.REROLL)
        here(over)
        put(op.RETURN)

    def _fight(self) -> None:
        put, here = self.out.put, self.out.here
        compare, won, over = Label(), Label(), Label()
        here(self.fight)
        put(op.THROW)
        put(op.ASK_ATTACK_FATE)
        put(op.IF_ANSWER, op.PASS, compare)
        put(op.REROLL_ATTACK)
        here(compare)
        put(op.COMPARE)
        put(op.IF_OUTCOME, op.WON, won)
        put(op.IF_OUTCOME, op.STOOD_OFF, over)
        put(op.LOSE_LIVES)
        here(over)
        put(op.CUT_SHORT)
        put(op.RETURN)
        here(won)
        put(op.SPOILS)
        put(op.RETURN)

    def _take(self, take: Label, surplus: Label) -> None:
        put, here = self.out.put, self.out.here
        over = Label()
        here(take)
        put(op.ASK_TAKE, over)
        put(op.IF_ANSWER, op.DONE, over)
        put(op.TAKEN)
        put(op.CALL, surplus)
        put(op.JUMP, take)
        here(over)
        put(op.RETURN)

    # words

    def _word_code(self, word: Any) -> int:
        """Return where the code of a word begins; 0 for the word that does nothing."""
        if isinstance(word, Nothing):
            return 0
        begin = self.out.here().address
        self._word(word)
        self.out.put(op.RETURN)
        return begin

    def _word(self, word: Any) -> None:
        found = WORDS.get(type(word))
        if isinstance(word, Nothing):
            return
        if found is None:
            raise NotInSlice(f"no instruction for the word {word.word!r} at {word.address}")
        found(self, word)

    def _cause(self, word: Any) -> int:
        return self.table.first_word + int(word.number)

    def _by_alignment(self, word: ByAlignment) -> None:
        self._branches(op.BY_ALIGNMENT, [word.effects.get(one, NOTHING) for one in range(len(ALIGNMENTS))])

    def _by_roll(self, word: Roll) -> None:
        if word.who != YOU or not isinstance(word.do_, Nothing) or word.again or _fixed(word.dice) != 1:
            raise NotInSlice(f"a roll of another kind at {word.address}")
        self.out.put(op.CALL, self.die)
        self._branches(op.BY_ROLL, [word.following(result) for result in range(1, 7)])

    def _branches(self, what: int, words: list[Any]) -> None:
        """One of several words, each with code of its own; all go on behind the last."""
        labels: dict[int, Label] = {}
        over = Label()
        self.out.put(
            what, *[labels.setdefault(id(word), over if isinstance(word, Nothing) else Label()) for word in words]
        )
        for word in {id(word): word for word in words if not isinstance(word, Nothing)}.values():
            self.out.here(labels[id(word)])
            self._word(word)
            self.out.put(op.JUMP, over)
        self.out.here(over)

    def _for(self, who: Who, put: Callable[[], None]) -> None:
        """Something for the one meant, or for each of all: in the slice everybody is in the same Region."""
        if who == YOU:
            put()
        elif who in (REGION, ALL_SEATS):
            over = Label()
            self.out.put(op.ABOUT_ALL)
            again = self.out.here()
            self.out.put(op.NEXT_OF_ALL, over)
            put()
            self.out.put(op.JUMP, again)
            self.out.here(over)
        else:
            raise NotInSlice(f"nobody is known as {who}")

    def _gain(self, word: Gain) -> None:
        for column, value in word.what.items():
            self._for(word.who, partial(self.out.put, op.GAIN, column, _fixed(value), self._cause(word)))

    def _lose(self, word: Lose) -> None:
        if word.to != NEITHER or word.sparing:
            raise NotInSlice(f"a loss of another kind at {word.address}")
        for column, value in word.what.items():
            self._for(word.who, partial(self._loss, column, _fixed(value), self._cause(word)))

    def _loss(self, column: int, amount: int, cause: int) -> None:
        if column == state.LIFE:
            self.out.put(op.VICTIM, amount)
            self.out.put(op.CALL, self.loss)
        else:
            self.out.put(op.LOSE, column, amount, cause)

    def _heal(self, word: Heal) -> None:
        self._for(word.who, lambda: self.out.put(op.HEAL, state.LIFE, _up_to(word.lives), self._cause(word)))

    def _replenish(self, word: Replenish) -> None:
        self._for(word.who, lambda: self.out.put(op.HEAL, state.FATE, _up_to(word.fate), self._cause(word)))

    def _miss(self, word: MissTurn) -> None:
        self._for(word.who, lambda: self.out.put(op.MISS, _fixed(word.turns), self._cause(word)))

    def _creature(self, word: Fight) -> None:
        if not (isinstance(word.won, Nothing) and isinstance(word.past, Nothing)):
            raise NotInSlice(f"a fight with consequences at {word.address}")
        strength, craft = _fixed(word.strength), _fixed(word.craft)
        self.out.put(op.CREATURE, strength or craft, int(not strength))
        self.out.put(op.CALL, self.fight)

    def _if(self, word: If) -> None:
        self._either(word.condition, word.then, word.else_)

    def _either(self, condition: Any, then: Any, other: Any) -> None:
        """One word if a condition holds, else another."""
        first, over = Label(), Label()
        if isinstance(condition, Not):
            self._either(condition.condition, other, then)
        elif isinstance(condition, Least) and len(condition.amounts) == 1:
            ((column, least),) = condition.amounts.items()
            self.out.put(op.IF_LEAST, column, _fixed(least), first)
            self._word(other)
            self.out.put(op.JUMP, over)
            self.out.here(first)
            self._word(then)
            self.out.here(over)
        elif isinstance(condition, Is) and condition.who == YOU:
            self.out.put(op.UNLESS_ALIGNED, condition.alignment, first)
            self._word(then)
            self.out.put(op.JUMP, over)
            self.out.here(first)
            self._word(other)
            self.out.here(over)
        else:
            raise NotInSlice(f"no instruction for the condition {condition.word!r}")

    def _each(self, word: Each) -> None:
        if word.if_ is ALWAYS:
            self._for(word.who, lambda: self._word(word.do_))
        else:
            self._for(word.who, lambda: self._either(word.if_, word.do_, NOTHING))

    # facts

    def _facts(self) -> list[int]:
        facts: list[int] = []
        for number, card in enumerate(self.table.cards):
            row = [0] * op.FACTS
            self._know(number, card, row)
            facts += row
        return facts

    def _know(self, number: int, card: Any, row: list[int]) -> None:
        table = self.table
        row[op.F_ORDER] = table.order[number]
        row[op.F_STRENGTH] = card.strength
        row[op.F_CRAFT] = card.craft
        row[op.F_IS_ENEMY] = table.is_enemy[number]
        row[op.F_IS_BELONGING] = table.is_belonging[number]
        row[op.F_IS_BURDEN] = table.is_burden[number]
        row[op.F_VANISHES] = table.vanishes[number]
        row[op.F_NOT_FOR] = sum(1 << ALIGNMENTS.index(one) for one in card.not_for)
        row[op.F_MEET] = self._word_code(card.meet)
        row[op.F_TAKEN] = sum(self._word_code(clause.do) for clause in card.replace if clause.event == "take")
        row[op.F_DISCARD] = table.discard_of[number]
        if card.kind == "character":
            row[op.F_LIFE], row[op.F_FATE], row[op.F_GOLD] = card.life, card.fate, card.gold
            row[op.F_START] = card.start
            row[op.F_ALIGNMENT] = ALIGNMENTS.index(card.alignment)
        added = {
            table.STRENGTH: op.F_ADDS_STRENGTH, table.CRAFT: op.F_ADDS_CRAFT, table.BATTLE: op.F_ADDS_BATTLE,
            table.CARRY: op.F_ADDS_CARRY, table.ATTACK_DICE: op.F_ADDS_DICE,
        }  # fmt: skip
        for hook in [*card.modify, *[hook for ability in card.abilities for hook in ability.modify]]:
            if hook.when is not ALWAYS or hook.fixed is None or hook.at_most != NONE:
                raise NotInSlice(f"a number that is more than added to, at {card.id}")
            if hook.number in added:
                row[added[hook.number]] += hook.fixed

    # causes

    def _causes(self) -> list[int]:
        """Return the steps that the log names, in the order of the constants in `opcodes.py`."""
        at, begin = self.table.program.at, self.table.program.begin
        steps: list[tuple[type[Frame], Any]] = [
            (frames.Setup, turn.shuffle_decks), (frames.Reborn, turn.deal), (frames.Reborn, turn.take_character),
            (frames.Turn, turn.begin), (frames.Turn, turn.count_spells), (frames.Turn, turn.end), (frames.Turn, None),
            (frames.Ditch, limits.ditch), (frames.Surplus, None), (frames.Exchange, limits.hand_in),
            (frames.Roll, dice.throw), (frames.Move, movement.set_out), (frames.Draw, drawing.draw_one),
            (frames.Resolve, meeting.card_met), (frames.Resolve, meeting.meet_card),
            (frames.Resolve, meeting.card_done), (frames.Take, None), (perils.Fight, combat.roll),
            (perils.Fight, combat.attacker_rerolls),
            (perils.Fight, combat.compare), (perils.Fight, combat.decide), (perils.Fight, combat.take_trophies),
            (perils.LoseLives, lives.take_lives), (perils.Die, lives.give_back), (perils.Die, lives.leave_estate),
            (perils.Die, lives.leave_board),
            (frames.Move, movement.manner), (frames.Roll, dice.answer), (frames.Move, movement.destination),
            (frames.Encounter, encounter.choose), (frames.Take, meeting.offer), (perils.Fight, combat.attacker_fate),
            (frames.Ditch, limits.offer_ditch), (frames.Surplus, limits.choose_surplus),
            (frames.Exchange, limits.offer_exchange), (frames.Exchange, limits.choose_trophies),
            (frames.Reborn, turn.choose_character),
        ]  # fmt: skip
        causes = [NONE, *[begin[kind] - 1 if step is None else at[kind][step] for kind, step in steps]]
        assert len(causes) == op.CAUSES
        return causes


class _Blank:
    """A space where nothing is to be done."""

    visit = NOTHING
    draw = 0


def _fixed(value: Any) -> int:
    if not isinstance(value, Fixed):
        raise NotInSlice(f"a number that is not fixed: {value!r}")
    return value.fixed


def _up_to(value: Any) -> int:
    return ALL if value is EVERYTHING else _fixed(value)


WORDS: dict[type, Callable[[Compiler, Any], None]] = {
    ByAlignment: Compiler._by_alignment,
    Roll: Compiler._by_roll,
    Gain: Compiler._gain,
    Lose: Compiler._lose,
    Heal: Compiler._heal,
    Replenish: Compiler._replenish,
    MissTurn: Compiler._miss,
    Fight: Compiler._creature,
    If: Compiler._if,
    Each: Compiler._each,
}
"""The words that the study knows."""


def compiled(table: AdventureTable) -> op.Program:
    """Return the program of a table.

    Raises:
        NotInSlice: for a word or fact that the study does not know.
    """
    return Compiler(table).program()
