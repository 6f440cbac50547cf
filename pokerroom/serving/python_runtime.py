"""How Python runs in processes that serve people: its memory, and the event loop beside threads."""

import gc
import sys

from pokerroom.serving.huge_pages import collapse_memory

YOUNG_OBJECTS = 1_000_000
"""So many more objects than at the last garbage collection make another. It stops the process for some 200 ms at 200
tables, and play leaves nothing that it would free: sockets that were closed do, and forms.
"""
SWITCH_SECONDS = 0.0001


def settle_memory() -> None:
    """Exempts what is loaded by now from garbage collection, and moves it into huge pages, as it stays."""
    gc.collect()
    gc.freeze()
    collapse_memory()
    gc.set_threshold(YOUNG_OBJECTS, 5, 5)


def prefer_loop() -> None:
    """Has threads give way to the event loop sooner than Python's 5 ms."""
    sys.setswitchinterval(SWITCH_SECONDS)
