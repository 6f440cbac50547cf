"""Doing: the hosts, their tables and the house bots."""
