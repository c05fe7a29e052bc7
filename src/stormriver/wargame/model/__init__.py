"""What a wargame is made of, as data: tables, definitions, kinds of events; nothing here carries a rule out."""
