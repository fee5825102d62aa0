"""Workflow commands of GitHub Actions, which become annotations of the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.report import CheckReport, NotJudged
from checker.render.layout.findings import Finding, encodable, findings
from checker.render.layout.sheet import Sheet

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """One command for each finding; with `-q` no notes."""
    for report in reports:
        for finding in findings(report, notes=not sheet.quiet):
            sheet.line(_command(finding))
        sheet.out.flush()


def _command(finding: Finding) -> str:
    found = finding.diagnostic
    start, end = found.span.start, found.span.end
    where: dict[str, str | int] = {
        "file": encodable(finding.source.name),
        "line": start.line,
        "endLine": end.line,
    }
    if start.line == end.line:  # GitHub takes columns only within one line
        where |= {"col": start.column, "endColumn": end.column}
    where |= {"title": found.law}
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in where.items())
    text = "\n".join([finding.message, *finding.help])
    return f"::{_COMMANDS[found.severity]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
