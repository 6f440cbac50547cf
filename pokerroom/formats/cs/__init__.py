"""The Czech formats."""
