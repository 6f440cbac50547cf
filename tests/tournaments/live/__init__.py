"""Tests of the director on live hosts, and of tournaments played to the end by house bots."""
