"""Tests of the lobby's queries."""
