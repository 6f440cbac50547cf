"""Tests of the floor's pages."""
