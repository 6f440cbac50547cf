"""Tests of the card room, in the packages of `games`."""
