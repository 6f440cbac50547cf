"""Tests of hands, cards and the hand log as sentences."""
