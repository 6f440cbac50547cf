"""Tests of the ledger: movements, database triggers, refills, the audit and the admin, on PostgreSQL."""
