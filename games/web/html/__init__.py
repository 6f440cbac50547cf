"""Small fragments of HTML such as cards and chips; no views, and nothing that reads the database."""
