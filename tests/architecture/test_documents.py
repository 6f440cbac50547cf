"""Every path, name, make target and command in the documents and the Makefile exists."""

import re

import pytest
from django.core.management import get_commands

from tests.conftest import ROOT

DOCUMENTS = (
    "README.md", "CONTRIBUTING.md", "Makefile", "benchmarks/README.md", "docs/architecture.md", "docs/operations.md",
    "docs/scale.md",
)  # fmt: skip
SOURCES = (
    "backoffice",
    "cashier",
    "games",
    "tournaments",
    "pokerroom",
    "static/js",
    "docker-compose.yml",
    "requirements/test.in",
)
SUFFIXES = "py|js|css|html|toml|yml|md|png|in|txt"
FOLDERS = "|".join(sorted(place.name for place in ROOT.iterdir() if place.is_dir() and place.name[0] != "."))
# A path starts at a folder of the repository or ends in a file; `…`, `*` and `<…>` stand for any name.
PATH = re.compile(
    rf"(?<![\w./*-])(?:(?:{FOLDERS})(?:/[\w.<>…*-]+)+/?|(?:[\w<>…-]+/)*[\w<>…-]+\.(?:{SUFFIXES})(?![\w/]))"
)
MAKE_TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def exists(path: str) -> bool:
    """Whether something matches the path, from the root or, if it is relative, in any package."""
    pattern = re.sub(r"<[^>]*>|…", "*", path.rstrip("/."))
    return any(ROOT.glob(pattern)) or any(ROOT.glob(f"[a-z]*/**/{pattern}"))


def words_of_the_sources() -> set[str]:
    files = [file for source in SOURCES for file in [ROOT / source, *(ROOT / source).rglob("*")] if file.is_file()]
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix in (".py", ".js", ".yml", ".in")]
    places = [part for file in files for part in file.relative_to(ROOT).with_suffix("").parts]
    return {word for text in texts for word in re.findall(r"\w+", text)} | set(places)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_exists(document: str) -> None:
    paths = set(PATH.findall(text_of(document)))
    assert paths
    assert sorted(path for path in paths if not exists(path)) == []


def test_every_name_in_the_architecture_document_occurs_in_the_sources() -> None:
    names = set(re.findall(r"`(\w+)(?:\([^`]*\))?`", text_of("docs/architecture.md")))
    assert "TableConsumer" in words_of_the_sources()
    assert sorted(names - words_of_the_sources()) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_exists(document: str) -> None:
    assert set(re.findall(r"`make ([a-z]+)", text_of(document))) <= MAKE_TARGETS


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_management_command_exists(document: str) -> None:
    assert set(re.findall(r"manage\.py ([a-z_]+)", text_of(document))) <= set(get_commands())


def test_every_make_target_is_phony() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", text_of("Makefile"), re.MULTILINE)
    assert phony
    assert set(phony[1].split()) == MAKE_TARGETS
