"""The wording of questions, options and log lines of a wargame: one template for each.

In a template, `{card}`, `{other}`, `{space}`, `{seat}`, `{number}` and `{name}` stand for what an option or event is
about, `{own}` for the unit or spell that asks, `{text}` for what is written on a chit or tile. `kind/verb` holds for a
verb in asks of one kind, `verb` in all others; `{card.s}` is the ending of a verb behind a name (nouns.ChitName).
"""

from __future__ import annotations

QUESTIONS = {
    "ailment": "What do{own.es} {own} take off?",
    "aim": "What is {own} cast at?",
    "attacker": "Which unit attacks?",
    "break_off": "Do{own.es} {own} fight on?",
    "buy": "What do you buy?",
    "caster": "Who casts {own}?",
    "chit": "What does {own} discard?",
    "choose": "What do you choose?",
    "cover": "Which space does {own} cover next?",
    "die": "Which die is rolled again?",
    "equip": "Who carries {own}?",
    "evade": "Do you fight or evade?",
    "foe": "Whom do{own.es} {own} attack?",
    "heal": "Who heals?",
    "infect": "Whom do{own.es} {own} infect?",
    "item": "Which item do{own.es} {own} steal?",
    "keep": "Which chit do you keep?",
    "martyr": "Does a Martyr take the place of the unit attacked?",
    "may": "Do you want this?",
    "move": "Where do{own.es} {own} move?",
    "moves": "Which unit moves next?",
    "partner": "Which unit does {own} switch with it?",
    "patient": "Whom do{own.es} {own} heal?",
    "place": "Where {own.is_} {own} placed?",
    "quest": "Whom do you send on a quest?",
    "redirect": "What is the spell turned on instead?",
    "retreat": "Where does the unit go that has evaded?",
    "rob": "From whom do{own.es} {own} steal?",
    "shooter": "Which unit makes a ranged attack?",
    "square": "Where does {own} take the unit?",
    "surplus": "You hold too many spells; which one goes?",
    "target": "At whom do{own.es} {own} shoot?",
    "volley": "Whom do{own.es} {own} strike next?",
    "window": "Do you want to cast or use something now?",
}
"""The question of each kind of ask."""

OPTIONS = {
    "at": "Choose {card}.",
    "aim/at": "At {card}.",
    "aim/on": "At {space}.",
    "redirect/at": "At {card}.",
    "redirect/on": "At {space}.",
    "attack": "{card} attack{card.s}.",
    "break_off": "Break the attack off.",
    "buy_item": "Buy an item for {price} gold: draw {choice}, keep 1.",
    "buy_neutral": "Buy a neutral unit for {price} gold: draw {choice}, keep 1.",
    "buy_own": "Buy a unit of your own alignment for {price} gold: draw {choice}, keep 1.",
    "by": "{card}.",
    "cast": "Cast {card}. {text}",
    "chit": "Discard {card}.",
    "item/chit": "Steal {card}. {text}",
    "cover/done": "No more spaces.",
    "cover/on": "Cover {space}.",
    "die": "Die {number}.",
    "discard": "Discard {card}. {text}",
    "disease": "The disease.",
    "evade": "Evade: add 4 to the roll, and do no harm by winning.",
    "fate": "Make use of the Fate of {card}.",
    "fight": "Fight.",
    "foe/at": "{own} attack{own.s} {card}.",
    "give": "{card}. {text}",
    "go_on": "Fight another round.",
    "heal": "{card} heal{card.s}.",
    "patient/heal": "Heal {card}.",
    "infect": "{card} infect{card.s} somebody.",
    "infect/at": "{own} infect{own.s} {card}.",
    "item": "Steal {card}. {text}",
    "keep": "Keep {card}. {text}",
    "martyr": "{card} take{card.s} its place.",
    "move": "Move {card}.",
    "on": "{space}. {text}",
    "attacker/pass": "Attack no more.",
    "buy/pass": "Buy nothing more.",
    "choose/choose": "{deed}",
    "heal/pass": "Heal no more.",
    "martyr/pass": "Nobody takes its place.",
    "may/yes": "Yes. {deed}",
    "moves/pass": "Move no more.",
    "quest/pass": "Send nobody.",
    "retreat/pass": "Stay.",
    "shooter/pass": "No more ranged attacks.",
    "pass": "Pass.",
    "remove": "{card}. {text}",
    "rob/at": "{own} steal{own.s} from {card}.",
    "send": "Send {card}.",
    "shoot": "{card} make{card.s} a ranged attack.",
    "steal": "{card} steal{card.s}.",
    "swap": "Switch places with {card}.",
    "target/at": "{own} shoot{own.s} at {card}.",
    "volley": "{card} strike{card.s} at all foes around.",
    "volley/at": "{own} strike{own.s} {card}.",
    "to": "To {space}. {text}",
    "use": "Use {card}. {text}",
    "with": "{card}.",
    "wound": "A wound.",
}
"""The template of each option, by its verb, or by the kind of the ask and its verb."""

