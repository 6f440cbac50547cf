"""Tests that open every page that somebody can reach."""
