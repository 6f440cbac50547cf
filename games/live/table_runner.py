"""The tables of a host: delivers messages to their consumers, and has inboxes with orders read."""

from django.db.models import Model, QuerySet

from games.live.hosting.leased_runner import LeasedRunner, Slot
from games.live.hosting.table_messages import TableMessage
from games.live.table import TableConsumer
from games.messaging.messages import Answer, Ask, Message, ReadInbox, Watch, host_group
from games.models import Order, Table


class TableRunner(LeasedRunner[TableMessage]):
    """Runs open tables."""

    name = "table"
    queue_size = 256

    def rows(self) -> QuerySet[Model]:
        """Tables that are open and not frozen."""
        return Table.objects.filter(closed_at=None, frozen=False)

    def consumer(self, slot: Slot[TableMessage]) -> TableConsumer:
        """The consumer of one table."""
        return TableConsumer(slot=slot, context=self.context)

    def group(self, pk: int) -> str:
        """The group in which a table's host listens."""
        return host_group(pk)

    def deliver(self, message: Message) -> None:
        """Queues a message for a table that runs here; an ask is refused when the queue is full."""
        match message:
            case Ask() | Watch() | ReadInbox() if slot := self.slots.get(message.table):
                if not slot.put(message) and isinstance(message, Ask):
                    busy = Answer(message.table, message.player, message.id, ok=False, code="table_busy")
                    self.context.outbox.to_channel(message.reply, busy)

    async def renewed(self) -> None:
        """Lets tables read their inboxes, in case the message that announced an order was lost."""
        for pk in await self.context.threads.run(tables_with_orders, list(self.slots)):
            self.slots[pk].put(ReadInbox(pk))


def tables_with_orders(tables: list[int]) -> set[int]:
    """Those of these tables whose inbox holds unanswered orders."""
    return set(Order.objects.unanswered().filter(table__in=tables).values_list("table_id", flat=True))
