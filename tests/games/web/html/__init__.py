"""Tests of small fragments of HTML."""
