"""Tests of the rules of poker, without framework, network or clock."""
