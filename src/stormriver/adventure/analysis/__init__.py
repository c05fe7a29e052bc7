"""Analysis of a position before anything happens: odds of fights, ways of the board, the state of an ask."""
