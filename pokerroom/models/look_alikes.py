"""Names that look alike: one spelling for all of them, kept with each account."""

import unicodedata
from typing import Any

from django.db import models

# Letters that look like a Latin one, small or large: mostly Cyrillic, Greek and Armenian.
LOOK_ALIKES = {
    "a": "АаΑαɑ", "b": "ВвΒ", "c": "Сс", "d": "Ԁԁ", "e": "ЕеΕ", "g": "ɡ", "h": "НнҺһΗհ", "i": "ІіӀӏΙιı", "j": "Јј",
    "k": "КкΚκ", "m": "МмΜ", "n": "Νո", "o": "ОоΟοօ", "p": "РрΡρ", "q": "Ԛԛ", "s": "Ѕѕ", "t": "ТтΤτ", "u": "υս",
    "v": "Ѵѵν", "w": "Ԝԝ", "x": "ХхΧχ", "y": "УуҮүΥγ", "z": "Ζ",
}  # fmt: skip
LONGEST_SKELETON = 120
"""One letter may become several small ones."""

_LATIN = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})
# Before letters are made small: a large i looks like a small L, a small one does not.
_LIKE_SMALL_L = str.maketrans(dict.fromkeys("IІΙӀӏ1", "l"))


def in_latin(name: str) -> str:
    """The name in small Latin letters, wherever others look like them."""
    return unicodedata.normalize("NFKC", name).strip().translate(_LATIN).casefold()


def skeleton(name: str) -> str:
    """The spelling that names have in common which look the same; another rule needs a migration of all accounts.

    Names that differ in case alone may have two skeletons.
    """
    shapes = unicodedata.normalize("NFKC", name).translate(_LIKE_SMALL_L)
    return in_latin(shapes).replace("0", "o").replace("rn", "m").replace("vv", "w")


class SkeletonField(models.CharField):  # type: ignore[type-arg]  # generic in the stubs only
    """The skeleton of an account's display name, worked out whenever the account is written."""

    def pre_save(self, model_instance: Any, add: bool) -> Any:  # Any: models cannot name the account's here
        """Keeps up with the name."""
        setattr(model_instance, self.attname, skeleton(model_instance.display_name))
        return super().pre_save(model_instance, add)
