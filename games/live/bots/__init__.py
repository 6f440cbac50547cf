"""House bots: what they decide from the views of their seats, and the runner that plays for them at a table."""
