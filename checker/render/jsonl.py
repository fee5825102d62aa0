"""JSON Lines: the documents of `json`, each on a line of its own; the orders of `explore` are lines, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from checker.domain.report import (
    CheckReport,
    CompareReport,
    ExploreReport,
    NextReport,
    NotJudged,
    Page,
    RuleSetReport,
    TraceReport,
    WhyReport,
)
from checker.render.layout import documents
from checker.render.layout.sheet import Sheet

if TYPE_CHECKING:
    from checker.config import ConfigReport

_SCHEMA = {"schema": "segoc/explore-lines/1"}


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """One line for each file as soon as it is judged."""
    for report in reports:
        _line(documents.checked(report), sheet)
        sheet.out.flush()


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """A line `head`, a line for each order, a line `end`, without which something is missing.

    Returns False if some orders are missing.
    """
    head = documents.explored(report) | {"effects": documents.effects(report)}
    _line({"type": "head"} | head | _SCHEMA, sheet)
    listed, complete = 0, False
    try:
        for order in report.orders:
            _line({"type": "order"} | documents.order(order), sheet)
            listed += 1
        complete = report.complete
    finally:
        _line({"type": "end"} | documents.explored_end(report, listed, complete=complete), sheet)
    return complete


def count(report: ExploreReport, sheet: Sheet) -> None:
    """The document of `explore` without the orders."""
    _line(documents.counted(report), sheet)


def why(report: WhyReport, sheet: Sheet) -> None:
    """What an order breaks, and the nearest legal ones."""
    _line(documents.why(report), sheet)


def next(report: NextReport, sheet: Sheet) -> None:
    """What may be activated now, and what may not."""
    _line(documents.next_(report), sheet)


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The story step by step, and where the cards are at the end."""
    _line(documents.trace(report), sheet)


def compare(report: CompareReport, sheet: Sheet) -> None:
    """One story under several rule sets."""
    _line(documents.compare(report), sheet)


def rules(reports: Sequence[RuleSetReport], sheet: Sheet) -> None:
    """One line for each rule set."""
    for report in reports:
        _line(documents.rule_set(report), sheet)


def explain(pages: Sequence[Page], sheet: Sheet) -> None:
    """One line for each page."""
    for page in pages:
        _line(documents.page(page), sheet)


def config(report: ConfigReport, sheet: Sheet) -> None:
    """Every setting, and where its value comes from."""
    _line(documents.config(report), sheet)


def unreadable(command: str, found: NotJudged, sheet: Sheet) -> None:
    """The document of a command for a file that cannot be read; of `explore` its first and its last line."""
    document = documents.unreadable(command, found)
    if command != "explore":
        _line(document, sheet)
        return
    end = {key: document.pop(key) for key in ("count", "complete", "diagnostics")}
    del document["orders"]
    _line({"type": "head"} | document | _SCHEMA, sheet)
    _line({"type": "end"} | end, sheet)


def _line(data: documents.Object, sheet: Sheet) -> None:
    sheet.out.write(documents.dump(data) + "\n")
