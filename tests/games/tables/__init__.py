"""Tests of which table settings fit together."""
