"""The generators of chance: fair, the same again for the same seed; and seeds that were drawn in common."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest

from stormriver import records
from stormriver.api import begin_game, resume_game
from stormriver.kernel import dice
from stormriver.kernel.commitment import Draw, commitment, common_seed, nonce_hash
from stormriver.kernel.dice import BLAKE2B, GENERATORS, SPLITMIX64
from stormriver.kernel.errors import BadRecord, Mismatch
from stormriver.kernel.game import Game
from stormriver.kernel.view import ONLOOKER, guess, mask

SEED = 1 << 200 | 5
NONCES = ["ab" * 32, "", "cd" * 32]


def played(seed: int = SEED, generator: str = BLAKE2B) -> Game:
    """Return a game of three after some answers."""
    game = begin_game("revised4", ["ann", "ben", "cleo"], seed, dice=generator)
    for _ in range(40):
        assert game.ask is not None
        game.answer(game.ask.keys[0])
    return game


def drawn(generator: str, sides: int, count: int, seed: int = 1) -> list[int]:
    """Return so many numbers of a generator."""
    state, key = dice.begun(generator, seed)
    found = []
    for _ in range(count):
        state = dice.advance(state, key)
        found.append(dice.number(state, sides, key))
    return found


def chi_square(found: Counter[object], outcomes: int) -> float:
    """Return how far counts are from all being alike: about `outcomes` - 1 if they come from chance."""
    expected = found.total() / outcomes
    return sum((count - expected) ** 2 / expected for count in found.values()) + expected * (outcomes - len(found))


# Of a fair generator about one in a million comes out above these: chi-square with 5, 35, 23 and 2 degrees of freedom.


@pytest.mark.parametrize("generator", GENERATORS)
def test_every_face_of_a_die_is_as_likely(generator: str) -> None:
    assert chi_square(Counter(drawn(generator, 6, 30_000)), 6) < 35.9


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_die_tells_nothing_of_the_next(generator: str) -> None:
    faces = drawn(generator, 6, 30_001)
    assert chi_square(Counter(pairwise(faces)), 36) < 89.5


@pytest.mark.parametrize("generator", GENERATORS)
def test_every_order_of_cards_is_as_likely(generator: str) -> None:
    state, key = dice.begun(generator, 2)
    found: Counter[object] = Counter()
    for _ in range(6_000):
        state, order = dice.shuffled(state, (0, 1, 2, 3), key)
        found[order] += 1
    assert set(found) == set(permutations(range(4))) and chi_square(found, 24) < 71.0


def test_what_does_not_divide_evenly_is_drawn_anew() -> None:
    """With so many sides a quarter of the draws is left over; taken as they come, a third was twice as likely."""
    sides = 3 * dice.DRAWS // 4
    thirds = Counter(number * 3 // sides for number in drawn(BLAKE2B, sides, 9_000))
    assert chi_square(Counter(thirds), 3) < 27.7


def test_the_secure_dice_are_those_of_blake2b_by_the_counter() -> None:
    """Worked out by hand from the reference, so that anybody can do it by other means."""
    state, key = dice.begun(BLAKE2B, 7)
    assert key.hex() == "a77cc6059e0413048f71e7f64fa28d3add29d05d5b614218ef98f64406219a0b"
    assert (state, drawn(BLAKE2B, 6, 10, 7)) == (0, [3, 1, 5, 5, 2, 0, 4, 3, 4, 5])


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_same_seed_gives_the_same_game_and_another_another(generator: str) -> None:
    game, again = played(generator=generator), played(generator=generator)
    assert game.log == again.log and game.log != played(SEED + 1, generator).log
    assert game.header["dice"] == generator


def test_a_seed_gives_other_dice_by_each_generator() -> None:
    assert played(generator=SPLITMIX64).log != played(generator=BLAKE2B).log


def test_a_save_a_copy_and_undo_go_on_with_the_same_dice() -> None:
    game = played()
    saved, copy = resume_game(game.save()), game.clone()
    assert saved.state.key == copy.state.key == game.state.key != b""
    for _ in range(30):
        assert game.ask is not None
        key = game.ask.keys[0]
        for one in (game, saved):
            one.answer(key)
        copy.play(0)
    assert saved.log == game.log and copy.state.dice == game.state.dice
    before, log = game.state.dice, list(game.log or [])
    game.undo(10)
    assert game.state.dice < before
    for _ in range(10):
        assert game.ask is not None
        game.answer(game.ask.keys[0])
    assert game.log == log


def test_a_game_by_the_fast_generator_is_saved_as_ever() -> None:
    assert '"key"' not in played(generator=SPLITMIX64).save()


def test_a_save_without_its_key_is_refused() -> None:
    game = played()
    game.state.key = b""
    with pytest.raises(BadRecord, match="key of its generator"):
        resume_game(game.save())


def test_nobody_is_shown_the_key_or_the_counter_and_a_guess_has_dice_of_its_own() -> None:
    game = played()
    for viewer in (ONLOOKER, 0, 1, 2):
        masked = mask(game.table, game.state, viewer)
        assert (masked.dice, masked.key) == (0, b"")
        assert guess(game.table, masked, 1).key == b""
        assert game.state.key.hex() not in str(game.view(viewer).facts())


# a seed that was drawn in common


def draw(seed: int = 9, nonces: list[str] = NONCES) -> Draw:
    """Return how a seed was drawn: by the server and two of three seats, of which the third told nothing."""
    hashes = [nonce_hash(nonce or "ef" * 32) for nonce in nonces]
    return Draw(commitment(seed, "salt"), seed, "salt", hashes, nonces)


def recorded(drawn: Draw) -> records.Record:
    """Return the record of a game whose seed was drawn so, written and read again."""
    game = played(drawn.checked_seed())
    game.header = {**game.header, "draw": drawn.facts()}
    return records.read(records.write(game))


def test_a_record_tells_how_its_seed_was_drawn_and_is_checked_by_that() -> None:
    record = recorded(draw())
    records.verify(record)
    records.verify(record, 9)
    with pytest.raises(Mismatch, match="The seed 10 is not"):
        records.verify(record, 10)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seed": 10}, "The seed of the server is not"),
        ({"salt": "pepper"}, "The seed of the server is not"),
        ({"seed": 10, "commitment": commitment(10, "salt")}, "The seed 10 is not"),
        ({"nonces": ["00" * 32, *NONCES[1:]]}, "The nonce of seat 1 is not"),
        ({"nonces": ["", *NONCES[1:]]}, "The seed 9 is not"),
    ],
    ids=["seed", "salt", "another commitment", "another nonce", "a nonce left out"],
)
def test_whatever_is_changed_of_the_draw_is_found_out(changed: dict[str, object], told: str) -> None:
    record = recorded(draw())
    record.header["draw"] = draw()._replace(**changed).facts()  # type: ignore[arg-type]  # fields of any kind
    with pytest.raises(Mismatch, match=told):
        records.verify(record)


@pytest.mark.parametrize(
    "broken", [{}, {"seed": "nine"}, {"nonces": ["", ""]}, {"hashes": [1, 2, 3]}, {"more": 1}, {"salt": None}]
)
def test_a_draw_that_cannot_be_read_is_refused(broken: dict[str, object]) -> None:
    game = played()
    game.header["draw"] = {**draw().facts(), **broken} if broken else 5
    with pytest.raises(BadRecord, match="how the seed of its dice was drawn"):
        records.read(records.write(game))


def test_a_record_that_tells_no_seed_needs_one() -> None:
    record = records.read(records.write(played()))
    records.verify(record, SEED)
    with pytest.raises(BadRecord, match="does not tell the seed"):
        records.verify(record)
    record.header["dice"] = "coins"
    with pytest.raises(BadRecord, match="not known: coins"):
        records.verify(record, SEED)


def test_each_part_of_a_draw_changes_the_seed() -> None:
    parts = [
        (9, {0: "a", 2: "b"}),
        (8, {0: "a", 2: "b"}),
        (9, {0: "b", 2: "a"}),
        (9, {0: "a", 1: "b"}),
        (9, {0: "a"}),
        (9, {}),
    ]
    assert len({common_seed(seed, nonces) for seed, nonces in parts}) == len(parts)
