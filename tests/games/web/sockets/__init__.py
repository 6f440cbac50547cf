"""Tests of the sockets against a real host: who receives what, and how hostile clients are refused."""
