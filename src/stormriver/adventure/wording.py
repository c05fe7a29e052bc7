"""The wording of questions, options and log lines: one template for each. Another language is another set of them.

In a template, `{card}`, `{space}`, `{seat}`, `{number}` and `{name}` stand for what an option or event is about,
`{text}` for what it does. `kind/verb` holds for a verb in asks of one kind, `verb` in all others.
"""

from __future__ import annotations

QUESTIONS = {
    "bonus": "What do you begin with?",
    "buy": "How often do you buy it?",
    "aim": "Which character do you choose?",
    "arrange": "Which card comes next, the lowest first?",
    "automate": "What do you make of clockwork?",
    "begin": "Where do you set out?",
    "join": "Whom do you follow?",
    "order": "What do you encounter first?",
    "redeem": "Which trophies do you hand in for the bounty?",
    "result": "Which result do you choose?",
    "seize": "Which trophy do you take?",
    "serve": "Whom do you serve next?",
    "use_kept": "Which card do you make use of?",
    "way": "Which way round does the move go?",
    "deck": "Which deck?",
    "put_on": "What do you put there?",
    "stake": "How much do you pay?",
    "stride": "By which die do you move?",
    "character": "Which character do you play?",
    "choose": "What do you choose?",
    "discard": "What do you discard?",
    "ditch": "What do you leave on this space?",
    "due": "You owe gold that you do not have; what do you do?",
    "encounter": "What do you encounter?",
    "evade": "Do you evade?",
    "exchange": "Do you exchange trophies?",
    "fate": "Do you pay fate to roll a die again?",
    "accost": "Whom do you choose?",
    "face": "Which number does the die show?",
    "fetch": "Which card do you take?",
    "give": "What do you give?",
    "keep_back": "Which card do you keep?",
    "put_back": "Which card do you put back?",
    "take_trophy": "Which Enemy do you take as a trophy?",
    "onward": "Do you move on in the same direction?",
    "pick": "Which card do you choose?",
    "renew": "Which Spell do you discard for a new one?",
    "swap": "What do you give in exchange?",
    "worked": "Do you want to do something with the Spell you have cast?",
    "fight": "Do you fight?",
    "giver": "Who gives?",
    "may": "Do you want this? {text}",
    "meet": "What do you do to the other character?",
    "move": "Where do you move?",
    "receiver": "Who receives it?",
    "redraw": "Do you exchange a card just drawn?",
    "reroll": "Which die do you roll again?",
    "reward": "You have won; what is your reward?",
    "roll": "How do you move?",
    "rolled": "Do you keep the roll?",
    "sell": "What do you discard for gold?",
    "shop": "What do you buy?",
    "side": "Whom do you choose?",
    "spare": "Do you discard something to save a life?",
    "spoils": "What do you take from the killed character?",
    "surplus": "You have too much; what goes?",
    "take": "What do you take?",
    "take_from": "What do you take from the other character?",
    "target": "On whom or what do you cast it?",
    "teleport": "Where do you go?",
    "trophies": "Which trophies do you hand in?",
    "visit": "Do you do what is asked here?",
    "visit_one": "Whom do you visit?",
    "weapon": "Which Weapon do you use?",
    "which": "Which one do you choose?",
    "window": "Do you want to cast or use something now?",
}
"""The question of each kind of ask."""

