"""Benchmarks of the engine and the card room, run by hand; tests are in `tests`."""
