"""The escrow of each seat, and the audit that compares it with the tables. Wallets are in `cashier`."""
