"""The words of the adventure games: what cards, spaces and characters do and say."""

from stormriver.adventure.words import cards, conditions, dice, fortune, places, states, strife, trade, values

__all__ = ["cards", "conditions", "dice", "fortune", "places", "states", "strife", "trade", "values"]
