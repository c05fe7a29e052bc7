"""Servers that share a database: each table is one server's at a time, and what comes to another is passed on."""
