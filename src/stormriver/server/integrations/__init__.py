"""What programs have of a server: API tokens, and being told when it is somebody's turn."""
