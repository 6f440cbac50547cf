"""Tests of the rules of tournaments, without framework, network or clock."""
