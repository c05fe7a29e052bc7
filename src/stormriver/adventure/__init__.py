"""The rulebook of the adventure games, as procedures: lists of named steps in the rulebook's own order."""
