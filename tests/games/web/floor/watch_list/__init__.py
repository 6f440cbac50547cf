"""Tests of games.web.floor.watch_list."""
