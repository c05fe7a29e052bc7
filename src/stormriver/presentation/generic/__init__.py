"""Games of a rulebook that brings no presentation of its own, as plain lists of facts."""
