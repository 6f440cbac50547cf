"""Tests of the tables of the database."""
