"""Tests of the history that a demo room begins with."""
