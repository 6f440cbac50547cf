"""Tests of how pages are put together."""
