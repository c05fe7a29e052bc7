"""The server: tables that are played in the browser and kept in a database."""
