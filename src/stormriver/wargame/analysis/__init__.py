"""What can be worked out of a position before anything happens."""
