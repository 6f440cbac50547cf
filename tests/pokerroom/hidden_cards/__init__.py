"""Tests that look for cards that were not shown in all that anybody can open, do, call or read (H8, H4)."""
