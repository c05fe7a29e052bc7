"""The server: tables that people reach with a browser, and that lose nothing."""
