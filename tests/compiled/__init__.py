"""The compiled engine beside the plain one, for `make test-compiled`."""
