"""Pages of the wallet: balance, statement, play-money refill; what is posted is decided in `cashier.api`."""
