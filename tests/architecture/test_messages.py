"""Compiling the translation catalogues: each is written whole or not at all."""

import gettext
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Fold"\nmsgstr "Složit"\n'


def compile_in(room: Path) -> subprocess.CompletedProcess[str]:
    (room / "scripts").mkdir(exist_ok=True)
    shutil.copy(ROOT / "scripts/compile_messages.py", room / "scripts")
    command = [sys.executable, str(room / "scripts/compile_messages.py")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "locale/cs/LC_MESSAGES"
    folder.mkdir(parents=True)
    return folder / "django.po"


def test_a_translation_is_compiled_without_gettext_programs(tmp_path: Path, source: Path) -> None:
    source.write_text(PO, encoding="utf-8")
    assert compile_in(tmp_path).returncode == 0
    with source.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Fold") == "Složit"


def test_a_broken_catalogue_is_named_and_the_old_one_kept(tmp_path: Path, source: Path) -> None:
    source.with_suffix(".mo").write_bytes(b"old")
    source.write_text(PO + 'msgid "Call\n', encoding="utf-8")
    done = compile_in(tmp_path)
    assert done.returncode == 1
    assert "django.po" in done.stderr
    assert source.with_suffix(".mo").read_bytes() == b"old"


def test_the_catalogues_compile(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "locale", tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    done = compile_in(tmp_path)
    assert done.returncode == 0, done.stderr
