"""The hosts of the tables: what an action, an idle table and an added host cost."""
