"""Tests of the sentences of tournaments."""
