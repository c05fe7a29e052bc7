"""The kernel: state, frames, asks, events, windows, dice, views and records of any card and board game."""
