"""The words of a file, as the scanner finds them."""

from __future__ import annotations


class Token(str):
    """A word and where it stands: always within one line.

    As a `str` it is what the file says; `value` is what it is read as, which differs after a slip.
    """

    __slots__ = ("column", "end_column", "line", "type", "value")

    type: str  # the name of its terminal in the grammar
    value: str
    line: int
    column: int
    end_column: int

    def __new__(cls, kind: str, value: str, line: int, column: int, end_column: int) -> Token:
        """Make a word of a type."""
        self = super().__new__(cls, value)
        self.type, self.value = kind, value
        self.line, self.column, self.end_column = line, column, end_column
        return self

    def here(self, kind: str, value: str) -> Token:
        """Another word in the same place."""
        return Token(kind, value, self.line, self.column, self.end_column)
