"""Tests that do what staff do with the keyboard alone, in a browser."""
