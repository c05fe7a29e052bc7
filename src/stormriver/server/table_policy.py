"""The policy of tables: delays, limits, computer players, and what expires. The settings of the server hold it."""

from __future__ import annotations

from msgspec import Struct


class TablePolicy(Struct, frozen=True):
    """What holds alike for every table of a server: delays, limits, how computer players think.

    Attributes:
        forced_delay: the least and most seconds before the table answers for people what is forced or ordered; once for
            all such answers that follow one another.
        computer_delay: the same for each answer of a computer player while people sit at the table.
        think_seconds: how long a computer player may think.
        thinkers: how many processes think; 0: computer players think within the server (tests).
        proposal_seconds: after how long without an answer a proposal lapses.
        reveal_seconds: how long a game that is to begin waits for the nonces that seats have committed to.
        question_seconds: how long a seat waits between two questions that a die answers.
        tables_a_person: how many tables in play one person may have made.
        unwatched_share: how much of their time all tables together play at which nobody is there.
        idle_seconds: after how long a table with nobody there and nothing to do leaves the memory.
    """

    forced_delay: tuple[float, float] = (0.15, 0.6)
    computer_delay: tuple[float, float] = (0.02, 0.05)
    think_seconds: float = 5.0
    thinkers: int = 1
    proposal_seconds: float = 90.0
    reveal_seconds: float = 5.0
    question_seconds: float = 10.0
    tables_a_person: int = 50
    unwatched_share: float = 0.1
    idle_seconds: float = 300.0


class Expiry(Struct, frozen=True):
    """After how many days what expires; 0: never.

    Attributes:
        waiting: tables at which no game has begun.
        finished: games that are over or were stopped.
        idle: games in play at tables that are not in the public list.
        people: people without an account whom no browser has been for so long.
    """

    waiting: int = 0
    finished: int = 0
    idle: int = 0
    people: int = 0
