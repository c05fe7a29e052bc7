"""Helpers that several tests share: random games and their checks, planted faults, readers of docs and code."""
