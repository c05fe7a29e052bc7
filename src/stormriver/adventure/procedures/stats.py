"""The numbers of a character at this moment, and what they may and may not do.

Nothing is applied and undone: a number is folded from all hooks that concern a character
whenever it is needed, and a permission is looked up the same way. Forbidding wins over allowing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stormriver.adventure.model.columns import ALIGNMENT, CHARACTER, CRAFT, SPACE, STRENGTH
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.terrain import NO_MARKS, marks_at
from stormriver.kernel.frames import Context
from stormriver.kernel.game import UNSEEN
from stormriver.kernel.state import KIND_BITS, NONE, Mark
from stormriver.language.grammar import ALWAYS

if TYPE_CHECKING:
    from stormriver.adventure.model.hook_index import HookIndex, Permissions
    from stormriver.adventure.model.hooks import Modify, Permission

NO_NAMES: Final[frozenset[str]] = frozenset()
OBJECTS: Final = frozenset({"object", "magic_object"})


def marks_on(game: AdventureGame, subject: int, kind: int) -> int:
    """Return the total amount of a kind of mark on a subject (0 if none)."""
    marks = game.state.marks
    amount = 0
    if marks.kinds >> kind % KIND_BITS & 1:
        for mark in marks.on.get(subject, NO_MARKS):
            if mark.kind == kind:
                amount += mark.amount
    return amount


def find_marks(game: AdventureGame, subject: int, kind: int) -> tuple[Mark, ...]:
    """Return the marks of a kind on a subject."""
    marks = game.state.marks
    if not marks.kinds >> kind % KIND_BITS & 1:
        return NO_MARKS
    return tuple([mark for mark in marks.on.get(subject, NO_MARKS) if mark.kind == kind])


def names_now(game: AdventureGame, card: int) -> frozenset[str]:
    """Return the current names of a belonging: a mark may have turned an Object into something else."""
    table = game.table
    names: frozenset[str] = table.cards[card].names
    if table.makers:
        for mark in game.state.marks.on.get(table.subject_of_card(card), ()):
            if mark.kind in table.makers:
                return names - OBJECTS | {table.makers[mark.kind], table.marks[mark.kind].id}
    return names


def form(game: AdventureGame, seat: int) -> int:
    """Return the kind of mark that has given a character another form, or NONE."""
    marks = game.state.marks
    if marks.kinds & game.table.form_bits:
        for mark in marks.on.get(seat, NO_MARKS):
            if mark.kind in game.table.forms:
                return mark.kind
    return NONE


def carriers(game: AdventureGame, seat: int, rows: HookIndex) -> list[int]:
    """Return the source numbers in `rows` that concern a character, in one fixed order: their cards, marks on
    them, on their space and on the table, their character card (not in another form), their space, what holds for all,
    figures on the board, the rules."""
    state = game.state
    table = game.table
    clauses = rows.clauses
    row = state.seats[seat]
    found = []
    for card in state.zones[table.play + seat]:
        if card in clauses:
            found.append(card)
    if rows.on_marks:
        for mark in state.marks.on.get(seat, ()):
            if table.mark_source + mark.kind in clauses:
                found.append(table.mark_source + mark.kind)
        for mark in marks_at(game, row[SPACE]) if table.ground else NO_MARKS:
            if table.mark_source + mark.kind in clauses:
                found.append(table.mark_source + mark.kind)
        if table.cyclic:
            for mark in state.marks.on.get(table.board, ()):
                if table.mark_source + mark.kind in clauses:
                    found.append(table.mark_source + mark.kind)
    if row[CHARACTER] in clauses and form(game, seat) == NONE:
        found.append(row[CHARACTER])
    if rows.on_board:
        if row[SPACE] != NONE and table.space_source + row[SPACE] in clauses:
            found.append(table.space_source + row[SPACE])
        for zone in table.zones_for_all:
            found += [card for card in state.zones[zone] if card in clauses]
        for card in table.figures:
            if card in clauses and table.is_lying(state.place[card]):
                found.append(card)
        if table.rule_source in clauses:
            found.append(table.rule_source)
    return found


def masks(game: AdventureGame, seat: int) -> tuple[int, int]:
    """Return the hook mask and the moment mask of a character: which questions any hook may answer, and at which
    moments an act or a Spell of theirs may be used (see `Game.hook_mask`)."""
    state = game.state
    table = game.table
    borne = table.borne
    moments_of = table.moments_of
    row = state.seats[seat]
    questions, moments = table.borne_by_all, table.moments_of_all
    if row[CHARACTER] != NONE:
        space = table.space_source + row[SPACE]
        questions |= borne[row[CHARACTER]] | borne[space]
        moments |= moments_of[row[CHARACTER]] | moments_of[space]
    for card in state.zones[table.play + seat]:
        questions |= borne[card]
        moments |= moments_of[card]
    for card in state.zones[table.hand + seat]:
        moments |= table.cast_at[card] if card >= 0 else table.spell_moments  # an unknown one may be any
    for zone in table.zones_for_all:
        for card in state.zones[zone]:
            questions |= borne[card]
            moments |= moments_of[card]
    for mark in state.marks.on.get(seat, ()):
        questions |= borne[table.mark_source + mark.kind]
        moments |= moments_of[table.mark_source + mark.kind]
    for at, price in table.priced_rules:
        if _has(row, price):
            moments |= at
    return questions, moments


def lay_for_all(game: AdventureGame, card: int, zone: int, seat: int = NONE) -> None:
    """Lay a card where it holds for all: every question is asked of every seat until they are settled again.

    Args:
        zone: one of the table's `zones_for_all`, or where it lies face down before.
        seat: the seat that does it; NONE for nobody.
    """
    game.move_card(card, zone, seat)
    game.hook_mask = [UNSEEN] * len(game.hook_mask)
    game.moment_mask = [UNSEEN] * len(game.moment_mask)


def _has(row: vec[i64], price: list[tuple[int, int]]) -> bool:
    """Tell whether a seat with a row has so much of each column."""
    for column, amount in price:  # noqa: SIM110, without a generator
        if row[column] < amount:
            return False
    return True


def forbidden(
    game: AdventureGame, seat: int, action: str, names: frozenset[str] = NO_NAMES, about: Context | None = None
) -> bool:
    """Tell whether something forbids a character an action on a thing with these names."""
    permissions = game.table.forbids.get(action)
    if permissions is None or not game.hook_mask[seat] & permissions.bit:
        return False
    return _granting(game, seat, permissions, names, about) != NONE


def forbidding(
    game: AdventureGame, seat: int, action: str, names: frozenset[str] = NO_NAMES, about: Context | None = None
) -> int:
    """Return the source that forbids a character an action on a thing with these names; NONE if nothing does."""
    permissions = game.table.forbids.get(action)
    if permissions is None or not game.hook_mask[seat] & permissions.bit:
        return NONE
    return _granting(game, seat, permissions, names, about)


def allowed(
    game: AdventureGame, seat: int, action: str, names: frozenset[str] = NO_NAMES, about: Context | None = None
) -> bool:
    """Tell whether something allows a character an action, and nothing forbids it ("cannot" over "can")."""
    permissions = game.table.allows.get(action)
    if permissions is None or not game.hook_mask[seat] & permissions.bit:
        return False
    if _granting(game, seat, permissions, names, about) == NONE:
        return False
    return not forbidden(game, seat, action, names, about)


def obliged(game: AdventureGame, seat: int, action: str, names: frozenset[str] = NO_NAMES) -> bool:
    """Tell whether something demands an action of a character, on a thing with these names."""
    duties = game.table.musts.get(action)
    if duties is None or not game.hook_mask[seat] & duties.bit:
        return False
    return _granting(game, seat, duties, names, None) != NONE


def _granting(
    game: AdventureGame, seat: int, permissions: Permissions, names: frozenset[str], about: Context | None
) -> int:
    rows = permissions.about(names) if permissions.things else permissions
    for source in carriers(game, seat, rows):
        card = source if source < game.table.space_source else NONE
        clauses: tuple[Permission, ...] = rows.clauses[source]
        for clause in clauses:
            if card != NONE and clause.action != "use" and not _lives(game, seat, card):
                continue
            if clause.when is ALWAYS or clause.when.test(game, _seen(about, seat, card)):
                return source
    return NONE


def _seen(about: Context | None, seat: int, card: int) -> Context:
    """Return the context, if there is one, for a seat and one of its cards."""
    return Context(seat, card) if about is None else about.seen_by(seat, card)


def _lives(game: AdventureGame, seat: int, card: int) -> bool:
    """Tell whether the hooks of a card in play count; those of a character card always do."""
    if game.state.seats[seat][CHARACTER] == card:
        return True
    return can_use(game, seat, card)


def can_use(game: AdventureGame, seat: int, card: int) -> bool:
    """Tell whether a character may use one of their cards (having.using)."""
    return barring(game, seat, card) == NONE


def barring(game: AdventureGame, seat: int, card: int) -> int:
    """Return the source that keeps a character from using one of their cards; NONE if nothing does."""
    table = game.table
    permissions = table.forbids.get("use")
    if permissions is None or not game.hook_mask[seat] & permissions.bit:
        return NONE
    if table.in_force != NONE and game.state.place[card] == table.in_force:
        return NONE  # what holds for all is nobody's to use
    rows = permissions.about(names_now(game, card))
    for source in carriers(game, seat, rows):
        clauses: tuple[Permission, ...] = rows.clauses[source]
        for clause in clauses:
            if clause.when is ALWAYS or clause.when.test(game, Context(seat, source)):
                return source
    return NONE


def total(game: AdventureGame, seat: int, number: int, about: Context | None = None) -> int:
    """Return a number of a character, folded from all hooks that concern them; ceilings come last."""
    table = game.table
    value = table.number_defaults[number]
    rows = table.modifies[number]
    if not game.hook_mask[seat] & rows.bit:
        return value
    ceiling = NONE
    for source in carriers(game, seat, rows):
        hooks: tuple[Modify, ...] = rows.clauses[source]
        for hook in hooks:
            if _counts(game, seat, source, hook, about):
                if hook.at_most != NONE:
                    ceiling = hook.at_most if ceiling == NONE else min(ceiling, hook.at_most)
                elif hook.fixed is not None:
                    value += hook.fixed
                else:
                    value += hook.amount.of(game, _seen(about, seat, source if source < table.space_source else NONE))
    return value if ceiling == NONE else min(value, ceiling)


def parts(game: AdventureGame, seat: int, number: int) -> list[tuple[int, int]]:
    """Return what each source adds to the default of a number; what a ceiling takes off stands last, with NONE."""
    table = game.table
    rows = table.modifies[number]
    found: list[tuple[int, int]] = []
    for source in carriers(game, seat, rows):
        for hook in rows.clauses[source]:
            if hook.at_most == NONE and _counts(game, seat, source, hook, None):
                found.append((source, hook.amount.of(game, Context(seat, source))))
    over = total(game, seat, number) - table.number_defaults[number] - sum(amount for _, amount in found)
    return [*found, (NONE, over)] if over else found


def _counts(game: AdventureGame, seat: int, source: int, hook: Modify, about: Context | None) -> bool:
    table = game.table
    if source < table.space_source and source != game.state.seats[seat][CHARACTER]:
        if hook.number in table.stat_numbers and forbidden(game, seat, "bonus", names_now(game, source)):
            return False
        if not can_use(game, seat, source):
            return False
        if about is not None and source in table.weapons and not _wielded(game, seat, source):
            return False
    return hook.when is ALWAYS or hook.when.test(game, _seen(about, seat, source))


def _wielded(game: AdventureGame, seat: int, card: int) -> bool:
    table = game.table
    sheathed = table.rule_marks.sheathed
    return not marks_on(game, table.subject_of_card(card), sheathed)


def printed(game: AdventureGame, seat: int, column: int) -> int:
    """Return the printed Strength or Craft: of the character card, or of the present form."""
    table = game.table
    shape = form(game, seat)
    if shape != NONE:
        kind = table.marks[shape]
        return int(kind.strength if column == STRENGTH else kind.craft)
    card = table.cards[game.state.seats[seat][CHARACTER]]
    return int(card.strength if column == STRENGTH else card.craft)


def strength(game: AdventureGame, seat: int) -> int:
    """Return a character's Strength at this moment: value, counters, and what followers and objects add."""
    table = game.table
    return printed(game, seat, STRENGTH) + game.state.seats[seat][STRENGTH] + total(game, seat, table.STRENGTH)


