"""How a tournament ends: places, bounties, deals and prizes."""
