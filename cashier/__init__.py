"""The ledger: wallets, escrow of seats, rake, tournament pools; every movement of money and its proof.

Chips in play and the rules of poker are not here.
"""
