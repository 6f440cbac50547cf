"""Rules and hands described in the viewer's language for web pages; text that others use too is in `games.text`."""
