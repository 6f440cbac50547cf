"""Journeys of operators and the floor."""
