"""Analysis of a position before anything happens: the odds of attacks."""
