"""Hosts: the processes that run tables, and what happens at a table without a player. The rules are in the engine."""
