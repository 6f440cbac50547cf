"""Hands played both here and by PokerKit, and recorded hands of other rooms, compared."""
