"""The watch list in the back office: flags, cases, thresholds (F7)."""
