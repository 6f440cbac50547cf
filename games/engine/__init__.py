"""The rules of poker and of the card room as pure functions and values: no clock, network, storage or random source."""
