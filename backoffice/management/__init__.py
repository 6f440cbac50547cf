"""Management commands of the back office."""
