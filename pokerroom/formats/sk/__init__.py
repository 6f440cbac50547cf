"""The Slovak formats."""
