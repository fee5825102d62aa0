"""Places in a source text: what every node, diagnostic and label points at."""

from __future__ import annotations

from checker.domain.data import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text; line and column are counted from 1, columns in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text, from `start` up to but not including `end`."""

    start: Position
    end: Position

    @staticmethod
    def of(line: int, column: int, end_line: int, end_column: int) -> Span:
        """The span between two line/column pairs, both counted from 1."""
        return Span(Position(line, column), Position(end_line, end_column))

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.start, other.end)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text and the name people know it by (a path, or `<stdin>`)."""

    name: str
    text: str

    @property
    def lines(self) -> list[str]:
        """The text cut at line feeds only, as editors and the parser count lines."""
        return self.text.split("\n")
