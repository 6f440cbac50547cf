"""Refusals of the back office as codes with a sentence for the reader."""


class Refused(Exception):  # a refusal is an answer, not an error
    """An act that is refused: nothing has changed, `sentence` says why in the reader's language.

    `field` is the field of the form that is at fault, "" for the form as a whole.
    """

    def __init__(self, code: str, sentence: str, *, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.field = field
