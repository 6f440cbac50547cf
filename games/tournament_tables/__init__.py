"""What a tournament asks of its tables and what they report back; seating and prizes are in `tournaments`."""
