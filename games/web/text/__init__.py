"""Rules and hands described in the viewer's language for web pages; text that is not only for pages is in `games.text`."""
