"""Tests of the card room's admin pages: who may open them, what they change, what they never show."""
