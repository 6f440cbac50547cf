"""What the show layer of a wing to the right builds its own pages and sockets from; nothing else of `games.web`."""

from games.buyin import AmountError, amount_text, parse_amount
from games.web.callers import page_of_ours
from games.web.feed import Feed
from games.web.forms import AmountField
from games.web.limits import too_often
from games.web.markup import squeezed
from games.web.sockets import PushSocket, in_thread

__all__ = [
    "AmountError",
    "AmountField",
    "Feed",
    "PushSocket",
    "amount_text",
    "in_thread",
    "page_of_ours",
    "parse_amount",
    "squeezed",
    "too_often",
]
