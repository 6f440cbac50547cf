"""Journeys at a table: its players, its watchers, and what the table looks like at every size."""
