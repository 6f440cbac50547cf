"""Tests of the page of own limits."""
