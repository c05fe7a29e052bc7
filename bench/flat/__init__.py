"""A study: a slice of the adventure rules as packed numbers and flat code, beside the engine.

See docs/performance/million.md.
"""
