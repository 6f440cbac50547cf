"""Tests of the lobby page and the waiting lists on it."""
