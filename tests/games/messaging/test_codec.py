"""Values of the database are read by many threads at once, also the first of their type."""

import subprocess
import sys

TYPES, THREADS = 200, 4
READS = f"""
import sys
from threading import Barrier, Thread
from typing import NamedTuple

from games.messaging.codec import from_data, record_from_data

sys.setswitchinterval(1e-6)
for number in range({TYPES}):
    inner = NamedTuple(f"Inner{{number}}", [(f"field{{one}}", int) for one in range(20)])
    outer = NamedTuple(f"Outer{{number}}", [("one", inner), ("many", list[inner]), ("named", dict[str, inner])])
    data = [[1] * 20, [[1] * 20], {{}}]
    ready, found = Barrier({THREADS}), []

    def read():
        ready.wait()
        found.append(from_data(outer, data) if number % 2 else record_from_data({{"Outer": outer}}, ["Outer", *data]))

    threads = [Thread(target=read) for _ in range({THREADS})]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [outer(inner(*data[0]), [inner(*data[0])], {{}})] * {THREADS}
"""


def test_the_first_values_of_a_type_may_be_read_by_several_threads_at_once() -> None:
    """A host loads its tables in threads; without the codec's care the process ends with a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", READS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
