"""What is shown of a wargame."""
