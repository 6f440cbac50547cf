"""Tests of announcing tournaments and of their schedules."""
