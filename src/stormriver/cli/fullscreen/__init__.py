"""The screen mode of the terminal: single keys, completion, history, a cursor on the board."""
