"""What several tests share: random games and what is looked at in them, planted faults, readers of docs and code."""
