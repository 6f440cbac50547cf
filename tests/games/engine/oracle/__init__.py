"""Hands compared with PokerKit, and with recorded hands of other rooms."""
