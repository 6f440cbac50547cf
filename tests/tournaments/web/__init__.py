"""Tests of the tournaments' pages and sockets."""
