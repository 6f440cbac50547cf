"""Database migrations of the card room; no code is imported from here."""
