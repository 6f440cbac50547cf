"""`manage.py replayhand FILE…`: plays hand histories through the engine and prints one JSON line for each hand."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.history.phh_lines import NotationError
from games.engine.history.phh_reader import read_documents
from games.engine.history.phh_replay import replay


class Command(BaseCommand):
    """Plays each hand of PHH files strictly; exits with 1 if any hand is not ok."""

    help = "Play hand histories (.phh, .phhs) through the engine and compare the finishing stacks."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, one or more."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints one line for each hand, in the order of the files."""
        all_ok = True
        for file in options["files"]:
            for row in _rows(file):
                all_ok = all_ok and row["ok"] is True
                self.stdout.write(json.dumps(row, ensure_ascii=False))
        if not all_ok:
            sys.exit(1)


def _rows(file: str) -> Iterator[dict[str, object]]:
    path = Path(file)
    if path.suffix not in (".phh", ".phhs"):
        yield _row(file, error="not a .phh or .phhs file")
        return
    try:
        documents = read_documents(path.read_text(encoding="utf-8"), many=path.suffix == ".phhs")
    except (OSError, UnicodeDecodeError, NotationError) as trouble:
        yield _row(file, error=str(trouble))
        return
    for name, document in documents.items():
        hand = int(name) if name.isdecimal() else name or None
        try:
            outcome = replay(document)
        except Exception as fault:
            # Whatever is wrong with one hand, the hands after it are still answered.
            yield _row(file, hand=hand, error=f"this hand cannot be read: {type(fault).__name__}")
            continue
        yield _row(
            file,
            hand=hand,
            variant=outcome.variant or None,
            players=outcome.players,
            finishing_stacks=_figures(outcome.finishing),
            expected=_figures(outcome.expected),
            error=outcome.error or None,
        )


def _row(
    file: str,
    *,
    hand: int | str | None = None,
    variant: str | None = None,
    players: int = 0,
    finishing_stacks: list[int | float] | None = None,
    expected: list[int | float] | None = None,
    error: str | None,
) -> dict[str, object]:
    return {
        "file": file,
        "hand": hand,
        "variant": variant,
        "players": players,
        "finishing_stacks": finishing_stacks,
        "expected": expected,
        "ok": error is None,
        "error": error,
    }


def _figures(amounts: tuple[Fraction, ...] | None) -> list[int | float] | None:
    if amounts is None:
        return None
    return [int(amount) if amount.denominator == 1 else float(amount) for amount in amounts]
