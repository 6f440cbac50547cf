"""One hand of any game, from the forced bets to the last pot. Tables, seats and clocks are in `table`."""
