"""Calls for the floor: the open ones as a part of other pages, taking and answering them, and all there were (F2)."""
