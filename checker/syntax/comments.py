"""Comments that speak to the checker: `# segoc: allow LAW reason`."""

from __future__ import annotations

import re

from checker.domain.data import dataclass
from checker.domain.source import SourceFile, Span
from checker.syntax.cutter import cut
from checker.syntax.scanner import scan
from checker.syntax.tokens import Token

_SIGN = re.compile(r"#\s*segoc:\s*(?P<word>[\w-]*)\s*(?P<law>[^\s:,]*)[\s:,–—-]*(?P<reason>.*?)\s*$")


@dataclass(frozen=True, slots=True)
class Directive:
    """A comment `# segoc: WORD LAW REASON` as it is written; what is missing is empty.

    `span` is the whole comment, `law_span` where its law stands. `lines` are those of the statements that it is about:
    the ones on its line or, if it stands alone there, the one that comes next.
    """

    word: str
    law: str
    reason: str
    span: Span
    law_span: Span
    lines: range


def directives(source: SourceFile) -> tuple[Directive, ...]:
    """The comments of a text that are for the checker, in order."""
    if "segoc:" not in source.text:
        return ()
    scanned = scan(source.text).lines
    statements = [_lines_of(words) for words in _statements(scanned)]
    found = []
    for number, (text, words) in enumerate(zip(source.lines, scanned, strict=True), start=1):
        start = text.find("#", words[-1].end_column - 1 if words else 0)
        match = _SIGN.match(text, start) if start >= 0 else None
        if match is not None:
            about = next((n for n, row in enumerate(scanned[number - 1 :], start=number) if row), number)
            found.append(_directive(match, number, _all_lines(statements, about)))
    return tuple(found)


def _directive(match: re.Match[str], number: int, lines: range) -> Directive:
    start, end = match.span("law")
    whole = Span.of(number, match.start() + 1, number, match.end() + 1)
    law = Span.of(number, start + 1, number, end + 1) if start < end else whole
    return Directive(match["word"], match["law"], match["reason"], whole, law, lines)


def _statements(lines: list[list[Token]]) -> list[list[Token]]:
    raw, _ = cut(lines)
    return [words for statement in raw for words in (statement.words, *(statement.block or ())) if words]


def _lines_of(words: list[Token]) -> range:
    return range(words[0].line, words[-1].line + 1)


def _all_lines(statements: list[range], number: int) -> range:
    """All lines of the statements that have a part in a line."""
    there = [lines for lines in statements if number in lines]
    return range(
        min((lines.start for lines in there), default=number),
        max((lines.stop for lines in there), default=number + 1),
    )
