"""What Stormriver promises to keep, area by area, as lines of text; see build_public_interface.py."""
