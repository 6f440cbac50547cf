"""Whole tournaments played at random in memory, for measurements and tests."""
