"""The lists of words that are covered in the chat, changed with a reason (F6)."""

from collections.abc import Collection, Mapping

from django.db import transaction

from backoffice.api import Change, Subject
from backoffice.api import record as log
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.models.chat_words import ChatWord

WORDS_CHANGED = "chat_words.changed"
Words = Mapping[str, Collection[str]]
"""Folded words by language."""


def words_by_language() -> dict[str, set[str]]:
    """The words now."""
    words: dict[str, set[str]] = {}
    for language, word in ChatWord.objects.values_list("language", "word"):
        words.setdefault(language, set()).add(word)
    return words


def changes_of(wanted: Words) -> list[Change]:
    """What would change, by language: the words that go and those that come."""
    now = words_by_language()
    changes = []
    for language, words in wanted.items():
        gone, new = now.get(language, set()) - set(words), set(words) - now.get(language, set())
        if gone or new:
            changes.append(Change(language, ", ".join(sorted(gone)), ", ".join(sorted(new))))
    return changes


def change_words(*, by: int, wanted: Words, why: str) -> None:
    """Replaces the words of these languages; nothing is logged where nothing changes. Raises IllegalAction."""
    reason = clean_line(why)
    if not reason:
        raise IllegalAction("why_needed")
    with transaction.atomic():
        changes = changes_of(wanted)
        if not changes:
            return
        for language, words in wanted.items():
            ChatWord.objects.filter(language=language).exclude(word__in=words).delete()
            rows = [ChatWord(language=language, word=word) for word in sorted(words)]
            ChatWord.objects.bulk_create(rows, ignore_conflicts=True)
        log(by=by, act=WORDS_CHANGED, subject=Subject("chat_words", "all"), changes=changes, reason=reason)
