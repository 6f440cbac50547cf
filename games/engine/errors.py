"""The one way the engine says no."""


class IllegalAction(Exception):
    """An ask that the rules refuse; nothing has changed.

    `code` names the reason for the viewer's language to put in words; `detail` holds the amounts
    (minor units) that the words need.
    """

    def __init__(self, code: str, **detail: int) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class BrokenInvariant(Exception):
    """A state that must never be: chips not conserved, cards doubled. The table freezes (M2, P6, C1)."""
