"""Tests of the bench of packs."""
