"""What a chat line must not hold, and what others read of it (F6)."""

from datetime import timedelta
from math import ceil

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.api import Setting, is_on
from games.engine.errors import IllegalAction
from games.engine.word_filter import covered, has_link
from games.models.chat_words import ChatWord
from games.models.conduct import ChatBan
from games.models.restrictions import in_force_now

CHAT_LINKS = Setting(
    "chat_links",
    _("Links in the chat"),
    _("Off: a line with the address of a page is refused. On: it is shown as text that leads nowhere when clicked."),
    False,
    _("Tables"),
)


def check_line(player: int, text: str) -> None:
    """Raises IllegalAction for a player who is banned from the chat, and for a link where the room allows none."""
    ban = ChatBan.objects.filter(in_force_now(), player=player).order_by("-until").first()
    if ban is not None:
        raise IllegalAction("muted", count=ceil((ban.until - timezone.now()) / timedelta(minutes=1)), why=ban.reason)
    if has_link(text) and not is_on(CHAT_LINKS.key):
        raise IllegalAction("no_links")


def shown_to_others(text: str) -> str:
    """The line with the operator's words covered; "" where that changes nothing."""
    shown = covered(text, ChatWord.objects.order_by().values_list("word", flat=True).distinct())
    return "" if shown == text else shown
