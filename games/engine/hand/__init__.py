"""One hand of any game, from the forced bets to the last pot; tables, seats and clocks are in `table`."""
