"""Tests of what a host's consumers share: the clock and the shuffle."""
