"""Estimates in an adventure game: read from the words of cards and spaces, those too that nobody has seen before."""
