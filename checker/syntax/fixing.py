"""A repaired statement as a change of its text: what an editor may do at a click."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from checker.domain.diagnostics import Fix
from checker.domain.source import Span
from checker.syntax.tokens import Token

_CLOSE_TO_THE_LEFT = frozenset((",", ":", ".", ";", "]", "'s"))
_CLOSE_TO_THE_RIGHT = frozenset(("[",))


def fixes(before: Sequence[Token], after: Sequence[Token]) -> tuple[Fix, ...]:
    """What turns the words `before` into those of `after`: one change, or none where it cannot be placed."""
    first = 0
    while first < min(len(before), len(after)) and before[first] is after[first]:
        first += 1
    end, new_end = len(before), len(after)
    while end > first and new_end > first and before[end - 1] is after[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    old, new = before[first:end], after[first:new_end]
    left = before[first - 1] if first else None
    right = before[end] if end < len(before) else None
    # A word that an earlier repair put in lies where another one does.
    neighbours = [word for word in (left, *old, right) if word is not None]
    if not neighbours or not _in_a_row(neighbours):
        return ()
    text = _text(new)
    if old and new:
        return (_instead(left, old, text),)
    if old:
        return (_without(left, old, right),)
    return (_inserted(left, text, right),) if new else ()


def _in_a_row(words: Sequence[Token]) -> bool:
    line = words[0].line
    apart = all(one.end_column <= other.column for one, other in pairwise(words))
    return apart and all(word.line == line for word in words)


def _text(words: Sequence[Token]) -> str:
    text = ""
    for word in words:
        gap = "" if not text or word.value in _CLOSE_TO_THE_LEFT or text[-1] in _CLOSE_TO_THE_RIGHT else " "
        text += gap + word.value
    return text


def _instead(left: Token | None, old: Sequence[Token], text: str) -> Fix:
    """Words in place of others: a sign directly after the word before, anything else with a space between."""
    start = old[0].column
    if left is not None and text in _CLOSE_TO_THE_LEFT:
        start = left.end_column
    elif left is not None and left.end_column == start and left.value not in _CLOSE_TO_THE_RIGHT:
        text = f" {text}"
    return Fix(Span.of(old[0].line, start, old[-1].line, old[-1].end_column), text)


def _without(left: Token | None, old: Sequence[Token], right: Token | None) -> Fix:
    """Words taken out, and the space before them, or that after them at the beginning of the statement."""
    line = old[0].line
    if left is not None:
        return Fix(Span.of(line, left.end_column, line, old[-1].end_column), "")
    return Fix(Span.of(line, old[0].column, line, right.column if right else old[-1].end_column), "")


def _inserted(left: Token | None, text: str, right: Token | None) -> Fix:
    if left is not None:
        place = Span.of(left.line, left.end_column, left.line, left.end_column)
        return Fix(place, text if text in _CLOSE_TO_THE_LEFT else f" {text}")
    assert right is not None
    return Fix(Span.of(right.line, right.column, right.line, right.column), f"{text} ")
