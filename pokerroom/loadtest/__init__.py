"""The load test: simulated players over real pages and real sockets, in a room of its own if need be."""
