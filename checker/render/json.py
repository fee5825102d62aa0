"""JSON for programs, as the language reference lays it down; each document names its schema.

Documents are written while they are found, so that long ones need no memory; interrupted ones are closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checker.domain.report import (
    CheckReport,
    CompareReport,
    ExploreReport,
    NextReport,
    NotJudged,
    Page,
    RuleSetReport,
    SuiteReport,
    TraceReport,
    WhyReport,
)
from checker.render.layout import documents
from checker.render.layout.documents import dump
from checker.render.layout.sheet import Sheet

if TYPE_CHECKING:
    from checker.config import ConfigReport


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """An array with one object for each file."""
    separator = "\n"
    sheet.out.write("[")
    try:
        for report in reports:
            sheet.out.write(separator + dump(documents.checked(report), indent=2))
            separator = ",\n"
    finally:
        sheet.out.write("\n]\n")


def test(suite: SuiteReport, sheet: Sheet) -> None:
    """Stories as tests, one a line; the sums come last, because only then they are known."""
    counts: Counter[str] = Counter()
    sheet.out.write('{"schema": "segoc/test/1",\n"stories": [')
    separator = "\n"
    try:
        for each in suite.tests:
            sheet.out.write(separator + dump(documents.tested(each)))
            separator = ",\n"
            counts[each.outcome] += 1
    finally:
        sheet.out.write("\n],\n" + dump(documents.tested_end(counts, suite.seconds))[1:-1] + "}\n")


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The orders, one a line. Returns False if some are missing.

    `count` and `complete` come last, because only then they are known.
    """
    effects = documents.effects(report)
    head = dump(documents.explored(report))
    sheet.out.write("{" + head[1:-1] + ',\n"effects": ' + dump(effects) + ',\n"orders": [')
    separator, listed, complete = "\n", 0, False
    try:
        for order in report.orders:
            sheet.out.write(separator + dump(documents.order(order)))
            separator, listed = ",\n", listed + 1
        complete = report.complete
    finally:
        tail = documents.explored_end(report, listed, complete=complete)
        sheet.out.write("\n],\n" + dump(tail)[1:-1] + "}\n")
    return complete


def count(report: ExploreReport, sheet: Sheet) -> None:
    """The document of `explore` without the orders."""
    _write(documents.counted(report), sheet)


def why(report: WhyReport, sheet: Sheet) -> None:
    """What an order breaks, and the nearest legal ones."""
    _write(documents.why(report), sheet)


def next(report: NextReport, sheet: Sheet) -> None:
    """What may be activated now, and what may not."""
    _write(documents.next_(report), sheet)


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The story step by step, and where the cards are at the end."""
    _write(documents.trace(report), sheet)


def compare(report: CompareReport, sheet: Sheet) -> None:
    """One story under several rule sets."""
    _write(documents.compare(report), sheet)


def rules(reports: Sequence[RuleSetReport], sheet: Sheet) -> None:
    """An array of rule sets."""
    _write([documents.rule_set(report) for report in reports], sheet)


def explain(pages: Sequence[Page], sheet: Sheet) -> None:
    """An array of pages; their text is Markdown."""
    _write([documents.page(page) for page in pages], sheet)


def config(report: ConfigReport, sheet: Sheet) -> None:
    """Every setting, and where its value comes from."""
    _write(documents.config(report), sheet)


def unreadable(command: str, found: NotJudged, sheet: Sheet) -> None:
    """The document of a command for a file that cannot be read: its schema and no answer."""
    _write(documents.unreadable(command, found), sheet)


def _write(data: Mapping[str, Any] | Sequence[Any], sheet: Sheet) -> None:
    sheet.out.write(dump(data, indent=2) + "\n")
