"""The pages of the documentation that are generated from what is loaded (see tools/build_docs.py)."""
