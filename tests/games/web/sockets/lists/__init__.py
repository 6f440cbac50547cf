"""Tests of lists that many pages show."""
