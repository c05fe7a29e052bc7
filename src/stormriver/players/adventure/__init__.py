"""The steady player of the adventure games."""
