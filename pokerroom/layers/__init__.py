"""The channel layers: one over Redis, and one in memory for a room that is one process, each at less cost."""
