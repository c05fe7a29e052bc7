"""The sheet of a character: its points and where they come from, what it has, holds and has won, and what is on it."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from stormriver.adventure.model.definitions import Card
from stormriver.adventure.view import SeatView, View
from stormriver.cli.screen import palette
from stormriver.cli.screen.adventure import cards
from stormriver.cli.screen.adventure.things import who
from stormriver.cli.screen.lines import Lines, blank, cut, fold, rule, text
from stormriver.cli.screen.seat_colours import seat_text
from stormriver.cli.wording import tell, words
from stormriver.language.clauses import Count, phrase, state_told
from stormriver.presentation.adventure.facts import Points
from stormriver.presentation.adventure.ids import card_name, cards_of, place, say, table_of
from stormriver.presentation.adventure.stat_breakdown import points, rates
from stormriver.presentation.names import counted, initials, named_in, seat_name, title


def summary(view: View, seat: int, width: int) -> Lines:
    """Return a sheet in about a dozen lines, for the side of the board.

    Args:
        view: what the viewer sees.
        seat: whose sheet.
        width: columns to fold to, 20 or more.
    """
    found = view.seats[seat]
    if not found.playing:
        return [text(who(view, seat), (f"  {absence(view, found)}", palette.FAINT))]
    numbers = points(view, seat)
    lines = [text((f" {initials(view)[seat]} ", f"bold reverse {palette.of_seat(seat)}"), " ", who(view, seat))]
    lines.append(Text(standing(view, found), palette.FAINT))
    lines += _points_line(view, "strength", "red", numbers["strength"], numbers["battle"], "in_battle", width)
    lines += _points_line(view, "craft", "blue", numbers["craft"], numbers["psychic"], "in_psychic_combat", width)
    lines.append(text(f"{words(view, 'lives')} ", gauge(found.lives, found.life_value, "green")))
    if "fate" in found.counters:
        lines[-1].append_text(text(f"  {words(view, 'fate')} ", gauge(found.fate, found.fate_value, "magenta")))
    lines += fold(text(f"{words(view, 'gold')} ", (str(found.gold), "yellow"), won(view, found)), width, 2)
    lines += fold(text(f"{words(view, 'has')} ", (belongings_line(view, found), "bright_green")), width, 2)
    if found.spells or found.spell_limit:
        held = counted([card_name(view, spell) for spell in found.spells])
        count = words(view, "spells_held", number=len(found.spells), limit=found.spell_limit)
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
    who_and_where = f"  {standing(view, found)}"
    strong = found.strength + numbers["battle"].total
    in_battle = f" ({strong} {words(view, 'in_battle')})" if strong != found.strength else ""
    line = text(
        f"{words(view, 'strength')} ", (str(found.strength), "bold red"), in_battle,
        f"  {words(view, 'craft')} ", (str(found.craft), "bold blue"),
        f"  {words(view, 'lives')} ", (f"{found.lives}/{found.life_value}", "green"),
    )  # fmt: skip
    if "fate" in found.counters:
        line.append_text(text(f"  {words(view, 'fate')} ", (f"{found.fate}/{found.fate_value}", "magenta")))
    line.append_text(text(f"  {words(view, 'gold')} ", (str(found.gold), "yellow"), won(view, found, trophies_short)))
    has = text(f"{words(view, 'has')} ", (belongings_line(view, found), "bright_green"))
    if found.spells:
        has.append(f"; {words(view, 'spells')} ")
        has.append(counted([card_name(view, spell) for spell in found.spells]), "bright_blue")
    marks = mark_names(view, found)
    has.append(f"; {marks}" if marks else "", "bright_yellow")
    lines = [text(sign, " ", who(view, seat), (who_and_where, palette.FAINT)), line, has]
    return [folded for line in lines for folded in fold(line, width, 2)]


def standing(view: View, seat: SeatView) -> str:
    """Return of which alignment a character is, and where: `good, at Castle`."""
    alignment = phrase(f"alignment_{seat.alignment}")
    key = "off_the_board" if seat.space is None else "stands_at"
    return words(view, key, alignment=alignment, space=place(view, seat.space))


def _points_line(view: View, name: str, style: str, own: Points, extra: Points, when: str, width: int) -> Lines:
    line = text(f"{words(view, name):<9}", (str(own.total), f"bold {style}"))
    if len(own.parts) > 1:
        line.append(f" = {made_up(view, own)}", palette.FAINT)
    if extra.parts:
        line.append(f"; {own.total + extra.total} {words(view, when)} ({made_up(view, extra)})", palette.FAINT)
    return fold(line, width, 2)


def made_up(view: View, points: Points) -> str:
    """Return what makes up a number in words: `3 printed, 1 gained, Magic Belt +1`."""
    own = {say(view, phrase(f"points_{key}")) for key in ("printed", "gained")}
    return ", ".join(
        f"{part.amount} {part.name}" if part.name in own else f"{part.name} {part.amount:+d}" for part in points.parts
    )


def gauge(now: int, value: int, style: str) -> Text:
    """Return a count with its printed value, as signs where there are few: `●●●○ 3/4`."""
    if max(now, value) > 6:
        return text((str(now), f"bold {style}"), (f"/{value}", palette.FAINT))
    full, empty = "●" * now, "○" * max(0, value - now)
    return text((full, style), (empty, palette.FAINT), (f" {now}/{value}", palette.FAINT))


def absence(view: View, seat: SeatView) -> str:
    """Return why a seat has no character on the board."""
    return words(view, "starts_anew" if seat.in_game else "out_of_the_game")


def belongings_line(view: View, seat: SeatView) -> str:
    """Return the Objects and Followers of a seat by name."""
    return counted([card_name(view, card) for card in seat.cards]) or words(view, "nothing")


def won(view: View, seat: SeatView, trophies_of: Callable[[View, SeatView], str] | None = None) -> str:
    """Return what a seat has beside gold, in a game that has such: `  Trophies Strength 5/7  Favour 2`.

    Args:
        view: what the viewer sees.
        seat: whose it is.
        trophies_of: callback that says what trophies are worth; `trophy_line` if left out.
    """
    table, trophies = table_of(view), ""
    if "trophy_points" in table.options:
        trophies = f"  {words(view, 'trophies')} {(trophies_of or trophy_line)(view, seat)}"
    counted_out = (f"  {counter(view, name)} {seat.counters[name]}/{rate}" for name, rate in rates(table).items())
    return "".join([trophies, *counted_out, *[f"  {name} {amount}" for name, amount in own_counters(view, seat)]])


def own_counters(view: View, seat: SeatView) -> list[tuple[str, int]]:
    """Return the counters of packs that a seat has, each kind with its name and how many."""
    table = table_of(view)
    names = {name: table.marks[table.mark_ids[f"held_{name}"]] for name in seat.own_counters}
    return [(table.name_of(names[name], view.language), many) for name, many in seat.own_counters.items() if many]


def counter(view: View, name: str) -> str:
    """Return what a counter of the rules is called."""
    return named_in(view.language, "counter", name, title(name))


def trophy_line(view: View, seat: SeatView) -> str:
    """Return what the trophies of a seat are worth so far: `Strength 5/7`."""
    if not seat.trophies:
        return words(view, "none")
    rate = int(str(table_of(view).options["trophy_points"]))
    parts = [
        f"{words(view, name)} {amount}/{rate}"
        for name, amount in zip(("strength", "craft"), seat.trophy_points, strict=True)
        if amount
    ]
    return ", ".join(parts)


def trophies_short(view: View, seat: SeatView) -> str:
    """Return the same in a few letters: `S5 C2/7`."""
    if not seat.trophies:
        return words(view, "none")
    both = zip(("strength", "craft"), seat.trophy_points, strict=True)
    parts = [f"{words(view, f'letter_{name}')}{amount}" for name, amount in both if amount]
    return f"{' '.join(parts)}/{table_of(view).options['trophy_points']}"


def marks_on(view: View, seat: SeatView) -> list[tuple[str, str]]:
    """Return what is on a character for a time, each with its name and text; what only the rules count is left out."""
    table = table_of(view)
    kinds = {kind.id: kind for kind in table.marks}
    lines = [
        (
            f"{table.name_of(kinds[name], view.language)}{f' {amount}' if amount > 1 else ''}",
            say(view, state_told("mark", name, str(kinds[name].text))),
        )
        for name, amount in seat.marks.items()
        if kinds[name].text and not kinds[name].hidden
    ]
    if seat.missed_turns:
        lines.append((tell(view, "misses_turns", turns=Count("turn", seat.missed_turns)), ""))
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
        return [text(sign, " ", seat_text(view, seat.number)), text("    ", (absence(view, seat), palette.FAINT))]
    line = text(sign, " ", who(view, seat.number), (f", {place(view, seat.space)}", palette.FAINT))
    letter = {name: words(view, f"letter_{name}") for name in ("strength", "craft", "lives", "fate")}
    numbers = text(
        "    ", (f"{letter['strength']}{seat.strength}", "red"), " ", (f"{letter['craft']}{seat.craft}", "blue"), " ",
        (f"{letter['lives']}{seat.lives}", "green"), " ",
    )  # fmt: skip
    if "fate" in seat.counters:
        numbers.append_text(text((f"{letter['fate']}{seat.fate}", "magenta"), " "))
    numbers.append(f"{palette.GOLD}{seat.gold}", "yellow")
    for name, rate in rates(table_of(view)).items():
        numbers.append(f" {counter(view, name)} {seat.counters[name]}/{rate}", "magenta")
    for name, amount in own_counters(view, seat):
        numbers.append(f" {name} {amount}", "magenta")
    if seat.spells:
        numbers.append(f" {say(view, Count('adventure_spell', len(seat.spells)))}", "bright_blue")
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
    lines = [rule(tell(view, "sheet_of", seat=seat_name(view, seat)), width), *summary(view, seat, width)]
    if not found.playing:
        return lines
    for mark, says in marks_on(view, found):
        lines += fold(text((mark, "bright_yellow"), f": {says}" if says else ""), width, 2)
    for part in points(view, seat)["battle"].spare:
        lines.append(Text(tell(view, "not_counted", weapon=part.name, amount=f"{part.amount:+d}"), palette.FAINT))
    definitions = cards_of(table_of(view))
    assert found.character is not None
    lines += [blank(), *_card_lines(view, definitions[found.character], width)]
    groups = {"objects": "object", "followers": "follower"}
    shown: set[str] = set()
    for heading, kind in groups.items():
        of_kind = [card for card in found.cards if kind in definitions[card].names]
        shown |= set(of_kind)
        lines += _group(view, heading, of_kind, width)
    lines += _group(view, "tame_enemies", [card for card in found.cards if card not in shown], width)
    lines += _group(view, "spells", [spell for spell in found.spells if spell != "?"], width)
    hidden = found.spells.count("?")
    if hidden:
        lines += [blank(), Text(tell(view, "hidden_spells", spells=Count("adventure_spell", hidden)))]
    return lines + _trophies(view, found, width)


def _group(view: View, heading: str, names: list[str], width: int) -> Lines:
    if not names:
        return []
    lines = [blank(), Text(f"{words(view, heading)} ({len(names)})", "bold underline")]
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
        points_of = words(view, "strength" if card.strength else "craft")
        names.append(f"{card_name(view, name)} ({points_of} {card.strength or card.craft})")
    heading = text(
        (words(view, "trophies"), "bold"), f"  {trophy_line(view, seat)}; {words(view, 'trophies_worth', rate=rate)}"
    )
    return [blank(), heading, *fold(Text(counted(names)), width, 2)]
