"""Accounts: guests, sign-up, sign-in, settings; roles and bans are in `pokerroom.roles` and `pokerroom.bans`."""
