"""Tests of what the public and each player see of a tournament."""
