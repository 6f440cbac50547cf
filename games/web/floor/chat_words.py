"""The page of the words that are covered in the chat, a list for each language (F6)."""

from collections.abc import Collection, Mapping, Sequence

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import ChangeText, Named, Refused
from backoffice.web.api import ActPage, office_page, reason_field, staff_id
from games.engine.errors import IllegalAction
from games.engine.word_filter import folded_word
from games.models.chat_words import LONGEST_WORD
from games.operations.floor import chat_words
from games.text.refusals import refusal_text
from games.web.floor.permissions import CHAT_WORDS

LONGEST_LIST = 20_000


class WordsField(forms.CharField):
    """One word on each line; each is kept as it is compared."""

    widget = forms.Textarea(attrs={"rows": 8, "cols": 30, "autocapitalize": "off", "spellcheck": "false"})

    def clean(self, value: object) -> list[str]:
        """The words; refuses one that is too long, or has a letter too few to be one."""
        lines = str(super().clean(value) or "").splitlines()
        words = [word for line in lines if (word := folded_word(line))]
        wrong = [word for word in words if not 1 < len(word) <= LONGEST_WORD]
        if wrong:
            text = _("A word has 2 to {most} letters: {words}.")
            raise forms.ValidationError(text.format(most=LONGEST_WORD, words=", ".join(wrong)))
        return list(dict.fromkeys(words))


class WordsForm(forms.Form):
    """The words of each language, and why they change."""

    reason = reason_field()

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # what a request sent
        now = chat_words.words_by_language()
        for code, name in settings.LANGUAGES:
            words = "\n".join(sorted(now.get(code, ())))
            self.fields[f"in_{code}"] = WordsField(
                label=name, required=False, max_length=LONGEST_LIST, initial=words, strip=False
            )
        self.order_fields([f"in_{code}" for code, _name in settings.LANGUAGES])

    def wanted(self) -> dict[str, list[str]]:
        """The words that were typed, by language."""
        return {code: self.cleaned_data[f"in_{code}"] for code, _name in settings.LANGUAGES}


class WordsPage(ActPage[WordsForm]):
    """Changes the words."""

    form_class = WordsForm
    title = gettext_lazy("Words covered in the chat")
    intro = gettext_lazy(
        "One word on each line. A line of the chat is shown with asterisks in place of each of them, whatever its"
        " case and accents, and also when it is spaced out or written with digits. Word forms count as words of"
        " their own. Reports keep the line as it was typed."
    )
    button = gettext_lazy("Change the words")

    def consequences(self, form: WordsForm) -> Sequence[str]:
        """The words that come and go in each language."""
        changes = chat_words.changes_of(form.wanted())
        if not changes:
            raise Refused("nothing_changed", refusal_text("nothing_changed"))
        lines = []
        for language, gone, new in changes:
            name = language_name(language)
            if new:
                lines.append(_("{language}, covered from now on: {words}").format(language=name, words=new))
            if gone:
                lines.append(_("{language}, no longer covered: {words}").format(language=name, words=gone))
        return [*lines, _("Lines that were sent before stay as they are.")]

    def was_sent(self, form: WordsForm) -> bool:
        """Whether the words are these already: a second submit changes nothing."""
        return not chat_words.changes_of(form.wanted())

    def carry_out(self, form: WordsForm) -> str:
        """Changes them."""
        try:
            chat_words.change_words(by=staff_id(self.request), wanted=form.wanted(), why=form.cleaned_data["reason"])
        except IllegalAction as refusal:
            raise Refused(refusal.code, refusal_text(refusal.code)) from None
        return reverse("floor:chat_words")


@office_page(CHAT_WORDS)
def words(request: HttpRequest) -> HttpResponse:
    """Shows and changes the words."""
    return WordsPage(request).respond()


def language_name(code: str) -> str:
    """What a language of the room is called."""
    return str(dict(settings.LANGUAGES).get(code, code))


def words_change(_subject: str, language: str, gone: str, new: str) -> ChangeText:
    """A change of the words for the log."""
    return ChangeText(language_name(language), gone, new)


def words_names(ids: Collection[str]) -> Mapping[str, Named]:
    """The page of the words for the log."""
    return {key: Named("", reverse("floor:chat_words")) for key in ids}
