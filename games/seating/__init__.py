"""Sitting down, adding chips, waiting lists and moves between tables, as stored in the database. The table's own log is
written by its host in `games.live`.
"""
