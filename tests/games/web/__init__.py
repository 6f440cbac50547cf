"""Tests of the card room's pages and sockets."""
