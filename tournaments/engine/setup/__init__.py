"""What is fixed before a tournament starts: the announcement, its structure, payouts and house rules."""
