"""Processor time of a web process for pages, beside a bare Django view in the same run."""

import re
import time
from collections import defaultdict
from collections.abc import Callable
from statistics import median

from benchmarks.pages.web_client import Browser, Server, empty_room
from tests.servers import free_port

RUNS, WARM_UP, REQUESTS = 3, 10, 50
FEW_TABLES, MANY_TABLES, SEATED = 50, 200, 4
GUESTS, POLL_SECONDS = 20, 0.2
KEY = re.compile(r'name="key" value="([^"]+)"')
LEAST = re.compile(r'data-min="(\d+)"')
STILL_BUYING = re.compile(r'hx-get="([^"]+)" hx-trigger="load delay')


def open_tables(count: int) -> None:
    """Opens tables until there are so many; bots sit at each, without a game."""
    from games.engine.rules.rules import Rules
    from games.engine.rules.stakes import Stakes, Structure
    from games.engine.rules.variants import CATALOGUE
    from games.models import Seat, Table
    from games.operations.tables import open_table
    from pokerroom.models import User

    for number in range(Table.objects.count(), count):
        stakes = Stakes(Structure.NO_LIMIT, 100 * (1 + number % 7), 200 * (1 + number % 7))
        rules = Rules(CATALOGUE["omaha" if number % 3 else "holdem"], stakes)
        table = open_table(name=f"Table {number}", rules=rules, currency="PLAY", min_buy_in=20_00)
        Table.objects.filter(pk=table.pk).update(hands=90, average_pot=2500, average_second_street_permille=340)
        for seat in range(SEATED):
            name = f"bot {number}-{seat}"
            bot = User.objects.create(username=name, display_name=name, is_bot=True, is_active=False)
            Seat.objects.create(table=table, seat=seat, player=bot, name=name, bot=True)


class Page:
    """A page that is measured again and again."""

    def __init__(self, server: Server, port: int, path: str, *, signed_in: bool = False) -> None:
        self.server, self.path, self.browser = server, path, Browser(port)
        if signed_in:
            self.browser.play_now()
        self.cost(WARM_UP)

    def cost(self, times: int = REQUESTS) -> float:
        """Milliseconds of processor time of one request."""
        # The server ends connections that have been idle for a minute.
        self.browser.connection.close()
        before = self.server.milliseconds()
        for _ in range(times):
            self.browser.open(self.path)
        return (self.server.milliseconds() - before) / times


def report(costs: dict[str, list[float]]) -> None:
    """Prints each page's cost, and its rate as a share of the bare view's."""
    bare = median(costs["a bare view"])
    for name, measured in costs.items():
        middle = median(measured)
        print(f"{name:46}{middle:8.2f} ms{bare / middle:7.0%}", flush=True)


def measure(pages: dict[str, Page]) -> None:
    """Measures the pages in turn."""
    costs: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(RUNS):
        for name, page in pages.items():
            costs[name].append(page.cost())
    report(costs)


def play_now_to_seat(server: Server, port: int) -> None:
    """Lets guests in and seats them, one after another; prints what each step costs."""
    guests = [Browser(port) for _ in range(GUESTS)]
    for guest in guests:
        guest.open("/accounts/sign-up/")
    places: dict[Browser, str] = {}
    forms: dict[Browser, str] = {}
    polls = 0

    def open_page(guest: Browser) -> None:
        forms[guest] = guest.open(places[guest])

    def sit_down(guest: Browser) -> None:
        nonlocal polls
        form = forms[guest]
        chips = {"key": KEY.findall(form)[0], "amount": str(int(LEAST.findall(form)[0]) // 100)}
        page = guest.open(places[guest].replace("?sit", "sit/"), chips, part=True)
        while guest.status != 204:
            polls += 1
            if guest.status == 200:
                waits = STILL_BUYING.search(page)
                if waits is None:
                    raise RuntimeError(f"not seated: {re.sub('<[^>]+>', ' ', page)[:300]}")
                time.sleep(POLL_SECONDS)
                page = waits[1]
            page = guest.open(page, part=True)

    steps: dict[str, Callable[[Browser], object]] = {
        "play now": lambda guest: places.update({guest: guest.play_now()}),
        "the table's page, with the form": open_page,
        "sitting down": sit_down,
    }
    spent: dict[str, float] = defaultdict(float)
    for guest in guests:
        for name, step in steps.items():
            before = server.milliseconds()
            step(guest)
            spent[name] += server.milliseconds() - before
    for name in steps:
        print(f"  {name:44}{spent[name] / GUESTS:8.2f} ms", flush=True)
    total = sum(spent.values()) / GUESTS
    polled = f"{polls / GUESTS:.1f} polls of the order"
    print(f"{'a person from play now to a seat':46}{total:8.2f} ms; {polled}", flush=True)


def main() -> None:
    """Starts the room with PostgreSQL and Redis of its own, and measures."""
    running: list[Server] = []
    with empty_room():
        try:
            from games.models import Seat, Table

            open_tables(FEW_TABLES)
            port, bare_port = free_port(), free_port()
            running.append(bare := Server("-m", "benchmarks.pages.bare_server", str(bare_port)))
            running.append(web := Server("manage.py", "runroom", "--no-tables", "--port", str(port)))
            table = Table.objects.earliest("pk").pk
            base = {"a bare view": Page(bare, bare_port, "/")}
            print(f"processor time of a web process, median of {RUNS} runs; the rate as a share of the bare view's")
            lobby = {f"lobby of {FEW_TABLES} tables": Page(web, port, "/")}
            measure({**base, **lobby})
            open_tables(MANY_TABLES)
            names = {"health": "/healthz", "sign-up": "/accounts/sign-up/", "rules of play": "/rules/"}
            names |= {"a table": f"/table/{table}/", f"lobby of {MANY_TABLES} tables": "/"}
            light = {name: Page(web, port, path) for name, path in names.items()}
            own = {
                f"{name}, signed in": Page(web, port, path, signed_in=True)
                for name, path in names.items()
                if name not in ("health", "sign-up")
            }
            measure({**base, **light, **own})
            Seat.objects.all().delete()
            running.append(Server("manage.py", "runtables"))
            time.sleep(5)
            play_now_to_seat(web, port)
        finally:
            for server in running:
                server.stop()


if __name__ == "__main__":
    main()
