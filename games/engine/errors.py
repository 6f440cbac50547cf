"""The exceptions of the engine."""


class IllegalAction(Exception):
    """The rules refuse an action; nothing has changed.

    `code` names the reason, which the web layer translates; `detail` holds the amounts (minor units)
    and names that the message needs.
    """

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class BrokenInvariant(Exception):
    """An impossible state, such as chips not conserved or duplicate cards; the table freezes (M2, P6, C1)."""
