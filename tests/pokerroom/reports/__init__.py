"""Tests of the reports in the back office."""
