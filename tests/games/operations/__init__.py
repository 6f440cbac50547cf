"""Tests of tables that players open for themselves, and of tables that the floor merges."""
