"""What a game is made of, as data: tables, definitions, hooks, kinds of events; nothing here carries a rule out."""
