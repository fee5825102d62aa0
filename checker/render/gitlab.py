"""A Code Quality report of GitLab, which shows findings in a merge request."""

from __future__ import annotations

from collections.abc import Iterable

from checker.domain.report import CheckReport, NotJudged
from checker.render.layout.documents import Object, dump
from checker.render.layout.findings import Finding, Fingerprints, findings
from checker.render.layout.sheet import Sheet

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """An array with one object for each finding; with `-q` no notes."""
    fingerprints, separator = Fingerprints(), "\n"
    sheet.out.write("[")
    try:
        for report in reports:
            for finding in findings(report, notes=not sheet.quiet):
                sheet.out.write(separator + dump(_issue(finding, fingerprints.of(finding)), indent=2))
                separator = ",\n"
    finally:
        sheet.out.write("\n]\n")


def _issue(finding: Finding, fingerprint: str) -> Object:
    found = finding.diagnostic
    return {
        "description": finding.message,
        "check_name": found.law,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[found.severity],
        "location": {
            "path": finding.path,
            "lines": {"begin": found.span.start.line, "end": found.span.end.line},
        },
    }
