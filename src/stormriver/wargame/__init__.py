"""The wargame's rulebook, as procedures: it knows no tile, unit, item or spell."""
