"""Tournaments, from the announcement to the prizes; their hands are played at the card room's tables."""
