"""How many cells of a terminal a character fills, and how it may be printed there."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

TAB = "    "
_JOINERS = "\u200c\u200d"  # needed inside words of some scripts and inside emoji; harmless


def width(text: str) -> int:
    """The number of cells that a text fills."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(cell(char)[1] for char in text)


@lru_cache(maxsize=4096)
def cell(char: str) -> tuple[str, int]:
    """What is printed for a character, and its width."""
    code = ord(char)
    if char == "\t":
        return TAB, len(TAB)
    if code < 0x20:
        return chr(0x2400 + code), 1
    if code == 0x7F:
        return "\u2421", 1
    category = unicodedata.category(char)
    if category in {"Cc", "Cs", "Zl", "Zp"} or (category == "Cf" and char not in _JOINERS):
        return "\ufffd", 1
    # No characters; XML has no place for U+FFFE and U+FFFF.
    if 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE:
        return "\ufffd", 1
    if category in {"Mn", "Me", "Cf"}:
        return char, 0
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1
