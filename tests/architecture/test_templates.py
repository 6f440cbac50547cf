"""Templates keep to one element or a few attributes a line, so that a diff shows what has changed."""

from tests.conftest import ROOT

LONGEST_LINE = 160


def test_no_template_line_is_longer_than_a_diff_can_show() -> None:
    too_long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert too_long == []
