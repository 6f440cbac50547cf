"""Tests of chips that are money."""
