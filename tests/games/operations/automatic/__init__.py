"""Tests of what the room does to tables by itself."""
