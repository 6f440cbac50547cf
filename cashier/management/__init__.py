"""The cashier's management commands; what they do is in `cashier` itself."""
