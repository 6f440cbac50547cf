"""Times that forms show in whole seconds and tables keep in milliseconds."""

SECOND = 1_000


def whole_seconds(milliseconds: int) -> int:
    """The seconds that a form shows of a time."""
    return milliseconds // SECOND


def typed_milliseconds(seconds: int, before: int) -> int:
    """Milliseconds of typed seconds; `before` while they show the same, as it may be no whole number of seconds."""
    return before if seconds == whole_seconds(before) else seconds * SECOND
