"""Tests of how the room is served."""
