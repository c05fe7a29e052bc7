"""What is shown of an adventure game."""
