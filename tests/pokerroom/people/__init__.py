"""Tests of the pages about people."""
