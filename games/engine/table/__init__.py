"""A table from hand to hand: seats, button, clock, and the commands to it; one hand itself is played in `hand`."""
