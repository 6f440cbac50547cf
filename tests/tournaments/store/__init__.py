"""Tests of the money of tournaments in the ledger, and of their audit."""
