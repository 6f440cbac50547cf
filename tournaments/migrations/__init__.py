"""Database migrations of tournaments; no code is imported from here."""
