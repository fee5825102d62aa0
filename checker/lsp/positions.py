"""Places of the protocol, lines from 0 and columns in code units, and ours, both from 1 and in characters.

The unit is that of UTF-16 unless the editor asks for another: an emoji counts as two, a kana as one.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.source import Position, Span

_SIZES = {"utf-16": ("utf-16-le", 2), "utf-8": ("utf-8", 1), "utf-32": ("utf-32-le", 4)}


class Ruler:
    """Measures the lines of a text in the units of an encoding: `utf-16`, `utf-8` or `utf-32`."""

    def __init__(self, lines: Sequence[str], encoding: str = "utf-16") -> None:
        self._lines = lines
        self._codec, self._size = _SIZES[encoding]

    def place(self, line: int, units: int) -> Position:
        """Our place for one of the protocol; beyond the end of a line it is that end."""
        if line >= len(self._lines):
            return Position(len(self._lines), len(self._lines[-1]) + 1)
        text = self._lines[line].removesuffix("\r")
        if text.isascii():
            return Position(line + 1, min(units, len(text)) + 1)
        data = text.encode(self._codec, "surrogatepass")[: units * self._size]
        return Position(line + 1, len(data.decode(self._codec, "ignore")) + 1)

    def units(self, place: Position) -> tuple[int, int]:
        """The line and the unit of the protocol for one of our places."""
        if place.line > len(self._lines):
            return self.units(Position(len(self._lines), len(self._lines[-1]) + 1))
        text = self._lines[place.line - 1][: place.column - 1]
        if text.isascii():
            return place.line - 1, len(text)
        return place.line - 1, len(text.encode(self._codec, "surrogatepass")) // self._size

    def span(self, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
        """Both ends of a stretch in the units of the protocol."""
        return self.units(span.start), self.units(span.end)
