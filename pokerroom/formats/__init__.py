"""How dates and times are written: one style in each language, on pages and in the admin alike."""
