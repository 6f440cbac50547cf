"""Tests of the contexts of the table page's fragments."""
