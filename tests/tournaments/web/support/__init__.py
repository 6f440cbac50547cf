"""Example tournaments that the page tests and the screenshots share."""
