"""How the room grows: measured with several processes, reckoned for more players, and checked by a simulation."""
