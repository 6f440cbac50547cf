"""Tests of a player's preferences."""
