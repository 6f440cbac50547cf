"""The people of the room as staff see them: found, shown on one page each, given roles, banned."""
