"""Template filters and tags of the card room, only registered here; written in `games.text` and `games.web`."""
