"""Tests of the wallet page."""
