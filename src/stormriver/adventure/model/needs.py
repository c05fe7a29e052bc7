"""What words of the adventure games may need of the place where they stand, and what would do where it is missing."""

from __future__ import annotations

from typing import Final

from stormriver.language.needs import Need

THIS_CARD: Final = Need(
    "a card to stand on", "it may stand on cards, but not on spaces, marks, rules or abilities of characters"
)
OWN_CARD: Final = Need(
    "a card that somebody can have", "it may stand on Objects, Followers and Enemies that can become Followers", False
)
AN_ENEMY: Final = Need("an Enemy to stand on", "it may stand on Enemies")
A_FIGURE: Final = Need("a figure to stand on", "it may stand on cards with `roams: true`")
A_FOE: Final = Need("an Enemy that is being fought", "it may stand at `attack`, `attack_rolled` or `killed`")
LYING_CARD: Final = Need("a card that lies on the board", "it may stand in `meet` and `drawn` of cards", False)
KEEPS_CARDS: Final = Need(
    "a card or space on which cards may lie",
    "it may stand on cards with `keeps: true`, and in `visit`, `first`, `stay` and `stock` of such spaces",
)
A_MEETING: Final = Need("something that the card does when it is met", "it may stand on cards with `meet`")
A_CHOSEN_SPACE: Final = Need(
    "a space that has been chosen",
    "it may stand in `pick_space`, or in the effect of a Spell whose `cast` has `space`",
)
THAT_CARD: Final = Need(
    "a card that has been chosen or gained",
    "it may stand in `pick_card`, in `then` of `fetch`, after `gained`, and in Spells whose `cast` has `card`",
)
A_TARGET: Final = Need(
    "another character that it is about",
    "it may stand in `aim_at`, in `each`, in Spells whose `cast` has `target`, and where a character is met or fought",
    False,
)
A_ROLL: Final = Need("a roll under way", "it may answer `to: rolled`")
A_NUMBER: Final = Need("a number that has been rolled", "it may stand in the words that roll, and at `rolled`", False)
A_DIE: Final = Need("a die that has just been rolled", "it may stand in the words that roll, and at `rolled`", False)
A_STAKE: Final = Need("gold that has been paid for it", "it may stand in `stake`", False)
A_FIGHT: Final = Need(
    "a fight", "it may stand at `attack`, `attacked`, `killed` and the other moments and events of a fight", False
)
PREVENTABLE: Final = Need(
    "something that can be prevented",
    "it may answer `life_lost`, `follower_lost`, `confined`, `missing_turn`, `killed`, `defeated` or `spell_cast`",
)
TRANSFERABLE: Final = Need(
    "something that can pass to another character",
    "it may answer `life_lost`, `another_life_lost`, `confined`, `missing_turn` or `spell_cast`",
)
A_CAST: Final = Need("a Spell that is just being cast", "it may answer `to: spell_cast`", False)
A_LOSS: Final = Need("a life that is about to be lost", "it may answer `life_lost` or stand in hooks", False)
WORKED_SPELL: Final = Need("a Spell of one's own that has just worked", "it may stand at `spell_worked`", False)
A_PURSE: Final = Need("gold that is not just being paid for something else", "it may stand at any moment but `paying`")
A_MOVE: Final = Need("a move that is about to be made", "it may stand at `move` or `instead_of_roll`", False)
A_GATE: Final = Need("a gate that is being tried", "it may stand in `pass` of a gate", False)
A_BEGINNING: Final = Need("a character who is only beginning", "it may stand in a trigger `after: begun`")

OF_A_ROLL: Final = frozenset({A_NUMBER, A_DIE})
"""What is known once something has been rolled."""
LEFT_BEHIND: Final = frozenset({THAT_CARD, A_CHOSEN_SPACE, A_TARGET, A_NUMBER, A_DIE})
"""What was chosen or rolled for one thing, and is not known where something else is done."""
NOT_IN_A_SPELL: Final = LEFT_BEHIND | {
    THIS_CARD, OWN_CARD, LYING_CARD, AN_ENEMY, A_FIGURE, A_FOE, KEEPS_CARDS, A_MEETING, PREVENTABLE, TRANSFERABLE,
}  # fmt: skip
"""What is not given to a Spell that is cast by a word: it is no card, and has nothing to answer."""
