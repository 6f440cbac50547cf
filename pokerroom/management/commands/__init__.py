"""Running the room, demo data, simulations and the load test; the cashier's commands are in `cashier`."""
