"""Tests of a release: what it says of itself, what is built and installed, and whether it leads somebody new on."""
