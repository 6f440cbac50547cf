"""Tests of the chips that stand for money."""
