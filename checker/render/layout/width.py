"""How text looks in a terminal: which characters may be printed, and how many cells they fill."""

from __future__ import annotations

from collections.abc import Iterator

from checker.domain.cells import TAB, cell, width

__all__ = ["ELLIPSIS", "TAB", "clean", "crop", "pad", "width", "window"]

ELLIPSIS = "…"


def clean(text: str) -> str:
    """`text` with what could move the cursor, hide or reorder text replaced by visible signs."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(cell(char)[0] for char in text)


def pad(text: str, cells: int) -> str:
    """`text`, cleaned, with spaces after it until it fills `cells`."""
    return clean(text) + " " * max(0, cells - width(text))


def crop(text: str, cells: int) -> str:
    """`text`, cleaned, cut to at most `cells` cells; a cut is shown by `…`."""
    if width(text) <= cells:
        return clean(text)
    return "".join(_take(text, cells - 1)) + ELLIPSIS


def window(text: str, start: int, end: int, cells: int) -> tuple[str, int, int]:
    """The part of a line around the characters `start` to `end` that fits into `cells`.

    Returns what to print, the cell at which the stretch begins, and how many cells of it show (at least 1).
    """
    before, inside, after = text[:start], text[start:end], text[end:]
    lead, size = width(before), max(1, width(inside))
    if width(text) <= cells:
        return clean(text), lead, size
    context = max(0, min(cells // 3, cells - 2 - size))
    left = "".join(reversed(list(_take(before[::-1], context))))
    shown = crop(left + inside + after, cells - 1) if lead > width(left) else crop(text, cells)
    if lead > width(left):
        shown, lead = ELLIPSIS + shown, 1 + sum(cell(char)[1] for char in left)
    return shown, lead, max(1, min(size, width(shown) - lead))


def _take(text: str, cells: int) -> Iterator[str]:
    used = 0
    for char in text:
        sign, size = cell(char)
        used += size
        if used > cells:
            return
        yield sign
