"""The sheet of a character: its points and where they come from, what it has, holds and has won, and what is on it."""

from __future__ import annotations

from rich.text import Text

from stormriver.adventure.model.definitions import Card
from stormriver.adventure.view import SeatView, View
from stormriver.cli.screen import palette
from stormriver.cli.screen.adventure import cards
from stormriver.cli.screen.adventure.things import who
from stormriver.cli.screen.lines import Lines, blank, cut, fold, rule, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.presentation.adventure.facts import Points
from stormriver.presentation.adventure.ids import card_name, cards_of, place, table_of
from stormriver.presentation.adventure.stat_breakdown import made_up, points, rates
from stormriver.presentation.names import counted, initials, seat_name, title


def summary(view: View, seat: int, width: int) -> Lines:
    """Return a sheet in about a dozen lines, for the side of the board.

    Args:
        view: what the viewer sees.
        seat: whose sheet.
        width: columns to fold to, 20 or more.
    """
    found = view.seats[seat]
    if not found.playing:
        return [text(who(view, seat), (f"  {absence(found)}", palette.FAINT))]
    numbers = points(view, seat)
    lines = [text((f" {initials(view)[seat]} ", f"bold reverse {palette.of_seat(seat)}"), " ", who(view, seat))]
    lines.append(Text(f"{found.alignment}, at {place(view, found.space)}", palette.FAINT))
    lines += _points_line("Strength", "red", numbers["strength"], numbers["battle"], "in battle", width)
    lines += _points_line("Craft", "blue", numbers["craft"], numbers["psychic"], "in psychic combat", width)
    lines.append(text("Lives ", gauge(found.lives, found.life_value, "green")))
    if "fate" in found.counters:
        lines[-1].append_text(text("  Fate ", gauge(found.fate, found.fate_value, "magenta")))
    lines += fold(text("Gold ", (str(found.gold), "yellow"), won(view, found)), width, 2)
    lines += fold(text("Has ", (belongings_line(view, found), "bright_green")), width, 2)
    if found.spells or found.spell_limit:
        held = counted([card_name(view, spell) for spell in found.spells])
        count = f"Spells {len(found.spells)} of {found.spell_limit}"
        lines += fold(text(count, (f": {held}" if held else "", "bright_blue")), width, 2)
    marks = mark_names(view, found)
    return [*lines, *(fold(Text(marks, "bright_yellow"), width, 2) if marks else [])]


def brief(view: View, seat: int, width: int) -> Lines:
    """Return a sheet in three or four lines, for terminals without room for the board."""
    found = view.seats[seat]
    if not found.playing:
        return summary(view, seat, width)
    numbers = points(view, seat)
    sign = (f" {initials(view)[seat]} ", f"bold reverse {palette.of_seat(seat)}")
    who_and_where = f"  {found.alignment}, at {place(view, found.space)}"
    strong = found.strength + numbers["battle"].total
    in_battle = f" ({strong} in battle)" if strong != found.strength else ""
    line = text(
        "Strength ", (str(found.strength), "bold red"), in_battle, "  Craft ", (str(found.craft), "bold blue"),
        "  Lives ", (f"{found.lives}/{found.life_value}", "green"),
    )  # fmt: skip
    if "fate" in found.counters:
        line.append_text(text("  Fate ", (f"{found.fate}/{found.fate_value}", "magenta")))
    line.append_text(text("  Gold ", (str(found.gold), "yellow"), won(view, found)))
    has = text("Has ", (belongings_line(view, found), "bright_green"))
    if found.spells:
        has.append("; Spells ")
        has.append(counted([card_name(view, spell) for spell in found.spells]), "bright_blue")
    marks = mark_names(view, found)
    has.append(f"; {marks}" if marks else "", "bright_yellow")
    lines = [text(sign, " ", who(view, seat), (who_and_where, palette.FAINT)), line, has]
    return [folded for line in lines for folded in fold(line, width, 2)]


