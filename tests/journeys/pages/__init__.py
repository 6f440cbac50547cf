"""Journeys through the pages beside the tables: lobby, accounts, preferences and history; and how every page loads."""
