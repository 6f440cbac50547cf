"""Tests of the house bots: what they decide, and when they act."""
