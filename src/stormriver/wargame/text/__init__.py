"""Plain English for all that a wargame shows."""
