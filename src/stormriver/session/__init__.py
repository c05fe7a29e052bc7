"""Sessions: games under way with the decisions and standing orders of their people; used by terminal and server."""