def _points_line(name: str, style: str, own: Points, extra: Points, when: str, width: int) -> Lines:
    line = text(f"{name:<9}", (str(own.total), f"bold {style}"), (f" = {made_up(own)}", palette.FAINT))
    if len(own.parts) == 1:
        line = text(f"{name:<9}", (str(own.total), f"bold {style}"))
    if extra.parts:
        line.append(f"; {own.total + extra.total} {when} ({made_up(extra)})", palette.FAINT)
    return fold(line, width, 2)


def gauge(now: int, value: int, style: str) -> Text:
    """Return a count with its printed value, as signs where there are few: `●●●○ 3/4`."""
    if max(now, value) > 6:
        return text((str(now), f"bold {style}"), (f"/{value}", palette.FAINT))
    full, empty = "●" * now, "○" * max(0, value - now)
    return text((full, style), (empty, palette.FAINT), (f" {now}/{value}", palette.FAINT))


def absence(seat: SeatView) -> str:
    """Return why a seat has no character on the board."""
    return "starts anew in the next turn" if seat.in_game else "out of the game"


def belongings_line(view: View, seat: SeatView) -> str:
    """Return the Objects and Followers of a seat by name."""
    return counted([card_name(view, card) for card in seat.cards]) or "nothing"


def won(view: View, seat: SeatView) -> str:
    """Return what a seat has for its victories, in a game that has such: `  Trophies Strength 5/7`."""
    table = table_of(view)
    trophies = f"  Trophies {trophy_line(view, seat)}" if "trophy_points" in table.options else ""
    counted_out = (f"  {title(name)} {seat.counters[name]}/{rate}" for name, rate in rates(table).items())
    return "".join([trophies, *counted_out])


def trophy_line(view: View, seat: SeatView) -> str:
    """Return what the trophies of a seat are worth so far: `Strength 5/7`."""
    if not seat.trophies:
        return "none"
    rate = int(str(table_of(view).options["trophy_points"]))
    parts = [
        f"{name} {amount}/{rate}"
        for name, amount in zip(("Strength", "Craft"), seat.trophy_points, strict=True)
        if amount
    ]
    return ", ".join(parts)


def marks_on(view: View, seat: SeatView) -> list[tuple[str, str]]:
    """Return what is on a character for a time, each with its name and text; what only the rules count is left out."""
    kinds = {kind.id: kind for kind in table_of(view).marks}
    lines = [
        (f"{kinds[name].name}{f' {amount}' if amount > 1 else ''}", str(kinds[name].text))
        for name, amount in seat.marks.items()
        if kinds[name].text and not kinds[name].hidden
    ]
    if seat.missed_turns:
        lines.append((f"Misses {seat.missed_turns} turn{'s' if seat.missed_turns > 1 else ''}", ""))
    return lines


def mark_names(view: View, seat: SeatView) -> str:
    """Return the names of what is on a character for a time."""
    return "; ".join(name for name, _ in marks_on(view, seat))


def others(view: View, width: int, room: int) -> Lines:
    """Return each seat but the viewer's in a few lines, or where there is less room in two or one."""
    seats = [seat for seat in view.seats if seat.number != view.seat]
    full = [line for seat in seats for line in glance(view, seat, width)]
    if len(full) <= room:
        return full
    both = [cut(line, width) for seat in seats for line in parts(view, seat)]
    return both if len(both) <= room else [glance(view, seat, 1000)[0] for seat in seats]


def glance(view: View, seat: SeatView, width: int) -> Lines:
    """Return another seat in a line or a few: who, where, and how strong."""
    first, second = parts(view, seat)
    both = text(first, second[2:])
    return [both] if both.cell_len <= width else [line for part in parts(view, seat) for line in fold(part, width, 4)]


