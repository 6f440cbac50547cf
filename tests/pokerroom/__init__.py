"""Tests of accounts, bans, settings, the server and the management commands."""
