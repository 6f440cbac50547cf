"""Has Linux back what a process has loaded by huge pages, so that the processor finds its memory sooner."""

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path

HUGE_PAGE = 2 << 20
MADV_COLLAPSE = 25
"""Since Linux 6.1; an older one refuses it, and then all stays as it was."""
_MAPS = Path("/proc/self/maps")


def collapse_memory() -> None:
    """Moves the memory of this process into huge pages of 2 MiB; does nothing where that is not possible.

    It stops the process for some milliseconds a page. A page that is only partly in use counts as whole from then on.
    """
    if sys.platform != "linux" or not _MAPS.exists():
        return
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for start, end in _anonymous_ranges(_MAPS.read_text()):
        # Linux refuses the stacks of threads, and what it finds no free huge page for.
        madvise(start, end - start, MADV_COLLAPSE)


def _anonymous_ranges(maps: str) -> Iterator[tuple[int, int]]:
    """The addresses of writable memory that belongs to no file, whole huge pages of it only."""
    for line in maps.splitlines():
        addresses, access, _offset, _device, inode, *name = line.split(maxsplit=5)
        if not access.startswith("rw") or inode != "0" or name not in ([], ["[heap]"]):
            continue
        first, last = (int(address, 16) for address in addresses.split("-"))
        start, end = -(-first // HUGE_PAGE) * HUGE_PAGE, last // HUGE_PAGE * HUGE_PAGE
        if start < end:
            yield start, end
