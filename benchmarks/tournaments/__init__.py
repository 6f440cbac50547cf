"""Tournaments of thousands of players: what the director decides, and the same in the real room."""
