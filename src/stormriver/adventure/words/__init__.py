"""The words of the adventure games: what cards, spaces and characters do and say. The loader makes them known."""
