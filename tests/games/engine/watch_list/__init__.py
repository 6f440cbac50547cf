"""Tests of games.engine.watch_list."""
