"""A diagnostic with the lines of the file that it speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from checker.domain.data import dataclass
from checker.domain.diagnostics import Diagnostic
from checker.domain.language import say
from checker.domain.source import SourceFile, Span
from checker.render.layout.sheet import Role, Sheet
from checker.render.layout.width import clean, width, window


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stretch of one line to underline."""

    span: Span
    text: str
    main: bool


def draw(
    diagnostic: Diagnostic, source: SourceFile, sheet: Sheet, *, notes: Sequence[tuple[str, str]] = ()
) -> None:
    """Write a diagnostic: sentence, place, lines with their marks, notes (kind, text), help, rule."""
    role: Role = diagnostic.severity
    head = sheet.paint(role, f"{say(diagnostic.severity)}[{diagnostic.law}]")
    sheet.prose(f"{head}: {sheet.paint('strong', clean(diagnostic.message))}")
    marks = [_Mark(diagnostic.span, diagnostic.mark, main=True)]
    marks += [_Mark(label.span, label.message, main=False) for label in diagnostic.labels]
    gutter = len(str(max(mark.span.start.line for mark in marks)))
    start = diagnostic.span.start
    arrow = sheet.paint("second", "-->")
    sheet.line(f"{' ' * gutter}{arrow} {clean(source.name)}:{start.line}:{start.column}")
    bar = sheet.paint("second", "|")
    sheet.line(f"{' ' * gutter} {bar}")
    _lines(marks, source, sheet, gutter, role)
    if diagnostic.allowed:
        notes = [*notes, (say("allowed"), diagnostic.allowed)]
    for kind, text in [*notes, *((say("help"), text) for text in diagnostic.help)]:
        _footer(kind, text, sheet, gutter)
    if diagnostic.cites:
        _footer(
            say("rule"), f"{', '.join(diagnostic.cites)}, `segoc explain {diagnostic.law}`", sheet, gutter
        )
    sheet.line()


def _lines(marks: list[_Mark], source: SourceFile, sheet: Sheet, gutter: int, role: Role) -> None:
    text = source.lines
    by_line: dict[int, list[_Mark]] = {}
    for mark in marks:
        by_line.setdefault(mark.span.start.line, []).append(mark)
    for number in sorted(by_line):
        line = text[number - 1].rstrip("\r") if number <= len(text) else ""
        here = sorted(by_line[number], key=lambda mark: (not mark.main, mark.span))
        _line(number, line, here, sheet, gutter, role)


def _line(number: int, line: str, marks: list[_Mark], sheet: Sheet, gutter: int, role: Role) -> None:
    bar = sheet.paint("second", "|")
    room = max(20, sheet.width - gutter - 3)
    drawn = None
    for mark in marks:
        shown, lead, size = window(line, *_stretch(mark.span, line), room)
        if shown != drawn:
            sheet.line(f"{sheet.paint('second', str(number).rjust(gutter))} {bar} {shown}")
            drawn = shown
        note = mark.text
        if mark.span.end.line > mark.span.start.line:
            note = say("{note} (as far as line {line})", note=note, line=mark.span.end.line).lstrip()
        underline = ("^" if mark.main else "-") * size
        painted = sheet.paint(role if mark.main else "second", f"{underline} {clean(note)}".rstrip())
        sheet.prose(
            f"{' ' * gutter} {bar} {' ' * lead}{painted}", f"{' ' * gutter} {bar} {' ' * min(lead, 2)}"
        )


def _stretch(span: Span, line: str) -> tuple[int, int]:
    """The characters of `line` that the span covers, counted from 0."""
    start = min(span.start.column - 1, len(line))
    end = min(span.end.column - 1, len(line)) if span.end.line == span.start.line else len(line)
    return start, max(start, end)


def _footer(kind: str, text: str, sheet: Sheet, gutter: int) -> None:
    first, *rest = text.split("\n")
    sign = sheet.paint("second", "=")
    under = " " * (gutter + 5 + width(kind))
    sheet.prose(f"{' ' * gutter} {sign} {sheet.paint('strong', kind + ':')} {clean(first)}", under)
    for line in rest:
        sheet.prose(f"{under}{clean(line)}", under)
