"""Detectors of the watch list (F7): finished hands in, flags out; a flag is a reason to look, never a verdict."""
