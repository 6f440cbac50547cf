"""What other apps need to run their own leased rows at a host; they use nothing else of `games.live`."""

from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import LeasedConsumer, LeasedRunner, Slot
from games.messaging.messages import Message

__all__ = ["HostContext", "LeasedConsumer", "LeasedRunner", "Message", "Slot"]
