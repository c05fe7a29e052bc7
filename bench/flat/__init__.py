"""A study: a slice of the adventure rules as packed numbers and flat code (docs/performance/million.md)."""
