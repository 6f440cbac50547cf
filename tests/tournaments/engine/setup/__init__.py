"""Tests of announcements: house rules and presets, structures, and what is refused."""
