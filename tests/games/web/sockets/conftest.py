"""What the tests of a table's served socket share."""

import pytest

from tests.games.web.sockets.support.served_table import Shown


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    return Shown(monkeypatch)
