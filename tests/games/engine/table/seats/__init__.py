"""Tests of the seats of a cash table: entry, missed blinds, seat changes, moves, top-ups and leaving."""
