"""The shortest password, with a sentence of the room."""

from django.contrib.auth import password_validation
from django.utils.translation import ngettext


class MinimumLengthValidator(password_validation.MinimumLengthValidator):
    """Django's validator; the sentence with which it refuses is missing in Django's Czech catalog."""

    def get_error_message(self) -> str:
        """The refusal of a shorter password."""
        sentence = ngettext(
            "The password is too short: it needs at least {count} character.",
            "The password is too short: it needs at least {count} characters.",
            self.min_length,
        )
        return sentence.format(count=self.min_length)
