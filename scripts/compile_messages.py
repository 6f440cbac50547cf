"""Compiles every locale/*/LC_MESSAGES/*.po that is newer than its .mo, without the gettext programs."""

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

LOCALES = Path(__file__).resolve().parent.parent / "locale"


def compile_one(source: Path) -> None:
    """Writes the .mo next to a .po atomically; raises PoFileError if the .po is invalid."""
    with source.open("rb") as file:
        catalog = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
    draft = source.with_suffix(".mo.new")
    with draft.open("wb") as file:
        write_mo(file, catalog)
    draft.replace(source.with_suffix(".mo"))


def main() -> int:
    """Compiles all catalogues; prints one line for each invalid file and returns exit code 1 if there is any."""
    broken = 0
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        try:
            compile_one(source)
        except PoFileError as trouble:
            broken += 1
            print(f"{source}: {trouble}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
