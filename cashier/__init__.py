"""The ledger: wallets, chips in escrow, rake and tournament pools, and the audit that proves them.

Chips in play and the rules of poker are not here.
"""
