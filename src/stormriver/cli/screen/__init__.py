"""The screens of a game at the terminal; each is made of a view alone, so none can show what its seat may not know."""
