"""Database migrations of accounts and roles; no code is imported from here."""
