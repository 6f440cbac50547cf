"""Tests of sitting down, waiting lists, must-move tables, bans and moves, on PostgreSQL."""
