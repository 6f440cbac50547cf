"""Tests of accounts beyond signing in and up."""
