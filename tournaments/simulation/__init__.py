"""Whole tournaments played with random hands in memory, for measurements and tests."""
