"""The cage: cash in and out at a desk, withdrawals, vouchers, corrections, transfers, drawers (M4).

Every act is one transaction: it locks its cage, its request and its accounts in this order, posts to the ledger, writes
its receipt and at last the log of staff acts. It carries the token of its form, so a second submit finds the first.
Refusals raise `backoffice.api.Refused`, and nothing has changed.
"""
