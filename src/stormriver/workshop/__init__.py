"""The workshop: what the author of a pack needs, as functions that return data; the command line and pages show it."""
