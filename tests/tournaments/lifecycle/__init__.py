"""Tests of schedules and of frozen tournaments."""
