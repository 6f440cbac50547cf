"""Tests of `manage.py simulatetournament`."""
