"""Tests with a real local Ray: `make ray`."""
