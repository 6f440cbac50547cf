"""Tests of the cage: desks, drawers, withdrawals, vouchers, corrections, transfers."""
