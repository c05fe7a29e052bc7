"""The screens of an adventure game."""
