"""Registers the template tags of the back office."""
