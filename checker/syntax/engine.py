"""Runs lark over the words of one statement."""

from __future__ import annotations

from collections.abc import Sequence

import lark
from lark import Token, Tree

from checker.domain.data import dataclass
from checker.syntax import tables


@dataclass(frozen=True, slots=True)
class Stop:
    """The parser could not go on: `index` is that of the word in its way.

    It is the number of words if all were read and the statement was not complete.
    """

    index: int


def attempt(words: Sequence[Token], start: str) -> Tree[Token] | Stop:
    """Parse the words from a start symbol."""
    if not words:
        return Stop(0)
    parser = tables.load().parse_interactive(start=start)
    index = 0
    try:
        for word in words:
            parser.feed_token(word)
            index += 1
        tree: Tree[Token] = parser.feed_eof(words[-1])  # type: ignore[no-untyped-call]
    except lark.UnexpectedToken:
        return Stop(index)
    return tree


def reach(words: Sequence[Token], start: str) -> int:
    """How many words the parser can read; one more than there are if they are a whole statement."""
    result = attempt(words, start)
    return result.index if isinstance(result, Stop) else len(words) + 1


def acceptable(words: Sequence[Token], start: str) -> frozenset[str]:
    """The types of the words that could come after these, `$END` included."""
    parser = tables.load().parse_interactive(start=start)
    for word in words:
        parser.feed_token(word)
    accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
    return frozenset(accepted)
