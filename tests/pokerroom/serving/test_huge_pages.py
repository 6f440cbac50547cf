"""What a process has loaded moves into huge pages."""

import subprocess
import sys
from pathlib import Path

import pytest

from pokerroom.serving.huge_pages import HUGE_PAGE, _anonymous_ranges

HAS_HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage").exists()
MAPS = """\
00400000-00a00000 rw-p 00000000 00:00 0
00b00000-00e00000 rw-p 00000000 00:00 0 [heap]
01000000-01400000 r-xp 00000000 00:00 0
02000000-02400000 rw-p 00000000 fe:01 1234 /usr/lib/a library.so
03000000-03400000 rw-p 00000000 00:00 0 [stack]
04100000-042ff000 rw-p 00000000 00:00 0
"""
LOADED = """
from pathlib import Path
from pokerroom.serving.huge_pages import collapse_memory

def in_huge_pages():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("AnonHugePages"))

loaded = [str(number) for number in range(300_000)]
before = in_huge_pages()
collapse_memory()
print(before, in_huge_pages(), loaded == [str(number) for number in range(300_000)])
"""


def test_only_whole_huge_pages_of_writable_memory_without_a_file_are_moved() -> None:
    assert list(_anonymous_ranges(MAPS)) == [(0x400000, 0xA00000), (0xC00000, 0xE00000)]
    assert HUGE_PAGE == 0x200000


@pytest.mark.skipif(not HAS_HUGE_PAGES, reason="this kernel has no transparent huge pages")
def test_what_is_loaded_moves_into_huge_pages_and_stays_as_it_was() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    before, after, same = run.stdout.split()
    assert int(after) - int(before) >= 8 * 1024
    assert same == "True"
