"""Tests of a cash table: seats, missed blinds, clocks, turns, moves and void hands."""
