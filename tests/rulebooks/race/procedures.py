"""The procedures of a race, step by step."""

from __future__ import annotations

from race.model import DISTANCE, Answers, RaceGame, Setup, Turn
from stormriver.kernel.ask import CARD, PASS, AskKind, verb, verb_of
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Procedure
from stormriver.language.grammar import NOTHING

PLAY, ANSWER = AskKind("play"), AskKind("answer")
PLAYING, ANSWERING = verb("play", CARD), verb("answer", CARD)


def deal(game: RaceGame, frame: Setup) -> None:
    """Shuffle the cards, and deal each seat a hand (race.setup)."""
    game.shuffle(game.table.deck)
    for seat in range(len(game.table.seats)):
        fill_hand(game, seat)


def begin(game: RaceGame, frame: Setup) -> None:
    """The first seat begins (race.turn)."""
    game.push(Turn(0))


def take_turn(game: RaceGame, frame: Turn) -> None:
    """It is this seat's turn (race.turn)."""
    game.begin_turn(frame.seat)


def choose_card(game: RaceGame, frame: Turn) -> None:
    """Choose a card to run with; who has none stays (race.turn)."""
    hand = game.state.zones[game.table.hand + frame.seat]
    game.pose(frame.seat, PLAY, [PLAYING + card for card in hand] or [PASS])


def play_card(game: RaceGame, frame: Turn) -> None:
    """Lay it open (race.turn)."""
    if game.state.answer == PASS:
        game.go_to(frame, arrive)
        return
    frame.card = verb_of(game.state.answer)[2]
    game.move_card(frame.card, game.table.discard, frame.seat)


def let_answer(game: RaceGame, frame: Turn) -> None:
    """The rivals may answer it (race.answer)."""
    game.push(Answers(frame.seat, rival=frame.seat))


def run(game: RaceGame, frame: Turn) -> None:
    """Do what the card says, and run as far as a die says (race.run)."""
    game.table.cards[frame.card].play.run(game, Context(frame.seat, frame.card))
    game.change(frame.seat, DISTANCE, game.roll(frame.seat)[0])


def arrive(game: RaceGame, frame: Turn) -> None:
    """Whoever has come to the goal has won; else the hand is filled, and the next seat is on turn (race.goal)."""
    if game.state.seats[frame.seat][DISTANCE] >= game.table.options["goal"]:
        game.end(1 << frame.seat)
        return
    fill_hand(game, frame.seat)
    game.push(Turn((frame.seat + 1) % len(game.table.seats)))
    game.state.frames.remove(frame)


def ask_next(game: RaceGame, frame: Answers) -> None:
    """The next rival is asked, whatever they hold, so that nothing is told by it (race.answer)."""
    frame.rival = (frame.rival + 1) % len(game.table.seats)
    if frame.rival == frame.seat:
        game.finish(frame)


def offer(game: RaceGame, frame: Answers) -> None:
    """They may answer with a card that says how (race.answer)."""
    hand = game.state.zones[game.table.hand + frame.rival]
    able = [card for card in hand if card >= 0 and game.table.cards[card].answer is not NOTHING]
    game.pose(frame.rival, ANSWER, [PASS, *(ANSWERING + card for card in able)])


def answer(game: RaceGame, frame: Answers) -> None:
    """Do what they answer with (race.answer)."""
    game.restart(frame)
    card = verb_of(game.state.answer)[2]
    if game.state.answer == PASS:
        return
    game.move_card(card, game.table.discard, frame.rival)
    game.table.cards[card].answer.run(game, Context(frame.rival, card, rival=frame.seat))


def fill_hand(game: RaceGame, seat: int) -> None:
    """Draw as many cards as are missing; what lies open is shuffled if none are left to draw (race.setup)."""
    table, zones = game.table, game.state.zones
    while len(zones[table.hand + seat]) < table.numbers["hand"]:
        if not zones[table.deck]:
            for card in zones[table.discard]:
                game.move_card(card, table.deck)
            game.shuffle(table.deck)
        game.move_card(zones[table.deck][-1], table.hand + seat, seat)


PROCEDURES = (
    Procedure(Setup, ("race.setup", deal), ("race.turn", begin)),
    Procedure(
        Turn,
        ("race.turn", take_turn),
        ("race.turn", choose_card),
        ("race.turn", play_card),
        ("race.answer", let_answer),
        ("race.run", run),
        ("race.goal", arrive),
    ),
    Procedure(Answers, ("race.answer", ask_next), ("race.answer", offer), ("race.answer", answer)),
)
