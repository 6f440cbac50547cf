"""The storage of tables for hosts: the log of decisions, what follows from each decision, leases, sealed cards.

Queries for pages live in `games.lobby` and `games.history`.
"""
