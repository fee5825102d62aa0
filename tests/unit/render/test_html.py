"""The HTML page in a real browser: a chain is built and resolved, by mouse and by keyboard; what screen readers get."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import html5lib
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from checker.cli import run
from checker.verdict import walkthrough
from tests.conftest import Compare

ROOT = Path(__file__).resolve().parents[3]
NODE = ROOT / "tests" / "node" / "node_modules"
AXE = NODE / "axe-core" / "axe.min.js"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
# Of one group, so that there is a choice; and a name that would end the script.
STORY = """rules tcg
players 遊戯, Kaiba
use classics
card "</script><b>" monster { optional trigger if this is sent from field to gy -> draw 1 }

遊戯 field: "Sangan" as sangan, "Witch of the Black Forest" as witch, "</script><b>" as odd
Kaiba field: "Dandylion" as dandylion
遊戯 hand: "Dark Hole"

遊戯 activates "Dark Hole"
chain resolves
"""
ZABORG = """rules tcg-classic
players Yugi, Kaiba
use classics

Yugi field: "Sangan" as sangan
Yugi hand: "Zaborg the Thunder Monarch" as zaborg
Yugi normal summons zaborg tributing sangan
both pass
"""
MANY = "players A, B\n" + "".join(f'A triggers optional "Card {n}"\n' for n in range(5))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages that the tests open, made by the command line."""
    folder = tmp_path_factory.mktemp("pages")
    made = {}
    stories = {"story": STORY, "zaborg": ZABORG, "many": MANY}
    for name, command in (("story", "explore"), ("zaborg", "trace"), ("many", "explore")):
        source = folder / f"{name}.chain"
        source.write_text(stories[name], "utf-8")
        made[name] = folder / f"{name}.html"
        args = [command, str(source), "--output-format", "html", "-q", "-o", str(made[name])]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(walkthrough, "MOST_FORKS", 40)
            # In another process, too, which a limit on the time takes.
            assert run([*args, "--time-limit", "100"] if name == "zaborg" else args) == 0
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process; without one they fail: `dev.py test` installs it."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "no Chromium was found; `python3 dev.py test` installs it where it may"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, pages: dict[str, Path]) -> Iterator[Open]:
    """Opens a page; afterwards nothing may have been complained about, and nothing asked of any network."""
    said: list[str] = []
    contexts = []

    def open_page(name: str, *, width: int = 1200, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 844}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("request", lambda request: said.append(request.url) if "file:" not in request.url else None)
        page.goto(pages[name].as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in said if not text.startswith("data:")] == []


def texts(page: Page, selector: str) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(selector).all_inner_texts()]


def test_a_chain_is_built_link_by_link_and_resolves_backwards(opened: Open) -> None:
    page = opened("story")
    assert texts(page, "#next") == ["What is chain link 1?"]
    assert "遊戯 chooses." in page.inner_text("#step")
    assert texts(page, "#step .option:not(.no) .name") == [
        "Sangan (sangan)",
        "Witch of the Black Forest (witch)",
    ]
    refused = page.inner_text(".option.no:has(.name:text('Dandylion'))")
    assert "segoc/group-order: Dandylion (dandylion) must be placed after Sangan (sangan)" in refused
    assert "SEGOC-1" in refused
    page.click(".pick >> text=Witch of the Black Forest (witch)")
    page.click(".pick >> text=Sangan (sangan)")
    page.click(".pick")
    assert texts(page, "#chain .name") == [
        "Dandylion (dandylion)",
        "Sangan (sangan)",
        "Witch of the Black Forest (witch)",
    ]
    page.click("#chain summary >> nth=0")
    assert "what comes before its group has been placed" in page.inner_text("#chain")
    page.click(".pick >> text=</script><b> (odd)")
    page.click("text=Add nothing more")
    assert texts(page, "#next") == ["The chain resolves"]
    for number in (4, 3, 2, 1):
        page.click(f"text=Resolve link {number}")
        assert len(texts(page, "#chain .link.done")) == 5 - number
    assert "遊戯 draws" in page.inner_text("#chain .link.done >> nth=0")
    assert texts(page, "#next") == ["The chain is over"]
    page.click("text=One back")
    page.click("text=Open the chain again")
    page.click("text=Take back the newest link")
    assert len(texts(page, "#chain .link")) == 3


