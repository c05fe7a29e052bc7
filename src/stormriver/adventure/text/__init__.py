"""Plain English for all that an adventure game shows."""
