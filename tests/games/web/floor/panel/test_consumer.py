"""F1: the panel's socket sends what has changed and nothing else."""

import asyncio
from types import SimpleNamespace

from games.web.floor.panel.consumer import PanelConsumer
from games.web.floor.panel.fragments import LIVE, ROW, PanelView
from games.web.sockets.sent_fragments import SentFragments


def test_F1_a_row_that_is_sent_again_brings_its_live_part_with_it_and_a_live_part_goes_alone() -> None:
    shown = {f"{ROW}1": "row ", f"{LIVE}1": "live ", f"{ROW}2": "other row ", f"{LIVE}2": "other live "}
    consumer = PanelConsumer()
    consumer.sent, consumer.view = SentFragments(), PanelView("en")
    consumer.board = SimpleNamespace(fragments=lambda view: shown)  # type: ignore[assignment]  # all that it is asked

    def pushed(**changed: str) -> str:
        shown.update({name.replace("_", "-"): html for name, html in changed.items()})
        return asyncio.run(consumer.changed_html())

    assert pushed() == "row live other row other live "
    assert pushed() == ""
    assert pushed(f_live_1="later ") == "later "
    assert pushed(f_table_1="changed ") == "changed later "
