"""Stored tournaments and a director that the tests of tournaments share."""
