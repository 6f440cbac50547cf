"""The escrow of each seat: chips bought, settled and returned through the cashier. Wallets are in `cashier`."""
