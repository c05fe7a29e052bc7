"""What is shown of a game: plain data with its texts, in one form for web page, terminal and programs."""
