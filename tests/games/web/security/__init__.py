"""Tests of who may see and do what, how often, and from where."""
