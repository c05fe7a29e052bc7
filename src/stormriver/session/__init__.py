"""Sessions: games under way with what the people at them have decided and arranged; used by terminal and server."""
