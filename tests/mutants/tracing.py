"""A plugin of the run without bugs: records which tests execute each line, and how many seconds each takes.

`TRACED` holds the folders to trace, separated by colons; `TRACE` is the file for the result.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

_folders = os.environ["TRACED"].split(":")
_trace = coverage.Coverage(data_file=None, config_file=False, source=_folders)
_trace.start()
_seconds: dict[str, float] = defaultdict(float)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Lines are counted for the test that runs, whichever thread executes them."""
    _trace.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up the set-up, the test and the end of it."""
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Writes `{"seconds": {test: seconds}, "lines": {file: {line: [test, ...]}}}`; "" for imports."""
    _trace.stop()
    data = _trace.get_data()
    lines = {
        os.path.relpath(file): {line: sorted(tests) for line, tests in data.contexts_by_lineno(file).items()}
        for file in data.measured_files()
    }
    Path(os.environ["TRACE"]).write_text(json.dumps({"seconds": _seconds, "lines": lines}), encoding="utf-8")
