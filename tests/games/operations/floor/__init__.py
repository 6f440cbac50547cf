"""Tests of what the floor decides."""