OPTIONS = {
    "at": "Choose {seat}.",
    "join/at": "Follow {seat}.",
    "serve/at": "Serve {seat}.",
    "burgle": "Burgle {card} instead of buying anything. {text}",
    "burgle_top": "Burgle the top card of the {name} instead of buying anything.",
    "clockwise": "Clockwise.",
    "counterclockwise": "Counterclockwise.",
    "first": "Encounter {card} first.",
    "result": "{number}. {text}",
    "redeem/done": "Claim the bounty for what has been handed in.",
    "use_kept/done": "Leave the cards be.",
    "discard/done": "Discard no more and draw.",
    "begin/to": "Set out at {space}.",
    "target/at": "Cast it on {seat}.",
    "attack": "Attack in battle, Strength against Strength.",
    "buy": "Buy {card}. {text}",
    "buy/buy": "{text}",
    "pay": "Pay {number} gold. {text}",
    "put": "Put {card} there.",
    "deck": "The {name}.",
    "under": "Put {card} on top of those chosen before.",
    "top": "Take the top card of the {name}.",
    "shop/top": "Buy the top card of the {name}. {text}",
    "card": "Choose {card}.",
    "target/card": "Cast it on {card}.",
    "cast": "Cast {name}. {text}",
    "character": "Play {card}. {text}",
    "encounter/character": "Encounter {seat}.",
    "choose": "{text}",
    "craft": "Hand in trophies for Craft.",
    "creature": "The creature.",
    "bonus/craft": "Begin with 1 more Craft.",
    "cross": "Try to get to {space}. {text}",
    "die": "Roll die {number} again.",
    "discard": "Discard {card}.",
    "spare/discard": "Discard {card} to save a life.",
    "ditch": "Leave {card} on this space.",
    "done": "Take no more.",
    "due/done": "Do not pay.",
    "sell/done": "Discard no more.",
    "shop/done": "Buy no more.",
    "renew/done": "Discard no more, and draw.",
    "trophies/done": "Exchange what has been handed in.",
    "evade": "Evade {card} and fight the others.",
    "fate": "Pay 1 fate to roll die {number} again.",
    "face": "Let the die show {number}.",
    "fate/face": "Pay 1 fate and let the die show {number}.",
    "stride/face": "Move by the {number}.",
    "fight": "Fight.",
    "give": "Give {card}.",
    "keep": "Keep {card}. {text}",
    "back": "Put {card} on top of its deck.",
    "give_gold": "Give gold.",
    "gold": "Take the gold.",
    "reward/gold": "Take 1 gold.",
    "take_from/gold": "Take {number} gold.",
    "spoils/gold": "Take all the gold.",
    "hand_in": "Hand in {card}. {text}",
    "leave": "Leave those that do not attack unfought.",
    "life": "Let the other character lose a life.",
    "no": "No.",
    "no_weapon": "Use no Weapon.",
    "nothing": "Take nothing.",
    "on": "Cast it on {space}.",
    "pass": "Do nothing.",
    "encounter/pass": "Encounter nothing.",
    "exchange/pass": "Keep the trophies.",
    "fate/pass": "Keep the roll.",
    "redraw/pass": "Keep the cards.",
    "rolled/pass": "Keep the roll.",
    "spare/pass": "Discard nothing.",
    "psychic": "Attack by psychic combat, Craft against Craft.",
    "redraw": "Exchange {card} for the next card.",
    "roll": "Roll the die and move.",
    "roll_two": "Roll 2 dice, add them and move.",
    "sell": "Discard {card} for {number} gold.",
    "skip": "Ignore the instructions of the space.",
    "space": "Encounter the space.",
    "stand": "Do not evade.",
    "stay": "Stay where you are.",
    "strength": "Hand in trophies for Strength.",
    "bonus/strength": "Begin with 1 more Strength.",
    "take": "Take {card}. {text}",
    "to": "Go to {space}. {text}",
    "try": "Do what is done here instead of moving.",
    "turn_back": "Turn back, and go on until you are out of here.",
    "use": "Use {name}. {text}",
    "visit": "Do what is asked.",
    "walk": "Move 1 space.",
    "weapon": "Use {card}.",
    "yes": "Yes. {text}",
}
"""What an option does."""

BARE_OPTIONS = {
    "ditch": "Leave something you carry on this space.",
    "evade": "Evade.",
    "fight/evade": "Evade the creature.",
    "visit/evade": "Evade whoever asks it.",
    "fate": "Pay 1 fate to roll the die again.",
}
"""What a verb does that names nothing here, where elsewhere it names something."""

