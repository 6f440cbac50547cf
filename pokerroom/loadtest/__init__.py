"""The load test: people as programs, over real pages and real sockets."""
