"""Texts in a given language, whatever language is active."""

import threading
from collections.abc import Callable

import pytest
from django.utils.translation import get_language, gettext, override

from games.text.amounts import AmountFormat, amount_writer
from games.text.languages import in_language, per_language, texts_per_language


def test_a_function_runs_in_its_language_and_leaves_the_active_one() -> None:
    with override("sk"):
        assert in_language("cs", get_language) == "cs"
        assert in_language("cs", gettext, "Leave") == "Odejít"
        assert get_language() == "sk"


def test_a_function_in_a_language_may_ask_for_another() -> None:
    def inner() -> tuple[str | None, str | None]:
        return in_language("sk", get_language), get_language()

    assert in_language("cs", inner) == ("sk", "cs")
    assert in_language("cs", lambda: in_language("cs", get_language)) == "cs"


def test_threads_may_run_in_the_same_language_at_once() -> None:
    both = threading.Barrier(2, timeout=10)
    found: list[str] = []

    def meet() -> str:
        both.wait()
        return gettext("Leave")

    threads = [threading.Thread(target=lambda: found.append(in_language("cs", meet))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["Odejít", "Odejít"]


def test_an_error_leaves_the_active_language() -> None:
    with override("sk"):
        with pytest.raises(ZeroDivisionError):
            in_language("cs", lambda: 1 // 0)
        assert get_language() == "sk"


def test_words_are_made_once_for_each_language() -> None:
    made: list[str | None] = []

    @per_language
    def word() -> str:
        made.append(get_language())
        return gettext("Leave")

    with override("en"):
        assert [word("cs"), word("sk"), word("cs"), word("en")] == ["Odejít", "Odísť", "Odejít", "Leave"]
    assert made == ["cs", "sk", "en"]


def test_texts_are_kept_apart_by_language_and_value() -> None:
    text: Callable[[int, str], str] = texts_per_language(lambda count: f"{gettext('Leave')} {count}", 8)
    with override("sk"):
        assert [text(1, "cs"), text(2, "cs"), text(1, "en"), text(1, "cs")] == [
            "Odejít 1", "Odejít 2", "Leave 1", "Odejít 1",
        ]  # fmt: skip


@pytest.mark.parametrize(
    "amounts", [AmountFormat(), AmountFormat(digits=0), AmountFormat(unit=1), AmountFormat(2000, big_blinds=True)]
)
@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_a_writer_of_amounts_writes_as_its_format_does(amounts: AmountFormat, language: str) -> None:
    with override("en" if language == "cs" else "cs"):
        written = [amount_writer(amounts, language)(minor) for minor in (0, 1, -1, 184_250, 1_234_567_89)]
    with override(language):
        assert written == [amounts.text(minor) for minor in (0, 1, -1, 184_250, 1_234_567_89)]