def craft(game: AdventureGame, seat: int) -> int:
    """Return a character's Craft at this moment."""
    table = game.table
    return printed(game, seat, CRAFT) + game.state.seats[seat][CRAFT] + total(game, seat, table.CRAFT)


def stat(game: AdventureGame, seat: int, column: int) -> int:
    """Return what a character has of a counter; Strength and Craft with all that adds to them."""
    if column == STRENGTH:
        return strength(game, seat)
    if column == CRAFT:
        return craft(game, seat)
    return game.state.seats[seat][column]


def value(game: AdventureGame, seat: int, column: int) -> int:
    """Return the value printed on the character card, up to which healing and replenishing go."""
    return game.table.printed[game.state.seats[seat][CHARACTER]][column]


def playing(game: AdventureGame) -> list[int]:
    """Return the seats with a character on the board, clockwise from the one whose turn it is."""
    rows = game.state.seats
    seats = [(game.state.active + offset) % len(rows) for offset in range(len(rows))]
    return [seat for seat in seats if rows[seat][CHARACTER] != NONE]


def is_playing(game: AdventureGame, seat: int) -> bool:
    """Tell whether a seat has a character on the board; who is killed gives up the character card."""
    return game.state.seats[seat][CHARACTER] != NONE


def alignment(game: AdventureGame, seat: int) -> int:
    """Return a character's alignment at this moment."""
    return game.state.seats[seat][ALIGNMENT]


def region(game: AdventureGame, seat: int) -> str:
    """Return the id of the Region a character is in."""
    return str(game.table.spaces[game.state.seats[seat][SPACE]].region)
