"""Tests of the pages that explain the games."""
