"""Tests of a table that plays for a tournament: seats, commands of the director, void hands."""
