"""Tests of a single hand: dealing, betting, pots and showdown, by example and at random."""
