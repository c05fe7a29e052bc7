"""Moderation: roles, what operators do and what is noted of it, reports, what people may ask about their data."""
