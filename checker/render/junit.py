"""JUnit XML, which CI servers show as tests: a suite for each file, a case for each play and expectation."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from checker.domain.data import dataclass
from checker.domain.diagnostics import Diagnostic
from checker.domain.levels import CONTESTED
from checker.domain.report import CheckReport, NotJudged, SuiteReport
from checker.domain.source import SourceFile
from checker.render.layout import excerpt
from checker.render.layout.findings import errors, failed, findings, line, relative
from checker.render.layout.sheet import Sheet
from checker.render.layout.width import clean

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|#.*')  # a `#` in quotes begins none


@dataclass(frozen=True, slots=True)
class _Case:
    """A test: its name, and what failed there. `kind` is `error` if nothing could be judged."""

    name: str
    found: tuple[Diagnostic, ...] = ()
    kind: str = "failure"


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """A `testsuite` for each file as soon as it is judged."""
    sheet.out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="segoc">\n')
    try:
        for report in reports:
            suite(report, sheet)
    finally:
        sheet.out.write("</testsuites>\n")


def test(report: SuiteReport, sheet: Sheet) -> None:
    """The same for `segoc test`, with the seconds that each file took."""
    sheet.out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="segoc">\n')
    try:
        for each in report.tests:
            suite(each.report, sheet, each.seconds)
    finally:
        sheet.out.write("</testsuites>\n")


def suite(report: CheckReport | NotJudged, sheet: Sheet, seconds: float | None = None) -> None:
    """The `testsuite` of one file: its plays, its expectations, and the verdict on all."""
    source = SourceFile(report.name, "") if isinstance(report, NotJudged) else report.source
    cases = list(_cases(report))
    failures = sum(bool(case.found) and case.kind == "failure" for case in cases)
    unjudged = sum(bool(case.found) and case.kind == "error" for case in cases)
    name = quoteattr(relative(source.name))
    time = "" if seconds is None else f' time="{seconds:.3f}"'
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{unjudged}" skipped="0"'
    sheet.out.write(f"  <testsuite name={name} {counts}{time}>\n")
    for case in cases:
        sheet.out.write(_drawn(case, source, name))
    sheet.out.write("  </testsuite>\n")


def _cases(report: CheckReport | NotJudged) -> Iterator[_Case]:
    """The cases of a file; without any other, and where there is no verdict, one for the verdict itself."""
    if isinstance(report, NotJudged):
        yield _Case("verdict", tuple(f.diagnostic for f in findings(report)), "error")
        return
    wrong: dict[int, list[Diagnostic]] = {}
    for found in errors(report):
        if found.law.startswith(CONTESTED):
            yield _Case(found.law, (found,))
        else:
            wrong.setdefault(found.span.start.line, []).append(found)
    if report.verdict == "invalid":
        yield _Case("verdict", tuple(d for found_there in wrong.values() for d in found_there), "error")
        wrong = {}
    plays = {link.span.start.line for link in report.links if link.span is not None} | set(wrong)
    for number in sorted(plays):
        yield _Case(_play(report.source, number), tuple(wrong.get(number, ())))
    for expectation in report.expectations:
        name = f"line {expectation.line}: {line(expectation.text)}"
        yield _Case(name, () if expectation.passed else (failed(expectation),))
    if not plays and not report.expectations and report.verdict != "invalid":
        yield _Case("verdict")


def _play(source: SourceFile, number: int) -> str:
    lines = source.lines
    text = lines[number - 1] if number <= len(lines) else ""
    return f"line {number}: {line(_COMMENT.sub(lambda found: found[1] or '', text))}"


def _drawn(case: _Case, source: SourceFile, suite_name: str) -> str:
    begin = f"    <testcase name={quoteattr(case.name)} classname={suite_name} file={suite_name}"
    if not case.found:
        return f"{begin}/>\n"
    first = case.found[0]
    text = io.StringIO()
    for diagnostic in case.found:
        excerpt.draw(diagnostic, source, Sheet(text))
    said = "\n".join(escape(clean(row)) for row in text.getvalue().rstrip().split("\n"))
    head = f"<{case.kind} type={quoteattr(first.law)} message={quoteattr(line(first.message))}>"
    return f"{begin}>\n      {head}{said}</{case.kind}>\n    </testcase>\n"
