"""Tests of hosts and their runners on real PostgreSQL and Redis."""
