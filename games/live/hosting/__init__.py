"""What all consumers at a host share: leases and queues, clock and shuffle, threads, the outbox.

Which consumers run is decided in `games.live.host`; what a table does is in `games.live.table`.
"""
