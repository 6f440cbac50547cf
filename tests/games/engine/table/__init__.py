"""Tests of a cash table: clocks, turns, straddles, rotation, penalties and void hands."""
