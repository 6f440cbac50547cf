"""Tests of what the pages of staff share."""
