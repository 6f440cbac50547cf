"""Settings of the room: declared by apps with text and default, changed on one page, each change logged."""

from collections.abc import Mapping
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

from backoffice.compiled_query import CompiledQuery, Given
from backoffice.models import RoomSetting
from backoffice.registry import Text

Value = bool | int | str


class Setting(NamedTuple):
    """A declared setting: the type of `default` is the type of its values.

    An int lies between `least` and `most`; with `choices` a str is one of them.
    """

    key: str
    label: Text
    help: Text
    default: Value
    group: Text
    least: int = 0
    most: int = 10**15
    choices: Mapping[str, Text] = {}


_declared: dict[str, Setting] = {}


def declare(*settings: Setting) -> None:
    """Adds settings to the room's settings page."""
    _declared.update({setting.key: setting for setting in settings})


def declared() -> list[Setting]:
    """All settings, in the order in which they were declared."""
    return list(_declared.values())


def value(key: str) -> Value:
    """The current value; raises ImproperlyConfigured for a setting that nobody declared."""
    if key not in _declared:
        raise ImproperlyConfigured(f"no setting of the room is called {key}")
    row = _SETTING.first(key=key)
    return _declared[key].default if row is None else row.value


_SETTING = CompiledQuery(lambda: RoomSetting.objects.filter(pk=Given("key")))


def is_on(key: str) -> bool:
    """The value of a yes-or-no setting."""
    return bool(value(key))


def number(key: str) -> int:
    """The value of a number or amount."""
    return int(value(key))


def store(key: str, new: Value) -> None:
    """Keeps a value; the caller logs the change."""
    RoomSetting.objects.update_or_create(pk=key, defaults={"value": new})
