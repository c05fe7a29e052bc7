"""The language of cards: strict YAML, typed words, conditions, values and hooks, and their English."""
