"""Tests of the pages of the books."""
