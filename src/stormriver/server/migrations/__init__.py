"""The migrations that bring an older database up to date, step by step."""
