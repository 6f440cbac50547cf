"""Every translatable sentence exists in Czech and Slovak, with its placeholders and plural forms."""

import ast
import gc
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper

import pytest
from django.test import Client
from django.utils.translation import override, trans_real

from games.engine.cards import parse_cards
from games.engine.evaluation.names import name_high
from games.text.hands import hand_text
from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from games.web.text.winners import Win, win_html
from tests.architecture.catalogues import LANGUAGES, Key, catalogue, sentences, translations_of
from tests.conftest import ROOT
from tests.games.support.amounts import MONEY
from tests.games.support.lobby import lobby_fragments
from tests.games.support.tables import open_table
from tests.games.web.scenes.tables import asked, my_turn, not_my_turn, showdown

PLURALS = 3
APPS = ("backoffice", "cashier", "games", "tournaments", "pokerroom")
CALLS = {"_", "gettext", "gettext_lazy", "pgettext", "pgettext_lazy", "ngettext", "ngettext_lazy"}
BLANK = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%%")


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> set[Key]:
    """What `make messages` finds in the sources when it starts from nothing."""
    room = tmp_path_factory.mktemp("sources")
    for name in (*APPS, "templates"):
        shutil.copytree(ROOT / name, room / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", room)
    (room / "locale/cs/LC_MESSAGES").mkdir(parents=True)
    command = [sys.executable, "manage.py", "makemessages", "--locale", "cs", "--no-location", "--no-wrap"]
    done = subprocess.run(
        command, cwd=room, env={**os.environ, "PYTHONPATH": str(room)}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return {key for key, _ in sentences(catalogue(room, "cs"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_hold_exactly_the_sentences_of_the_sources(language: str, wanted: set[Key]) -> None:
    have = {key for key, _ in sentences(catalogue(ROOT, language))}
    assert not wanted - have, "run `make messages` and translate these"
    assert not have - wanted, "run `make messages`: the code says these no more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_missing_or_fuzzy(language: str) -> None:
    found = catalogue(ROOT, language)
    assert not found.fuzzy
    assert not found.obsolete
    assert [key for key, message in sentences(found) if message.fuzzy or not all(translations_of(message))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_and_have_all_plural_forms(language: str) -> None:
    found = catalogue(ROOT, language)
    assert found.num_plurals == PLURALS
    for key, message in sentences(found):
        forms = translations_of(message)
        assert len(forms) == (PLURALS if key.plural else 1), key
        blanks = {tuple(sorted(BLANK.findall(words))) for words in (key.text, key.plural or key.text, *forms)}
        assert len(blanks) == 1, (key, forms)
        assert {words[:1].isspace() or words[-1:].isspace() for words in forms} == {False}, key


FOREIGN = {"cs": re.compile("[ľĺŕôä]", re.IGNORECASE), "sk": re.compile("[ěřů]", re.IGNORECASE)}
"""Letters that the language does not have, and its neighbour does."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_has_a_letter_of_the_other_language(language: str) -> None:
    texts = [text for _key, message in sentences(catalogue(ROOT, language)) for text in translations_of(message)]
    assert [text for text in texts if FOREIGN[language].search(text)] == []


@pytest.mark.parametrize(
    ("language", "forms"), [("cs", "u 1 stolu|u 3 stolů|u 5 stolů"), ("sk", "pri 1 stole|pri 3 stoloch|pri 5 stoloch")]
)
def test_counts_take_the_plural_form_of_the_language(language: str, forms: str, fresh_catalogues: None) -> None:
    with override(language):
        texts = [trans_real.ngettext("at {tables} table", "at {tables} tables", count) for count in (1, 3, 5)]
    assert "|".join(words.format(tables=count) for words, count in zip(texts, (1, 3, 5), strict=True)) == forms


def translated_constants(tree: ast.Module) -> Iterator[tuple[int, object]]:
    """The line and text of every constant that the module passes to a translating function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            text = node.args[1 if node.func.id.startswith("pgettext") else 0]
            if isinstance(text, ast.Constant):
                yield node.lineno, text.value


def test_no_translatable_sentence_is_inside_an_f_string(wanted: set[Key]) -> None:
    """The collector does not look inside f-strings, so a sentence there would never be translated."""
    known = {key.text for key in wanted}
    unseen = [
        f"{file.relative_to(ROOT)}:{line} {words}"
        for app in APPS
        for file in (ROOT / app).rglob("*.py")
        for line, words in translated_constants(ast.parse(file.read_text(encoding="utf-8")))
        if words not in known
    ]
    assert unseen == []


@pytest.fixture
def fresh_catalogues() -> None:
    """Compiles the current catalogues, and clears Django's cache of loaded ones and all that was made with them."""
    subprocess.run([sys.executable, str(ROOT / "scripts/compile_messages.py")], check=True, timeout=60)
    vars(trans_real)["_translations"].clear()
    for cached in gc.get_objects():
        if type(cached) is _lru_cache_wrapper:  # a lazy object answers `isinstance` by looking for its value
            cached.cache_clear()


HANDS = {
    "9s8s7s6s5s": ("Straight flush do devítky", "so straight flushom do deviatky"),
    "QsQdQhQc2s": ("Čtveřice dam", "so štvoricou dám"),
    "KsKdKhJcJs": ("Full house, králové a kluci", "s full housom kráľov a dolníkov"),
    "AhJh8h4h2h": ("Flush do esa", "s flushom do esa"),
    "5s4d3h2cAs": ("Postupka do pětky", "s postupkou do päťky"),
    "7s7d7h2cAs": ("Trojice sedmiček", "s trojicou sedmičiek"),
    "AsAd4h4c9s": ("Dva páry, esa a čtyřky", "s pármi es a štvoriek"),
    "6s6d4h3c9s": ("Pár šestek", "s párom šestiek"),
    "KsQdTh3c9s": ("Vysoká karta král", "s vysokou kartou kráľ"),
}


@pytest.mark.parametrize("cards", HANDS)
def test_C10_names_of_hands_are_inflected(cards: str, fresh_catalogues: None) -> None:
    name = name_high(parse_cards(cards))
    alone, won_with = HANDS[cards]
    with override("cs"):
        assert hand_text(name) == alone
    with override("sk"):
        assert win_html(Win("Petr", 1000, name), MONEY) == f"Petr vyhráva <b>10</b> {won_with}"


ENGLISH = re.compile(
    r"\b(Fold|Call|Raise to|Bet|Show|Muck|Pot(?! limit)|Main|Side|wins|calls|bets|raises|folds|checks|posts|shows"
    r"|Hand(?!/h)|hand|sitting out|Add chips|Leave|Stay|seats|players?|Sit down|Watch|Return"
    r"|bots|password|high|aces?|kings?|hearts)\b"
)
WORDS = {
    "cs": ("Složit", "Dorovnat", "Navýšit na", "Bank", "Hlavní", "Vedlejší", "sází", "Odejít od stolu", "srdcové eso"),
    "sk": ("Zložiť", "Dorovnať", "Navýšiť na", "Bank", "Hlavný", "Vedľajší", "vsádza", "Odísť od stola", "srdcové eso"),
}


def visible(html: str) -> str:
    """The text that people read or hear."""
    spoken = re.findall(r'(?:aria-label|title|placeholder|data-announcement|data-title|data-all-in)="([^"]*)"', html)
    return " ".join([re.sub(r"<[^>]*>", " ", html), *spoken])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_has_no_english_left(language: str, fresh_catalogues: None) -> None:
    html = ""
    for scene in (my_turn(), not_my_turn(), asked(), showdown()):
        own = fragments.own_fragments(scene.own, scene.view, language, ViewerPreferences(bool(scene.own)))
        html_by_id = {**fragments.public_fragments(scene.view, language), **own}
        html += "".join(html_by_id.values()) + fragments.log_fragment(scene.view, language)
    text = visible(html)
    assert [words for words in WORDS[language] if words not in text] == []
    assert ENGLISH.findall(text) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "seats"), [("cs", "Obsazeno 0 z 9 míst"), ("sk", "Obsadené 0 z 9 miest")])
def test_the_lobby_has_no_english_left(language: str, seats: str, client: Client, fresh_catalogues: None) -> None:
    open_table("Brno", password="x")
    with override(None):  # a request leaves its language behind
        page = client.get("/", headers={"accept-language": language}).content.decode()
    text = visible(re.sub(r"(?s)<head>.*?</head>", "", page) + "".join(lobby_fragments(language, 0).values()))
    assert text.count(seats) == 2  # on the page, and in what the socket sends
    assert ENGLISH.findall(text) == []
