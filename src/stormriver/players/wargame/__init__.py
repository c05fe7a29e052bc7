"""The steady player of the wargame."""
