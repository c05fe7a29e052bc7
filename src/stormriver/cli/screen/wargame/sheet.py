"""The sheet of a side: its purse, its magic and spells, its goals, and its units with all that is on them."""

from __future__ import annotations

from rich.text import Text

from stormriver.cli.screen import palette
from stormriver.cli.screen.lines import Lines, blank, columns, fold, rule, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.screen.wargame.board import SIDES, chit_name, signs, tile_name
from stormriver.cli.wording import say, tell, words
from stormriver.language.clauses import Count
from stormriver.presentation.names import counted, seat_name
from stormriver.wargame.analysis.under_way import PHASE_IDS
from stormriver.wargame.model.nouns import cup as cup_part
from stormriver.wargame.model.table import CUPS
from stormriver.wargame.view import SeatView, UnitView, View


def who(view: View, seat: int) -> Text:
    """Return a seat with its side: `Ann, Good`."""
    return text(seat_text(view, seat), (f", {words(view, f'side_{view.seats[seat].side}')}", "default"))


def names(view: View, chits: list[str]) -> str:
    """Return chits by their names, equal ones counted; unknown ones are spells."""
    known = {card.id: card for card in view.game.table.definitions}
    return counted([chit_name(view, known[chit]) if chit in known else words(view, "hidden_spell") for chit in chits])


def phases(view: View) -> Text:
    """Return the nine phases in one line, the one under way marked."""
    line = Text()
    now = phase_number(view)
    for number, phase in enumerate(PHASE_IDS):
        word = words(view, f"phase_{phase}")
        line.append(" " if number else "")
        line.append(f"[{word}]" if number == now else word, "bold reverse" if number == now else palette.FAINT)
    return line


def phase_number(view: View) -> int:
    """Return which of the nine phases is under way, counted from 0; -1 while the game is set up."""
    return PHASE_IDS.index(view.phase) if view.phase in PHASE_IDS else -1


def summary(view: View, seat: int, width: int) -> Lines:
    """Return a side in a few lines: gold, magic, spells, goals."""
    found = view.seats[seat]
    sign = (f" {SIDES[seat]} ", f"bold reverse {palette.of_seat(seat)}")
    units = found.units
    lines = [text(sign, " ", who(view, seat), (f"  {say(view, Count('unit', len(units)))}", palette.FAINT))]
    lines += fold(
        text(
            f"{words(view, 'gold')} ",
            (str(found.gold), "yellow"),
            f"  {words(view, 'magic_points')} ",
            (str(found.points), "bright_blue"),
            granted(view, seat),
        ),
        width,
        2,
    )
    held = [spell for spell in found.spells if spell != "?"]
    told = f": {names(view, held)}" if held else ""
    held_of = words(view, "spells_held", number=len(found.spells), limit=found.hand_limit)
    lines += fold(text(held_of, (told, "bright_blue")), width, 2)
    lines += fold(text(f"{words(view, 'goals')}: ", goals(view, found)), width, 2)
    if found.drawn:
        lines += fold(text(f"{words(view, 'drawn')}: ", (names(view, found.drawn), "bright_green")), width, 2)
    return [*lines, *([Text(tell(view, "skips_turn"), "bright_red")] if found.skips else [])]


def granted(view: View, seat: int) -> Text:
    """Return what the magic points of a side grant it: `2 spells a turn, 1 roll more`."""
    points = view.seats[seat].points
    grants = [name for least, name in view.game.table.magic_power if points >= least]
    kinds = [name for name in ("power", "summon", "skill") if name in grants]
    said = [f"+{grants.count(name)} {words(view, f'grants_{name}')}" for name in kinds]
    if "power" in grants and not view.seats[seat].magic_users:
        said[0] = words(view, "no_magic_user")
    return Text(f" ({', '.join(said)})" if said else "", palette.FAINT)


def goals(view: View, seat: SeatView) -> Text:
    """Return the tiles that a side must capture, where they lie, and who stands there."""
    found = Text()
    for square in view.squares:
        if square.tile in seat.goals:
            found.append(", " if found.plain else "")
            found.append(f"{tile_name(view, square)} {square.id.upper()}", "bold bright_yellow")
            unit = square.unit
            if unit is not None:
                found.append(f" {SIDES[unit.owner]}", f"bold {palette.of_seat(unit.owner)}")
    return found


def glance(view: View, seat: int, width: int) -> Lines:
    """Return a side in a line or two."""
    found = view.seats[seat]
    sign = (f" {SIDES[seat]} ", f"bold reverse {palette.of_seat(seat)}")
    units, points, spells = (
        say(view, Count(noun, number))
        for noun, number in (("unit", len(found.units)), ("magic_point", found.points), ("spell", len(found.spells)))
    )
    magic = f"{points}  {spells}"
    line = text(
        sign, " ", who(view, seat), f"  {units}  ", (f"{palette.GOLD}{found.gold}", "yellow"),
        (f"  {magic}  ", "bright_blue"), goals(view, found),
    )  # fmt: skip
    return fold(line, width, 4)


def unit_short(view: View, unit: UnitView) -> Text:
    """Return a unit in a line: its square, name, strength, wounds and signs."""
    wounds = f" {words(view, 'wounds', number=unit.wounds, limit=unit.limit)}"
    line = text(
        (f"{unit.square.upper()} ", palette.FAINT), (chit_name(view, unit.definition), palette.of_seat(unit.owner)),
        " ", (str(unit.strength), "bold"), (wounds if unit.wounds else "", "bright_red"),
        (f" {words(view, 'diseased')}" if unit.diseased else "", "bright_green"), signs(view, unit),
    )  # fmt: skip
    return line


def sheet(view: View, seat: int, width: int) -> Lines:
    """Return all that a side has, each unit with its abilities, items and chits."""
    found = view.seats[seat]
    lines = [rule(tell(view, "sheet_of", seat=seat_name(view, seat)), width), *summary(view, seat, width), blank()]
    squares = {square.id: square for square in view.squares}
    for unit in found.units:
        where = f"  {unit.square.upper()}, {tile_name(view, squares[unit.square])}"
        lines += fold(
            text(unit_short(view, unit), (where, palette.FAINT), (f"  {facts(view, unit)}", palette.FAINT)), width, 4
        )
    lines += [blank(), *cups(view, width)]
    return lines


def facts(view: View, unit: UnitView) -> str:
    """Return what a unit is able to do and carries, in a line."""
    table = view.game.table
    said = [words(view, "moves", steps=unit.steps)] + [words(view, "save", most=unit.save)] * bool(unit.save)
    said += [table.name_of(table.abilities[name], view.language) for name in unit.abilities]
    marks = {mark.id: table.name_of(mark, view.language) for mark in table.marks}
    said += [names(view, [*unit.items, *unit.chits])] if unit.items or unit.chits else []
    said += [marks[name] for name in unit.marks]
    return "; ".join(said)


def cups(view: View, width: int) -> Lines:
    """Return how many chits the cups and the piles of spent ones hold."""
    held = view.cups()
    told = [
        Text(tell(view, "cup", name=cup_part(cup), held=held[f"cup.{cup}"], spent=held[f"spent.{cup}"]))
        for cup in CUPS
        if not cup.endswith("_tiles")
    ]
    return [Text(words(view, "cups"), "bold underline"), *columns(told, width)]
