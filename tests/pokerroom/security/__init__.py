"""Tests of what keeps strangers out."""