EVENTS = {
    "AbilityUsed": "{seat} uses {name}.",
    "Answered": "",
    "Attacked": "{seat} fights.",
    "Attacked/other": "{seat} fights {other}.",
    "CardDrawn": "{seat} draws {card}.",
    "CardMet": "{seat} encounters {card}.",
    "CardPlaced": "",  # the move is told
    "CardTaken": "{seat} takes {card}.",
    "CharacterAttacked": "{seat} attacks {other}.",
    "CharacterKilled": "{seat} is killed.",
    "CharacterKilled/other": "{seat} is killed by {other}.",
    "CharacterTaken": "{seat} plays {card}.",
    "Compared": "{seat} has {number} in all, the other side {number2}.",
    "Confined": "{seat} is thrown into {space}.",
    "Crossed": "{seat} passes through to {space}.",
    "Ditched": "{seat} leaves {card} behind.",
    "EndingTurnedUp": "{seat} turns up what lies on the goal: {card}.",
    "EnemyKilled": "{seat} kills {card} and keeps it as a trophy.",
    "EnemyMet": "{seat} meets {card}.",
    "Evaded": "{seat} evades.",
    "FatePaid": "{seat} pays fate to roll again.",
    "FightLost": "{seat} loses the fight.",
    "FightLost/other": "{seat} loses the fight against {other}.",
    "FightWon": "{seat} wins the fight.",
    "FightWon/other": "{seat} wins the fight against {other}.",
    "FollowerKilled": "{card} of {seat} is killed.",
    "GameEnded": "The game is over: {name}",
    "Learned": "{seat} looks at {card}.",
    "Learned/nobody": "{card} goes to the bottom of its deck.",
    "Moved": "{seat} moves to {space}.",
    "Recruited": "{seat} keeps {card} as a Follower.",
    "Restored": "{seat} is in the old form again.",
    "Rolled": "{seat} rolls {name}.",
    "Rolled/nobody": "The other side rolls {name}.",
    "Shuffled": "Shuffled: {zone}.",
    "SpellCancelled": "{card} of {seat} has no effect.",
    "SpellCast": "{seat} casts {card}.",
    "SpellCast/other": "{seat} casts {card} on {other}.",
    "StoodOff": "{seat} and the creature stand each other off.",
    "StoodOff/other": "{seat} and {other} stand each other off.",
    "SummitReached": "{seat} has reached {space}.",
    "Teleported": "{seat} is carried to {space}.",
    "Transformed": "{seat} becomes {name}.",
    "TrophiesExchanged": "{seat} exchanges trophies worth {number} for {name}.",
    "TurnBegan": "Turn {number}: {seat}.",
    "TurnEnded": "",
    "TurnLost": "{seat} loses {name}.",
    "TurnMissed": "{seat} misses this turn.",
    "TurnedBack": "{seat} turns back.",
}
"""What an event tells; nothing for what people need not read. `kind/other` is said if it has another seat to name."""

CHANGES = {
    "extra": ("{seat} will take {number} turns more in a row.", ""),
    "missed": ("", ""),  # told by the events of missed turns
    "casts": ("", ""),
    "aligned": ("", ""),
    "manner": ("", ""),
}
"""What a change of a column tells, if it grows and if it shrinks."""

COUNTERS = ("{seat} gains {name}.", "{seat} loses {name}.")
"""The same of columns that count something a character has."""

MOVES = {
    "box": "{card} goes back to the box.",
    "casting": "",  # the Spell cast is told
    "character": "",  # the character taken is told
    "choice": "{seat} is dealt {card}.",
    "deck": "{card} goes back to {zone}.",
    "discard": "{card} is discarded.",
    "goal": "",  # the card that is turned up is told
    "hand": "{seat} gains {card}.",
    "on": "",  # what is laid on a card or space is seen there
    "reserve": "{seat} keeps {card} face down.",
    "play": "{seat} takes {card}.",
    "space": "{card} lies at {space} now.",
    "trophies": "",  # the Enemy killed is told
}
"""What a card's move tells, by the zone it comes to (what stands before the dot of its name)."""

TOLD_ELSEWHERE = {("play", "take"), ("space", "draw"), ("space", "ditch")}
"""Zones and the procedures during which another event tells of a move there."""

BECOMES = "{seat} becomes {name}."

MARKS = {
    "ally": "{seat} has help worth {number} in this fight.",
    "aside_craft": "{seat} sets {number} Craft aside.",
    "aside_strength": "{seat} sets {number} Strength aside.",
    "bound": "{card} is still to be laid elsewhere.",
    "cast": "",
    "ditched": "",
    "held_gold": "{number} gold lies on {card}.",
    "held_craft": "{card} holds {number} Craft.",
    "held_life": "{card} holds {number} life.",
    "held_strength": "{card} holds {number} Strength.",
    "lingering": "{card} stays where it lies.",
    "loose_gold": "{number} gold lies at {space}.",
    "rounds": "Round {number} is over.",
    "sheathed": "{card} is not used in this fight.",
    "summit_reached": "",
    "turned_back": "",
    "used": "",
}
"""What a mark tells that the rules themselves put; all others are told by their names."""

MARKED = "{subject} is now marked “{name}”."
UNMARKED = "{subject} is no longer marked “{name}”."
REST_OF_TURN = "the rest of this turn"

UNKNOWN = {"spells": "a Spell", "characters": "a character"}
"""What a card is called by those who may not know which it is, by its deck."""

NO_CARD = "a Spell of the space"
"""What is cast if it is no card."""
