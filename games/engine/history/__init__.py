"""Finished hands as records: read, written, replayed and counted; storing them is done elsewhere."""
