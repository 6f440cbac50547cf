"""The panel of all tables and tournaments: what it shows, in which order, its page and its socket (F1)."""
