"""Builders and random players that the tests of the rules share."""
