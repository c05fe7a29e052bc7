"""Outlines: what an effect, a card, a space or an option is expected to change, read from its words.

Nothing is carried out, no die is rolled, and nothing hidden is looked at: a reader works on the masked
copy of one seat. So a player, a hint or a page can weigh a card that nobody has described before.
"""
