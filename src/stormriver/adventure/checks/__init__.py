"""What is looked at once a table has been read: what cannot be played, and what is odd."""
