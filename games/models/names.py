"""The spelling in which names of tables are compared."""

from unicodedata import category, normalize

from django.utils.translation import gettext_lazy as _

NO_NAME = _("Give the table a name that can be read.")


def comparison_key(name: str) -> str:
    """The same text for names that people read as one: letters in any case or form, any blanks between words.

    Characters that nobody sees do not count; "" is the key of a name without others. Made here and stored, since
    databases differ in the letters whose case they know.
    """
    spaced = "".join(" " if char.isspace() else char for char in normalize("NFKC", name))
    return " ".join("".join(char for char in spaced if category(char)[0] != "C").split()).casefold()
