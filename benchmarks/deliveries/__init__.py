"""The parts of `bench_deliveries.py`: recorded hands, the web process that shows them, and browsers that read."""
