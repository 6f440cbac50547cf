"""Tests of the whole room in real Chromium: what players, directors and operators do from start to end."""
