"""What a socket of a table appends to its page once: chat, notices, changed settings and alerts."""

MOST_LINES_WAITING = 50


class AppendedOnce:
    """HTML that waits for the next push; a second alert takes the place of one that waits, and so do settings."""

    def __init__(self) -> None:
        self.settings = ""
        self.alert = ""
        self._chat: list[str] = []
        self._notices: list[str] = []

    def add_chat(self, line: str) -> None:
        """Adds a line of the chat; the oldest of very many that wait are left out."""
        self._chat = [*self._chat[-MOST_LINES_WAITING:], line]

    def replace_chat(self, history: str) -> None:
        """Puts the whole chat in place of the lines that wait."""
        self._chat = [history]

    def add_notices(self, notices: str) -> None:
        """Adds a list of notices."""
        self._notices.append(notices)

    def take(self) -> list[str]:
        """Everything that waits, in the order it is shown; nothing waits then."""
        taken = [*self._chat, *self._notices, *filter(None, (self.settings, self.alert))]
        self._chat, self._notices, self.settings, self.alert = [], [], "", ""
        return taken