def parts(view: View, seat: SeatView) -> Lines:
    """Return another seat in two parts: who and where, and how strong and with what."""
    sign = (f" {initials(view)[seat.number]} ", f"bold reverse {palette.of_seat(seat.number)}")
    if not seat.playing:
        return [text(sign, " ", seat_text(view, seat.number)), text("    ", (absence(seat), palette.FAINT))]
    line = text(sign, " ", who(view, seat.number), (f", {place(view, seat.space)}", palette.FAINT))
    numbers = text(
        "    ", (f"S{seat.strength}", "red"), " ", (f"C{seat.craft}", "blue"), " ", (f"L{seat.lives}", "green"), " ",
    )  # fmt: skip
    if "fate" in seat.counters:
        numbers.append_text(text((f"F{seat.fate}", "magenta"), " "))
    numbers.append(f"{palette.GOLD}{seat.gold}", "yellow")
    for name, rate in rates(table_of(view)).items():
        numbers.append(f" {title(name)} {seat.counters[name]}/{rate}", "magenta")
    if seat.spells:
        numbers.append(f" {len(seat.spells)} Spell{'s' if len(seat.spells) > 1 else ''}", "bright_blue")
    if seat.cards:
        numbers.append(f"; {belongings_line(view, seat)}", palette.FAINT)
    return [line, numbers]


def sheet(view: View, seat: int, width: int) -> Lines:
    """Return the whole sheet of a seat, each card with its text.

    Args:
        view: what the viewer sees; of others' Spells only their number is known.
        seat: whose sheet.
        width: columns to fold to.
    """
    found = view.seats[seat]
    lines = [rule(f"Sheet of {seat_name(view, seat)}", width), *summary(view, seat, width)]
    if not found.playing:
        return lines
    for mark, says in marks_on(view, found):
        lines += fold(text((mark, "bright_yellow"), f": {says}" if says else ""), width, 2)
    for name, spare in points(view, seat).items():
        for part in spare.spare:
            more = f"{part.name} {part.amount:+d} in {name} is not counted: too many to be used at once"
            lines.append(Text(more, palette.FAINT))
    definitions = cards_of(table_of(view))
    assert found.character is not None
    lines += [blank(), *_card_lines(view, definitions[found.character], width)]
    groups = {"Objects": "object", "Followers": "follower"}
    shown: set[str] = set()
    for heading, kind in groups.items():
        of_kind = [card for card in found.cards if kind in definitions[card].names]
        shown |= set(of_kind)
        lines += _group(view, heading, of_kind, width)
    lines += _group(view, "Followers that were Enemies", [card for card in found.cards if card not in shown], width)
    lines += _group(view, "Spells", [spell for spell in found.spells if spell != "?"], width)
    hidden = found.spells.count("?")
    if hidden:
        lines += [blank(), Text(f"{hidden} Spell{'s' if hidden > 1 else ''} that you cannot see")]
    return lines + _trophies(view, found, width)


def _group(view: View, heading: str, names: list[str], width: int) -> Lines:
    if not names:
        return []
    lines = [blank(), Text(f"{heading} ({len(names)})", "bold underline")]
    for name in dict.fromkeys(names):
        lines += _card_lines(view, cards_of(table_of(view))[name], width, names.count(name))
    return lines


def _card_lines(view: View, card: Card, width: int, count: int = 1) -> Lines:
    lines = cards.lines_of(view, card, width)
    return [text(lines[0], (f"  ×{count}", "bold")), *lines[1:]] if count > 1 else lines


def _trophies(view: View, seat: SeatView, width: int) -> Lines:
    if not seat.trophies:
        return []
    definitions = cards_of(table_of(view))
    rate = table_of(view).options["trophy_points"]
    names = []
    for name in seat.trophies:
        card = definitions[name]
        names.append(f"{card.name} ({'Strength' if card.strength else 'Craft'} {card.strength or card.craft})")
    heading = text(("Trophies", "bold"), f"  {trophy_line(view, seat)}; {rate} points are worth 1 counter")
    return [blank(), heading, *fold(Text(counted(names)), width, 2)]
