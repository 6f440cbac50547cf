"""Stored tables, players and hosts that the tests of the card room share."""
