"""TAP, the Test Anything Protocol (version 14): a test for each story."""

from __future__ import annotations

from checker.domain.report import SuiteReport
from checker.render.layout.documents import dump
from checker.render.layout.findings import findings, relative
from checker.render.layout.sheet import Sheet


def test(suite: SuiteReport, sheet: Sheet) -> None:
    """A line for each story as soon as it is judged, findings in a block below it, and the plan at the end."""
    sheet.line("TAP version 14")
    number = 0
    for number, each in enumerate(suite.tests, start=1):
        wrong = each.outcome in {"failed", "error"}
        skipped = " # SKIP nothing expected" if each.outcome == "nothing expected" else ""
        # `\#` so that a name cannot be read as a directive
        name = relative(each.name).replace("\\", "\\\\").replace("#", "\\#")
        sheet.line(f"{'not ok' if wrong else 'ok'} {number} - {name}{skipped}")
        if wrong:
            sheet.line("  ---")
            for finding in findings(each.report, notes=False):
                sheet.line(f"  - law: {dump(finding.diagnostic.law)}")
                sheet.line(f"    line: {finding.diagnostic.span.start.line}")
                sheet.line(f"    message: {dump(finding.message)}")
            sheet.line("  ...")
        sheet.out.flush()
    sheet.line(f"1..{number}")
