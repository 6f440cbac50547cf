"""Pages of the cage: desks, drawers, receipts, withdrawals, vouchers, corrections, transfers (M4)."""
