"""Tests of the texts of house rules and refusals."""
