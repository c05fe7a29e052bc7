"""How the database came to its tables of today, step by step."""
