"""The page of a player's own limits, breaks and reality checks; what they do is in `cashier.protection` (M7)."""
