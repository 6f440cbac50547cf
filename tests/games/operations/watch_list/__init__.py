"""Tests of games.operations.watch_list."""
