"""Labels, sentences and amounts in the viewer's language, as plain text. HTML is built in `games.web`."""
