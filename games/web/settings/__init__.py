"""The forms and views for a player's table preferences; the stored values are in `games.preferences`."""