TILE = "{space}, {card}"
TILE_IN_RUINS = "{space}, {card} in ruins"
"""A square with the tile that lies there."""

EVENTS = {
    "AttackAnnounced": "{card} attack{card.s} {other}.",
    "AttackAnnounced/self": "{card} {card.is_} under the spell as well.",
    "ChitDrawn": "{seat} draws {card}.",
    "Compared": "It is {number} against {number2}.",
    "Evaded": "{card} evade{card.s}.",
    "FateUsed": "{seat} makes use of the Fate of {card}.",
    "GameEnded": "The game is over: {name}",
    "Healed": "{card} {card.is_} healed.",
    "HeldBack": "{card} {card.is_} stuck.",
    "Infected": "{card} {card.has} caught a disease.",
    "ItemUsed": "{card} use{card.s} {other} up.",
    "Martyred": "{card} take{card.s} the place of {other}.",
    "MoveAnnounced": "{card} set{card.s} out for {space}.",
    "MovesRolled": "{seat} may move {name}.",
    "NoRoom": "There is no room for {card}.",
    "NobodyCanUse": "Nobody on the side of {seat} can use {card}.",
    "PhaseBegan": "{name}.",
    "QuestBegan": "{card} go{card.es} on a quest.",
    "QuestEnded/won": "{card} {card.has} fulfilled the quest, {number} against {number2}.",
    "QuestEnded/lost": "{card} {card.has} failed in the quest, {number} against {number2}.",
    "Recruited": "{seat} has {number2} on the Recruit Table.",
    "Rolled": "{seat} rolls {name}.",
    "Rolled/nobody": "The dice show {name}.",
    "Saved": "{card} {card.is_} saved from the hit.",
    "Sheltered": "{card} {card.is_} sheltered from the attack.",
    "Shuffled": "{name} are mixed.",
    "SpellCast": "{other} cast{other.s} {card}.",
    "SpellCast/at": "{other} cast{other.s} {card} at {target}.",
    "SpellDrawn": "",  # the spell that comes to the hand is told
    "SpellFailed": "{card} has no effect.",
    "Stacked/item": "{card} now {card.has} {other}.",
    "Stacked/spell": "{other} stays with {card}.",
    "Stolen": "{card} steal{card.s} {other}.",
    "RulesChanged": "From here on the game goes by the rules and cards of today.",
    "TurnBegan": "Turn {number}: {seat}.",
    "TurnEnded": "",
    "TurnSkipped": "{seat} skips this turn.",
    "UnitKilled": "{card} {card.is_} killed.",
    "UnitMoved": "{card} come{card.s} to {space}.",
    "UnitPlaced": "{card} {card.is_} placed on {space}.",
    "Wounded": "{card} take{card.s} {name}.",
}
"""The template of each event; empty for one that people need not read."""

PHASES = (
    "Time Phase", "Magic Phase", "Quest Phase", "Movement Phase", "Ranged Attack Phase", "Battle Phase",
    "Healing Phase", "Recruit Phase", "End Phase",
)  # fmt: skip
"""The nine phases in their order."""

CHANGES = {
    "gold": ("{seat} gains {number} gold.", "{seat} pays {number} gold."),
    "skips": ("{seat} will skip a turn.", ""),  # the turn skipped is told
}
"""The templates of a change of a column: if it grows, and if it shrinks."""

MOVES = {
    "casting": "",  # the spell cast is told
    "cup": "Back into its cup: {card}.",
    "drawn": "",  # the chit drawn is told
    "hand": "{seat} gains {card}.",
    "on": "",  # what is stacked is told
    "spent": "{card} {card.is_} discarded.",
    "tile": "",  # the map is seen
    "unit": "",  # the unit placed or moved is told
}
"""The templates of a chit's move, by the zone it comes to (the part of its name before the dot)."""

MARKS = {
    "block": "Block tokens on {subject} now: {number}.",
    "control": "{seat} now commands {subject}.",
    "acted": "",
    "disease": "",  # the infection is told
    "fading": "",
    "fated": "",
    "moved": "",
    "ruin": "Ruin tokens on {subject} now: {number}.",
    "wound": "",  # the wounds are told
}
"""The templates of the marks that the rules themselves put on; all others are reported by their names."""

MARKED = "{subject} {subject.is_} now marked “{name}”."
MARKED_ALL = "{name}: {text}."
LIFTED = "The last {name} is lifted from {subject}."

UNKNOWN = "a spell"
"""The name of a spell for those who may not know which it is; all other chits lie open."""

SITUATIONS = {
    "attack": "{card} attack{card.s} {other}.",
    "cast": "{other} cast{other.s} {card}.",
    "cast/at": "{other} cast{other.s} {card} at {target}.",
    "draw": "{seat} has drawn {card}.",
    "move": "{card} set{card.s} out for {space}.",
    "phase": "The {name} of {seat} begins.",
    "roll": "{seat} has rolled {name}.",
    "roll/about": "{seat} has rolled {name} for {card}.",
    "roll/nobody": "The dice show {name}.",
}
"""The templates of what is under way at an ask."""
