"""What is shown of a game, as plain facts with their words: one form for pages, terminals and programs."""
