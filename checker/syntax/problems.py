"""How this package words a finding: quoting of the user's words, spans of tokens."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.diagnostics import Diagnostic, Fix, Label
from checker.domain.language import either, together
from checker.domain.source import Span
from checker.syntax.tokens import Token

_LONGEST_ECHO = 60


def error(
    law: str,
    message: str,
    span: Span,
    *help_lines: str,
    mark: str = "",
    labels: tuple[Label, ...] = (),
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    """A syntax error; `law` is given without its `syntax/`."""
    return Diagnostic(
        f"syntax/{law}", "error", message, span, mark=mark, labels=labels, help=help_lines, fixes=fixes
    )


def echo(text: str) -> str:
    """The user's words in backticks, cut when long and safe to print whatever they contain."""
    if len(text) > _LONGEST_ECHO:
        text = text[: _LONGEST_ECHO - 1] + "…"
    printable = "".join(char if char.isprintable() else _code_point(char) for char in text)
    return f"`{printable.replace('`', 'ˋ')}`"


def _code_point(char: str) -> str:
    return " " if char == "\t" else f"<U+{ord(char):04X}>"


def span_of(first: Token, last: Token | None = None) -> Span:
    """Where a token stands, or the stretch from `first` to `last`."""
    end = first if last is None else last
    return Span.of(first.line, first.column, end.line, end.end_column)


def span_after(token: Token) -> Span:
    """The one column directly after a token, where something is missing."""
    return Span.of(token.line, token.end_column, token.line, token.end_column + 1)


def any_of(words: Iterable[str]) -> str:
    """The words in backticks as a choice: `a`, `b` or `c`."""
    return either([f"`{word}`" for word in words])


def all_of(words: Iterable[str]) -> str:
    """The words in backticks together: `a`, `b` and `c`."""
    return together([f"`{word}`" for word in words])
