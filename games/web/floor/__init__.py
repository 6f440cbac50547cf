"""The floor's pages: the panel of all tables, the page of one table, reviews of hands, the watch list (F1-F8)."""