def test_the_rules_are_switched_and_what_differs_is_named(opened: Open) -> None:
    page = opened("zaborg")
    assert texts(page, "#step .option:not(.no) .name") == ["Sangan (sangan)"]
    page.check(".switch >> text=/^ocg$/")
    assert len(texts(page, "#step .option:not(.no)")) == 2
    page.click(".pick >> text=Zaborg the Thunder Monarch (zaborg)")
    page.check(".switch >> text=tcg-classic")
    assert "link 1, zaborg, may not stand there: segoc/trigger-time" in page.inner_text("#app")
    assert texts(page, "#chain .link") == []
    compared = page.inner_text("section:has(#compare-title)")
    assert "legal in tcg, ocg; illegal in tcg-classic: segoc/trigger-time" in compared
    assert "because of trigger-order: none in tcg, global in tcg-classic" in compared


def test_copy_as_text(opened: Open) -> None:
    page = opened("story", permissions=["clipboard-read", "clipboard-write"])
    page.click(".pick")
    page.click("#copy")
    page.locator("#copy", has_text="Copied").wait_for()
    post = page.evaluate("navigator.clipboard.readText()")
    assert post == page.input_value("#post")
    assert post.startswith("story.chain under tcg\n\n1. Sangan (sangan): 遊戯, Spell Speed 1, turn player")
    assert "- Dandylion (dandylion): " in post
    assert "`" not in post


def test_the_keyboard_is_enough(opened: Open) -> None:
    page = opened("story")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.evaluate("(found) => document.activeElement.matches(found)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} is not reached")

    for _ in range(3):
        tab_to(".pick")
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring == "solid"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "next"
    tab_to(".close button")
    page.keyboard.press("Space")
    for _ in range(3):
        tab_to("#resolve")
        page.keyboard.press("Enter")
    assert texts(page, "#next") == ["The chain is over"]
    page.locator("#status", has_text="Link 1 has resolved").wait_for(state="attached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_screen_readers_and_contrast(opened: Open, scheme: str) -> None:
    page = opened("story", color_scheme=scheme)
    page.click(".pick")
    page.click("#step summary")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    # The page's security policy allows no other script, which the test goes around.
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((done) => done.violations)")
    assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []


def test_a_phone_needs_no_sideways_scrolling_and_fingers_hit(opened: Open) -> None:
    page = opened("story", width=360, has_touch=True, is_mobile=True)
    page.tap(".pick")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate("""[...document.querySelectorAll('button, summary, .switch label')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
        .map((one) => one.textContent)""")
    assert small == []
    page.tap("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_without_scripts_it_is_a_text(opened: Open) -> None:
    page = opened("story", java_script_enabled=False)
    text = page.inner_text("main")
    assert "sangan → witch → dandylion → odd" in text
    assert "then 遊戯 chooses" in text
    assert "Dark Hole" in text
    assert page.locator("#tools").is_hidden()


def test_a_page_that_holds_not_everything_says_so(opened: Open, pages: dict[str, Path]) -> None:
    page = opened("many")
    assert "more ways to go on than this page holds" in page.inner_text("#cut")
    assert pages["many"].stat().st_size < 300_000
    page.get_by_text("Everything as a plain text").click()
    assert "only the first 60 of 326 orders are drawn" in page.inner_text("#plain")


def test_the_html_is_valid(pages: dict[str, Path]) -> None:
    for path in pages.values():
        html5lib.HTMLParser(strict=True).parse(path.read_text("utf-8"))
    validator: list[str | Path] = [
        NODE / ".bin" / "html-validate",
        "--config",
        ROOT / "tests" / "node" / "htmlvalidate.json",
    ]
    done = subprocess.run([*validator, *pages.values()], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_text_and_the_data_of_a_page(pages: dict[str, Path], golden: Compare) -> None:
    page = pages["zaborg"].read_text("utf-8").replace(f"{pages['zaborg'].parent}/", "")
    plain = page.partition('<details id="plain" open>')[2].partition("</details>")[0]
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    del data["words"]
    golden("html/trace-zaborg.txt", f"{plain.strip()}\n\n{json.dumps(data, indent=1, ensure_ascii=False)}\n")


def test_a_page_holds_everything_it_needs(pages: dict[str, Path]) -> None:
    text = pages["story"].read_text("utf-8")
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", text)
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert text.count("</script>") == 2
    assert len(text) < 200_000
