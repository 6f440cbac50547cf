"""Registers template filters and tags of the card room; they are written in `games.text` and `games.web`."""
