"""The operators' pages of rake profiles: made, copied, given new versions and retired, with a live preview (R1)."""
