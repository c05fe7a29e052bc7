"""The command line: games of computer players, records, scenarios, cards, packs and rules, from a terminal."""
