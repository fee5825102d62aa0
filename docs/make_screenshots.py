"""Takes the pictures of the documentation anew: the HTML page in a browser, and what a terminal shows.

python docs/make_screenshots.py

Needs Chromium, and playwright and rich, which are among the development tools. Look at the pictures before they are
committed: they are there to be looked at.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.terminal_theme import DIMMED_MONOKAI  # noqa: E402
from rich.text import Text  # noqa: E402

from checker.cli import run  # noqa: E402

IMAGES = ROOT / "docs" / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_SCALE = 1.25  # pixels of a picture for each of the page: sharp enough, and not too heavy
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
STORY = """rules ocg
players 遊戯, 海馬
use classics
card "クリッター" monster { mandatory trigger if this is sent from field to gy -> "add 1 monster to the hand" }
card "黒き森のウィッチ" monster { mandatory trigger if this is sent from field to gy -> "add 1 monster to the hand" }
card "ダンディライオン" monster { mandatory trigger if this is sent to gy -> special summon "綿毛トークン" }
card "異次元の生還者" monster { optional trigger if this is sent from field to gy -> draw 1 }

遊戯 field: "クリッター" as critter, "黒き森のウィッチ" as witch, "異次元の生還者" as survivor
海馬 field: "ダンディライオン" as dandylion
遊戯 hand: "Dark Hole"

遊戯 activates "Dark Hole"
chain resolves
"""
WRONG = """rules tcg
players 遊戯, Kaiba
use classics

遊戯 hand: "Dark Hole", "Mystical Space Typhoon" as サイクロン
Kaiba set: "Solemn Judgment" as 神の宣告

遊戯 activates "Dark Hole"
Kaiba activates 神の宣告
遊戯 activates サイクロン
"""
TERMINAL = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 0; background: {background}; color: {foreground}; }}
pre {{
  margin: 0; padding: 18px 20px; display: inline-block;
  font: 15px/1.45 "Noto Sans Mono CJK JP", "DejaVu Sans Mono", monospace;
}}
{stylesheet}
</style><pre>{code}</pre>"""


def main() -> None:
    """Take all of them."""
    IMAGES.mkdir(exist_ok=True)
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("no Chromium was found; `python3 dev.py test` installs it where it may")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        folder = Path(name)
        (folder / "dark-hole.chain").write_text(STORY, "utf-8")
        (folder / "typhoon.chain").write_text(WRONG, "utf-8")
        pages(browser, folder)
        for width in (80, 120):
            terminal(browser, folder, width)
        browser.close()
    for path in sorted(IMAGES.glob("*.png")):
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KB\n")


def pages(browser: Browser, folder: Path) -> None:
    """The HTML page: building a chain in light, resolving it in dark, and on a phone."""
    made = folder / "dark-hole.html"
    run(["explore", str(folder / "dark-hole.chain"), "--output-format", "html", "-q", "-o", str(made)])
    with opened(browser, made, 1180, 800, "light") as page:
        page.click(".pick >> text=黒き森のウィッチ")
        page.click("#step summary")
        taken(page, "html-light")
    with opened(browser, made, 1180, 800, "dark") as page:
        for _ in range(4):
            page.click(".pick")
        page.click(".close button")
        page.click("#resolve")
        page.click("#resolve")
        taken(page, "html-dark")
    with opened(browser, made, 390, 844, "light") as page:
        page.click(".pick")
        taken(page, "html-phone")


@contextmanager
def opened(browser: Browser, path: Path, width: int, height: int, scheme: str) -> Iterator[Page]:
    """A page in a window of that size."""
    size = {"width": width, "height": height}
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=_SCALE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(path.as_uri())
    yield page
    context.close()


def taken(page: Page, name: str) -> None:
    """A picture of what the window shows, when all that moves has come to rest and no mouse is over anything."""
    page.mouse.move(1, 1)
    page.wait_for_timeout(300)
    page.screenshot(path=IMAGES / f"{name}.png")


def terminal(browser: Browser, folder: Path, width: int) -> None:
    """What a terminal of that width shows of the orders and of a mistake."""
    os.environ["COLUMNS"] = str(width)
    os.chdir(folder)
    shown = ""
    for command in (
        "explore dark-hole.chain",
        "explore dark-hole.chain --why dandylion,witch",
        "check typhoon.chain",
    ):
        out = io.StringIO()
        with redirect_stdout(out):
            run([*command.split(), "--color", "always"])
        shown += f"\x1b[2m$ segoc {command}\x1b[0m\n{out.getvalue()}\n"
    console = Console(record=True, width=width, file=io.StringIO())
    console.print(Text.from_ansi(shown.rstrip(), no_wrap=True))
    page = browser.new_page(viewport={"width": 300, "height": 300})
    page.set_content(console.export_html(theme=DIMMED_MONOKAI, code_format=TERMINAL))
    page.locator("pre").screenshot(path=IMAGES / f"terminal-{width}.png")
    page.close()


if __name__ == "__main__":
    main()
