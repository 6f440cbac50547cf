"""Takes screenshots of example tables in Chromium, on desktop and phone, for visual inspection.

Run as `python -m tests.journeys.pictures [scene …]`; needs no server and no database: this script
answers the browser's requests, with the room's own content security policy. It prints the browser's errors.
"""

import os
import sys
from pathlib import Path

os.environ.update(DJANGO_SETTINGS_MODULE="pokerroom.settings", DEBUG="1", DATABASE_URL="", REDIS_URL="")

import django

django.setup()

from playwright.sync_api import sync_playwright

from tests.journeys.people import CHROMIUM, FLAGS
from tests.journeys.still_tables import HOST, SCENES, serve

FOLDER = Path(__file__).resolve().parents[2] / "test-artifacts" / "pictures"
SIZES = {"desktop": (1440, 900, 1), "laptop": (1280, 680, 1), "phone": (390, 844, 2), "tile": (712, 400, 1)}
STEPS = {
    "draw-choose": {"chosen": "#my-hand .pick >> nth=4"},
    "entering": {"me": "#tab-me"},
    "planning": {"me": "#tab-me", "refill": "[hx-get^=refill]", "move": "[hx-get^=move]"},
    "moving": {"me": "#tab-me"},
    "sitting-out": {"me": "#tab-me"},
    "my-turn": {
        "person": "#seat-5 .plate",
        "pot": "#controls .presets [data-size=pot]",
        "chat": "#tab-chat",
        "rules": "#tab-rules",
        "me": "#tab-me",
        "leave": "[data-opens=leave-dialog]",
    },
    "tournament-away": {"me": "#tab-me"},
    "six-check": {"fold": "#controls [data-key=f]"},
    "waiting": {"sit": ".sit >> nth=3", "back": ".sit >> nth=1"},
}
DIALOGS = {"leave", "fold", "sit", "back", "refill", "move", "person"}


def take(names: list[str]) -> None:
    """Takes one screenshot of each scene at each size."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for size, (width, height, scale) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch=size == "phone"
            )
            for name in names:
                page = context.new_page()
                page.on("console", lambda message: print(f"console: {message.text}"))
                page.on("pageerror", lambda error: print(f"error: {error}"))
                serve(page, SCENES[name]())
                page.goto(f"{HOST}/table/1/{'?tile' if size == 'tile' else ''}")
                page.wait_for_timeout(900)
                page.screenshot(path=str(FOLDER / f"{name}-{size}.png"))
                for step, selector in STEPS.get(name, {}).items() if size != "tile" else ():
                    page.click(selector)
                    page.wait_for_timeout(500)
                    page.screenshot(path=str(FOLDER / f"{name}-{step}-{size}.png"))
                    if step in DIALOGS:
                        page.keyboard.press("Escape")
                page.close()
            context.close()
        browser.close()


if __name__ == "__main__":
    take(sys.argv[1:] or list(SCENES))
