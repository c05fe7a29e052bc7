"""Estimates: what options, spells, spaces and attacks are expected to change, read from the words behind them.

Nothing is carried out, no die is rolled, and nothing hidden is looked at: an estimate is made from the view of one
seat. What a change is worth is not decided here; that is the opinion of a player, passed in as a function.
"""
