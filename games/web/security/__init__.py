"""Who may see or do what on pages, how often, and from which address; no page of its own."""
