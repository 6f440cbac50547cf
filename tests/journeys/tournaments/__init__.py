"""Journeys of tournaments: players, watchers and directors."""
