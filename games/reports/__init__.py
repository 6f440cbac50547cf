"""Reads of what cash tables played, for the reports of the back office; from sums by the hour, never from all hands."""
