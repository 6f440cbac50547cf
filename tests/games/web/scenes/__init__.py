"""Example tables that the page tests and the screenshots share."""
