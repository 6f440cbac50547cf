"""Opening, changing, merging, pausing and closing whole tables, by operators, the floor and owners."""
