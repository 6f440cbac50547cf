"""One module for each of the cashier's management commands."""
