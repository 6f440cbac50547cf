"""Migrations of the back office."""
