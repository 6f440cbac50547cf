"""Tests of amounts of money and of balanced postings, without a database."""
