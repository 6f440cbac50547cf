"""What hosts write and read of tables: the log of decisions, what follows from each decision, leases, sealed cards.

Queries for pages live in `games.lobby` and `games.history`.
"""
