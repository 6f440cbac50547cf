"""The bugs of `make mutants` can be planted: their texts stand in the engines, once, and their tests are there."""

import pytest

from tests.mutants.__main__ import PLANTED, ROOT, files_of
from tests.mutants.planted import Mutant


@pytest.mark.parametrize("mutant", PLANTED, ids=lambda mutant: f"{mutant.rule}-{mutant.file}")
def test_a_bug_can_be_planted(mutant: Mutant) -> None:
    text = (ROOT / mutant.wing / "engine" / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, mutant.old
    assert mutant.new not in ("", mutant.old)
    assert all((ROOT / file).exists() for file in files_of(mutant))
