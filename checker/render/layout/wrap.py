"""Lines broken where a terminal is too narrow: between words, and between the letters of scripts without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.render.layout.width import width

_COLOR = re.compile(r"\x1b\[[\d;]*m")
_LETTER = re.compile(
    r"(?:\x1b\[[1-9][\d;]*m)*[^\x1b](?:\x1b\[0m)*"
)  # with the colour that begins or ends there
_NOT_FIRST = frozenset("、。，．！？：；）］｝」』】〉》・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…)]}`")
_NOT_LAST = frozenset("（［｛「『【〈《([{`")
_LEAST = 8  # cells that are left for the words, however deep the lines are indented


def seen(text: str) -> int:
    """The cells that a line fills, colours not counted."""
    return width(_COLOR.sub("", text) if "\x1b" in text else text)


def longest(text: str) -> int:
    """The cells of the longest part of a line that is not broken."""
    return max((seen(part) for part, _ in _parts(text)), default=0)


def wrap(text: str, room: int, under: str | None = None) -> list[str]:
    """The line, broken so that no part is wider than `room` cells, unless it is one word.

    Later lines begin with `under`; if that is None, two cells deeper than the first.
    """
    if seen(text) <= room:
        return [text]
    words = text.lstrip(" ")
    lead = text[: len(text) - len(words)]
    begin = lead + "  " if under is None else under
    begin = begin if seen(begin) + _LEAST <= room else " " * min(seen(lead), 2)
    lines = [lead]
    used, empty = seen(lead), True
    for part, spaced in _parts(words):
        space = " " if spaced and not empty else ""
        cells = seen(part)
        if not empty and used + len(space) + cells > room:
            lines.append(begin + part)
            used = seen(begin) + cells
        else:
            lines[-1] += space + part
            used += len(space) + cells
        empty = False
    return lines


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """What stays together, and whether a space stands before it."""
    for number, word in enumerate(text.split(" ")):
        spaced = number > 0
        part, last = "", ""
        for letter in _LETTER.findall(word):
            sign = _COLOR.sub("", letter)
            breaks = width(sign) > 1 or (last and width(last) > 1)
            if part and breaks and sign not in _NOT_FIRST and last not in _NOT_LAST and width(sign):
                yield part, spaced
                part, spaced = "", False
            part += letter
            last = sign
        yield part, spaced
