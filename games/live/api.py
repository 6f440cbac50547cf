"""What other apps need to run their own leased rows at a host; they use nothing else of `games.live`."""

from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import LeasedConsumer, LeasedRunner, Slot
from games.messaging.messages import Message
from games.store.leases import LeasedRows

__all__ = ["HostContext", "LeasedConsumer", "LeasedRows", "LeasedRunner", "Message", "Slot"]
