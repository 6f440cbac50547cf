"""How each event changes the state of a tournament, one module for each kind of event."""
