"""What other apps need to run leased rows of their own at a host; nothing else of `games.live` is for them."""

from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import LeasedConsumer, LeasedRunner, Slot
from games.messaging.messages import Message

__all__ = ["HostContext", "LeasedConsumer", "LeasedRunner", "Message", "Slot"]
