"""Parts of pages on a phone: what belongs together is on one line, in Chromium and without a server."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page

from games.models import Table
from games.text.amounts import AmountFormat
from games.web.table.drawing import draw


def open_part(page: Page, html: str, *sheets: str) -> None:
    """Shows a part of a page on a phone, with these style sheets."""
    names = [f"css/{sheet}.css" for sheet in ("site/base", "site/button", "page", *sheets)]
    styles = "".join(Path(str(finders.find(name))).read_text(encoding="utf-8") for name in names)
    page.set_viewport_size({"width": 360, "height": 640})
    page.set_content(f"<style>{styles}</style>{html}")


def test_what_a_seat_won_stands_on_the_line_of_its_chips_on_the_floor_page(browser: Browser) -> None:
    seats = [
        {"number": 1, "name": "Maximiliána Dlouhá", "bot": True, "won": -12345600, "chips": 12345600},
        {"number": 2, "name": "Emil", "bot": False, "won": 0, "chips": 100000},
    ]
    context = {
        "table": Table(pk=1, name="Prague"), "hand": {"number": 7, "state": "ended"}, "seats": seats,
        "amounts": AmountFormat.of_currency("PLAY"),
    }  # fmt: skip
    page = browser.new_page()
    open_part(page, render_to_string("games/floor/now.html", context), "floor_page")
    middles = page.eval_on_selector_all(
        ".f-seats li",
        "rows => rows.map((row) => [...row.children].map((one) => one.getBoundingClientRect())"
        ".map(({ top, bottom }) => (top + bottom) / 2))",
    )
    assert all(max(row) - min(row) < 3 for row in middles), middles
    rights = page.eval_on_selector_all(".f-chips", "all => all.map((one) => one.getBoundingClientRect().right)")
    assert max(rights) <= 360 and max(rights) - min(rights) < 1, rights
    page.close()


def test_the_seats_to_change_to_stand_beside_each_other(browser: Browser) -> None:
    seats = [{"number": number, "seat": number - 1, "chosen": False} for number in (2, 5, 6)]
    changes = draw("my_seat/seat_changes", {"free_seats": seats}, "en")
    page = browser.new_page()
    open_part(page, f'<div class="my-seat">{changes}</div>', "table/dialog", "table/side_panel/my_seat")
    tops = page.eval_on_selector_all(".moves .button", "all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == 3 and len(set(tops)) == 1, tops
    page.close()


def test_rank_and_suit_of_a_small_card_stand_beside_each_other_in_the_list_of_hands(browser: Browser) -> None:
    page = browser.new_page()
    cards = "".join(f'<i class="card mini" data-c="{card}"></i>' for card in ("Th", "Kc"))
    open_part(
        page, f'<div class="my-hands"><span class="on-board">{cards}</span></div>', "card", "my_hands", "small_cards"
    )
    gaps = page.eval_on_selector_all(
        ".mini",
        """all => all.map((one) => {
          const [rank, suit] = ["::before", "::after"].map((part) => getComputedStyle(one, part));
          return one.offsetWidth - parseFloat(suit.right) - parseFloat(suit.width) - parseFloat(rank.left)
            - parseFloat(rank.width);
        })""",
    )
    assert len(gaps) == 2 and min(gaps) >= 0, gaps
    page.close()
