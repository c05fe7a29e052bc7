"""The screens of a wargame."""
