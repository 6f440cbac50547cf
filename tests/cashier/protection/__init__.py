"""Tests of player protection."""
