"""Tests of levels, breaks, penalties, undone commands and void hands."""
