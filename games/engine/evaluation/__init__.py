"""The value and the name of a poker hand. Who wins which pot is decided in `hand`."""
