"""One line for each finding, `path:line:column: law message`: what editors jump to and `grep` counts."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.report import CheckReport, NotJudged
from checker.render.layout.findings import findings, line
from checker.render.layout.sheet import Sheet


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """The findings of file after file; with `-v` also those that the file announces, with `-q` no notes."""
    for report in reports:
        for finding in findings(report, expected=sheet.verbose, notes=not sheet.quiet):
            found = finding.diagnostic
            start = found.span.start
            kind = "" if found.severity == "error" else f"{found.severity}: "
            announced = " (expected)" if found.expected else ""
            announced = f" (allowed: {line(found.allowed)})" if found.allowed else announced
            place = f"{finding.path}:{start.line}:{start.column}"
            sheet.line(
                f"{place}: {kind}{sheet.paint(found.severity, found.law)} {finding.message}{announced}"
            )
        sheet.out.flush()
