"""Tests of acts on the whole room."""
