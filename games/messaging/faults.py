"""Faults in the log: where they happened, without a word that could name a card."""

import os
import traceback

FRAMES_NAMED = 8
"""As many calls of a fault's stack are logged."""


def describe_fault(fault: BaseException) -> str:
    """The kind of an exception and the lines it came through; never its text, which could name cards."""
    frames = traceback.extract_tb(fault.__traceback__)[-FRAMES_NAMED:]
    return " < ".join([type(fault).__name__, *(f"{os.path.basename(f.filename)}:{f.lineno}" for f in reversed(frames))])
