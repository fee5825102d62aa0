"""The parser tables: shipped ready made in `tables.json`, or made from the grammar when those do not fit it.

`python -m checker.syntax.build` makes them anew. Only that module knows lark, whose import and whose own
format of tables would take a third of the time that a whole `segoc check` has.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from checker.domain.data import dataclass
from checker.resources import grammar_dir

TABLES = Path(__file__).with_name("tables.json")
_GRAMMAR_FILES = ("chain.lark", "terminals.lark")

_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to make a symbol of the `size` parts before it.

    The node is called `name`; without a name there is only one part, which stands for itself. `children` says
    which parts become children: the part at an index, for `~index` the children of that part, and for None
    the gap of an optional part that is absent.
    """

    symbol: str
    size: int
    name: str
    children: tuple[int | None, ...]


class _Decoded(dict[int, _Entry], Generic[_Entry]):
    """The entries of a table, each decoded when it is first asked for: a story needs few of them."""

    def __init__(self, entries: list[str], decode: Callable[[str], _Entry]) -> None:
        super().__init__()
        self._entries = entries
        self._decode = decode

    def __missing__(self, number: int) -> _Entry:
        entry = self[number] = self._decode(self._entries[number])
        return entry


class Tables:
    """What the parser and the scanner need to know of the grammar.

    `steps[state][symbol]` is the state that follows, or `~number` of the rule that is complete there.
    """

    def __init__(self, made: Mapping[str, Any]) -> None:
        self.first: dict[str, int] = made["first"]  # start symbol -> the state to begin in
        self.last: dict[str, int] = made["last"]  # start symbol -> the state in which all is read
        self.words: dict[str, str] = made["words"]  # keyword or sign -> terminal
        self.patterns: dict[str, str] = made["patterns"]  # any other terminal -> regular expression
        self.rules = _Decoded(made["rules"], _rule)
        self.steps = _Decoded(made["states"], _steps)


@cache
def load() -> Tables:
    """The tables of the grammar as it is now."""
    try:
        made = json.loads(TABLES.read_bytes())
    except (OSError, ValueError):
        made = {}
    if made.get("key") != grammar_key():
        from checker.syntax.build import make

        made = make()
    return Tables(made)


def grammar_key() -> int:
    """What tells this grammar from others; line ends do not matter, a checkout may have changed them."""
    texts = ((grammar_dir() / name).read_bytes() for name in _GRAMMAR_FILES)
    return zlib.crc32(b"".join(texts).replace(b"\r\n", b"\n"))


def _rule(entry: str) -> Rule:
    symbol, size, *node = entry.split()
    name, *children = node or ("",)
    return Rule(symbol, int(size), name, tuple(None if child == "-" else int(child) for child in children))


def _steps(entry: str) -> dict[str, int]:
    fields = entry.split()
    return dict(zip(fields[::2], map(int, fields[1::2]), strict=True))
