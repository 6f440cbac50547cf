"""The bundles of style sheets and scripts."""

import re
from pathlib import Path

import pytest
from django.conf import settings as room
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings

from pokerroom.rendering.static_bundles import BUNDLES, BundleFinder
from tests.games.support.tables import open_table

LINKED = re.compile(r'(?:href|src)="/static/([^"]+\.(?:css|js))"')


@pytest.mark.parametrize("bundle", BUNDLES)
def test_a_bundle_holds_its_parts_in_order(bundle: str) -> None:
    found = finders.find(bundle)
    assert found
    contents = Path(found).read_text(encoding="utf-8")
    start = 0
    for part in BUNDLES[bundle]:
        text = (room.BASE_DIR / "static" / part).read_text(encoding="utf-8")
        start = contents.index(text, start) + len(text)
    assert not contents[start:].strip()


def test_a_changed_part_is_found_in_its_bundle(tmp_path: Path, settings: Settings) -> None:
    bundle = "css/list.bundle.css"
    for part in BUNDLES[bundle]:
        (tmp_path / "static" / part).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "static" / part).write_text(f"/* {part} */")
    settings.BASE_DIR, settings.STATIC_BUNDLES_DIR = tmp_path, tmp_path / "bundles"
    finder = BundleFinder()
    assert "/* css/page.css */" in Path(finder.find(bundle)).read_text(encoding="utf-8")
    (tmp_path / "static" / "css/page.css").write_text("/* changed */")
    assert "/* changed */" in Path(finder.find(bundle)).read_text(encoding="utf-8")


def test_collecting_static_files_finds_every_bundle() -> None:
    assert [path for path, _ in BundleFinder().list(None)] == list(BUNDLES)


@pytest.mark.parametrize("bundle", [bundle for bundle in BUNDLES if bundle.startswith("css/")])
def test_only_parts_beside_their_bundle_refer_to_other_files(bundle: str) -> None:
    below = [part for part in BUNDLES[bundle] if part.count("/") > 1]
    texts = [(room.BASE_DIR / "static" / part).read_text(encoding="utf-8") for part in below]
    assert not any("url(" in text for text in texts)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/tournaments/", "/rules/holdem/", "/table/"])
def test_a_page_links_few_files_and_each_of_them_exists(client: Client, path: str) -> None:
    address = f"/table/{open_table().pk}/" if path == "/table/" else path
    linked = LINKED.findall(client.get(address).content.decode())
    assert 2 <= len(linked) <= 10
    assert len(linked) == len(set(linked))
    assert [name for name in linked if not finders.find(name)] == []
