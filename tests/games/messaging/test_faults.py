"""What the log says of a fault."""

import pytest

from games.messaging.faults import FRAMES_NAMED, describe_fault


def test_a_fault_is_described_by_its_kind_and_the_last_calls_and_not_by_its_text() -> None:
    def fail(depth: int) -> None:
        if not depth:
            raise ValueError("As Kd")
        fail(depth - 1)

    with pytest.raises(ValueError, match="As Kd") as raised:
        fail(20)
    described = describe_fault(raised.value)
    assert described.split(" < ")[0] == "ValueError"
    assert described.count("test_faults.py:") == FRAMES_NAMED
    assert "As Kd" not in described
