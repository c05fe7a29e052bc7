"""A card race, as a rulebook outside the package: a hidden hand, a die, and an answer out of turn.

Whoever is on turn plays a card and rolls a die, and runs as far as both say together; each rival in turn may first
answer with a card of theirs that trips runners. Who has run as far as the goal lies has won.
"""
