"""Words that are covered in the chat of every table, kept by the operator in lists by language (F6)."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_WORD = 40


class ChatWord(models.Model):
    """A word of a language that others do not read in the chat; letters and digits alone, in lower case."""

    language = models.CharField(_("language"), max_length=8)
    word = models.CharField(_("word"), max_length=LONGEST_WORD)

    class Meta:
        ordering: ClassVar = ["language", "word"]
        verbose_name = _("covered word")
        verbose_name_plural = _("covered words")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["language", "word"], name="games_chat_word_once"),
            models.CheckConstraint(condition=~models.Q(word=""), name="games_chat_word_some"),
        ]

    def __str__(self) -> str:
        return f"{self.language}: {self.word}"
