"""Terms and facts: what crosses the border between a story and the answer-set programs.

A Python string stands for a quoted string of the program, an int for a number, a `Term` for everything else.
"""

from __future__ import annotations

from typing import NamedTuple, Union

Value = Union[int, str, "Term"]


class Term(NamedTuple):
    """A constant (`Term("hand")`) or a compound term (`Term("at", (card, Term("hand")))`)."""

    name: str
    args: tuple[Value, ...] = ()

    def __str__(self) -> str:
        if not self.args:
            return self.name
        return f"{self.name}({', '.join(map(show, self.args))})"


def show(value: Value) -> str:
    """The value as the program would spell it, strings quoted and escaped."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)


def constant(word: str) -> Term:
    """The constant for a word of the language: `quick-play` becomes `quick_play`."""
    return Term(word.replace("-", "_").replace(" ", "_"))


def term(name: str, *args: Value) -> Term:
    """A compound term or a fact."""
    return Term(name, args)
