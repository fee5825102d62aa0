"""What the made pages have in common: how they are written, and small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

FOLDERS = ("laws", "terms", "rule-sets", "toggles", "cards", "_generated")

_ENTRY = re.compile(r"\b(?:SS|CH|TW|TR|SEGOC|RES|RST|ERA|RUSH)-\d+\b")
_URL = re.compile(r"(?<![<(\[`])\bhttps?://[^\s<>;)`]*[^\s<>;)`.,]")


def write(docs: Path, pages: Mapping[str, str]) -> None:
    """Write pages below `docs`, leaving alone what has not changed, and remove those made earlier from what is gone."""
    for name, text in pages.items():
        path = docs / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    for folder in FOLDERS:
        for path in (docs / folder).rglob("*.md"):
            if path.relative_to(docs).as_posix() not in pages:
                path.unlink()


def slug(name: str) -> str:
    """The name of a page's file."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def up(page: str) -> str:
    """The way from a page to `docs/`, such as `../../`."""
    return "../" * page.count("/")


def linked(text: str, page: str) -> str:
    """A text with its addresses and, in its `Ledger:` line, the entries of the ledger as links."""

    def entry(found: re.Match[str]) -> str:
        return f"[{found[0]}]({up(page)}laws/ledger.md#{found[0].lower()})"

    lines = [
        _ENTRY.sub(entry, line) if line.startswith("Ledger: ") else _URL.sub(r"<\g<0>>", line)
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def summary(text: str) -> str:
    """The sentence that stands below the title of a page."""
    found = re.search(r"^> (.+)$", text, re.MULTILINE)
    return found[1] if found else ""


def cell(text: str) -> str:
    """A text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """The lines of a table, with an empty one after it."""
    cells = [tuple(head), *(tuple(row) for row in rows)]
    lines = ["| " + " | ".join(cell(text) for text in row) + " |" for row in cells]
    return [lines[0], "|" + "---|" * len(cells[0]), *lines[1:], ""]


def leaf(text: str, page: str, index: str) -> str:
    """A page that its index lists and the navigation leaves out: with all of them in it a build takes twice as long.

    It begins with a way back; `index` is the title of the page that lists it.
    """
    way = "../" * (page.count("/") - 1)
    return f"---\norphan: true\n---\n\n[{index}]({way}index.md)\n\n{text}"
