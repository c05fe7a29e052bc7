"""The words in which chits of the wargame are written, beside those of the language."""
