"""The state of a tournament, the commands it takes and the events that change it."""
