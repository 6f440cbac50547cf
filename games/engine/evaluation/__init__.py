"""What cards are worth and what a hand is called; who wins which pot is in `hand`."""
