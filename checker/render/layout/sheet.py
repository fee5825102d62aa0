"""The surface that a format writes on."""

from __future__ import annotations

from sys import maxsize
from typing import Literal, TextIO

from checker.domain.data import dataclass
from checker.render.layout.wrap import wrap

Role = Literal["error", "warning", "note", "good", "strong", "dim", "second"]

_CODES: dict[Role, str] = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "good": "32",
    "strong": "1",
    "dim": "2",
    "second": "1;34",
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where to write and how: `width` in cells, `color` only ever adds to what the words already say.

    `fit` tells that the width is known, of a terminal or from `COLUMNS`; then no line of a text is wider.
    """

    out: TextIO
    color: bool = False
    width: int = 100
    quiet: bool = False
    verbose: bool = False
    fit: bool = False

    @property
    def room(self) -> int:
        """How many cells a line of a text may fill."""
        return self.width if self.fit else maxsize

    def prose(self, text: str = "", under: str | None = None) -> None:
        """Write a line of a text, broken where it does not fit; later lines begin with `under`, see `wrap`."""
        for line in wrap(text, self.room, under):
            self.line(line)

    def line(self, text: str = "") -> None:
        """Write one line; trailing spaces are dropped."""
        self.out.write(text.rstrip() + "\n")

    def paint(self, role: Role, text: str) -> str:
        """`text` in the colour of `role`, or as it is where colour is off."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.color and text else text
