"""The soak test: a room of several processes, players who act at random, and continuous audits of the ledger."""
