"""Estimates in a wargame: the odds of attacks, quests and ways, and what spells and items would change."""
