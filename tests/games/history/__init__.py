"""Tests of a player's list of finished hands."""
