"""Comments that speak to the checker: `# segoc: allow LAW reason`."""

from __future__ import annotations

import re
from collections.abc import Iterator

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


def covered(source: SourceFile) -> tuple[tuple[str, str, str, frozenset[tuple[int, bool]]], ...]:
    """What each of these comments says, and which statements of the text it is about: their numbers, and if wholly."""
    found = directives(source)
    statements = _statements(scan(source.text).lines) if found else []
    return tuple((one.word, one.law, one.reason, frozenset(_about(one.lines, statements))) for one in found)


def _about(lines: range, statements: list[list[Token]]) -> Iterator[tuple[int, bool]]:
    for number, words in enumerate(statements):
        inside = [word.line in lines for word in words]
        if any(inside):
            yield number, all(inside)


def together(source: SourceFile) -> frozenset[int]:
    """The lines that have to stay as they are cut, because such a comment is about all that stands on one of them.

    That is not so where a statement without a block has its lines for itself: however it is cut, the comment is
    about it.
    """
    about = {directive.lines.start for directive in directives(source)}
    if not about:
        return frozenset()
    scanned = scan(source.text).lines
    statements = _statements(scanned)
    kept: set[int] = set()
    for lines in _separate(scanned):
        words = [word for number in lines for word in scanned[number - 1]]
        if words and not about.isdisjoint(lines):
            there = [statement for statement in statements if statement[0].line in lines]
            rest = [word for word in words if word.type != "SEMICOLON"]
            if len(there) != 1 or _ends(there[0]) != _ends(rest):
                kept.update(lines)
    return frozenset(kept)


def _ends(words: list[Token]) -> tuple[int, int, int, int]:
    return words[0].line, words[0].column, words[-1].line, words[-1].column


def _separate(lines: list[list[Token]]) -> Iterator[range]:
    """The lines of a text, those taken together that a list or braces go on over."""
    first, last, opened = 1, "", False
    for number, words in enumerate(lines, start=1):
        for word in words:
            last = word.type
            opened = last == "LBRACE" or (opened and last != "RBRACE")
        if not opened and last != "COMMA":
            yield range(first, number + 1)
            first = number + 1


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
