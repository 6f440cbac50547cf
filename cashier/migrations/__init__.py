"""Database migrations of the cashier; no code is imported from here."""
