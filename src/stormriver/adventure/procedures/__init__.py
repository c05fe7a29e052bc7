"""The chapters of the rulebook as steps, and what they ask of a game."""
