"""Tests of the director's page and its commands."""
