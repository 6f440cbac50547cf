"""The card room: tables, seats, hands, chat and their pages. Wallets are in `cashier`, tournaments in `tournaments`."""
