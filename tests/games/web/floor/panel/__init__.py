"""Tests of the panel of all tables and tournaments."""
