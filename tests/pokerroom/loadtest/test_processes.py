"""What processes cost is read as the system counts it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from pokerroom.loadtest.processes import Processes, children_of, cpu_seconds, resident_bytes, spent
from pokerroom.loadtest.run import slope

BUSY = "import time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True)\ninput()"


@pytest.fixture
def busy_child() -> Iterator[subprocess.Popen[bytes]]:
    """A child that has used 0.3 s of processor time, which the system counts in hundredths, and waits."""
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        yield child
        child.kill()


def end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    child.wait()


def test_the_processor_time_of_a_process_is_read(busy_child: subprocess.Popen[bytes]) -> None:
    assert 0.25 <= cpu_seconds(busy_child.pid) < 3
    assert cpu_seconds(os.getpid()) == pytest.approx(time.process_time(), abs=0.1)


def test_living_and_ended_children_count_if_wished(busy_child: subprocess.Popen[bytes]) -> None:
    assert busy_child.pid in children_of(os.getpid())
    alone, living = (cpu_seconds(os.getpid(), with_children=wished) for wished in (False, True))
    assert living - alone >= 0.25
    end(busy_child)
    ended = cpu_seconds(os.getpid(), with_children=True)
    assert round(ended, 2) >= round(living, 2)


def test_a_process_that_has_ended_costs_nothing(busy_child: subprocess.Popen[bytes]) -> None:
    end(busy_child)
    assert cpu_seconds(busy_child.pid) == 0
    assert resident_bytes(busy_child.pid) == 0


def test_the_processes_of_a_kind_are_added_up(busy_child: subprocess.Popen[bytes]) -> None:
    room = Processes({"web": (busy_child.pid, busy_child.pid), "host": ()})
    assert room.cpu()["web"] == pytest.approx(2 * cpu_seconds(busy_child.pid))
    assert room.cpu()["host"] == 0
    assert room.memory(["web", "redis"]) == {"web": pytest.approx(2 * resident_bytes(busy_child.pid)), "redis": 0}
    assert spent({"web": 1.0}, {"web": 1.5, "late": 9.0}) == {"web": 0.5}


def test_growth_is_the_slope_of_the_values() -> None:
    assert slope([(0, 5), (1, 7), (2, 9)]) == 2
    assert slope([(0, 5), (1, 5)]) == 0
    assert slope([(0, 5)]) == 0
