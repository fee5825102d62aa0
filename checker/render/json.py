"""JSON for programs, as the language reference lays it down; each document names its schema.

Documents are written while they are found, so that long ones need no memory; interrupted ones are closed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from checker.domain.diagnostics import Diagnostic
from checker.domain.report import (
    CheckReport,
    Column,
    CompareReport,
    ContestedReading,
    EffectInfo,
    ExploreReport,
    MayReport,
    NextReport,
    NotJudged,
    Order,
    Page,
    RuleSetReport,
    TraceReport,
    WhyReport,
)
from checker.domain.source import Position, Span
from checker.render.layout.sheet import Sheet

# What a terminal might obey or hide, if somebody looks at the JSON there.
_UNSAFE = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """An array with one object for each file."""
    separator = "\n"
    sheet.out.write("[")
    try:
        for report in reports:
            data = _not_judged(report) if isinstance(report, NotJudged) else _checked(report)
            sheet.out.write(separator + _dump(data, indent=2))
            separator = ",\n"
    finally:
        sheet.out.write("\n]\n")


def explore(report: ExploreReport, sheet: Sheet) -> bool:
    """The orders, one a line. Returns False if some are missing.

    `count` and `complete` come last, because only then they are known.
    """
    head = {
        **_head("explore", report),
        "window": report.window,
        "to_act": report.to_act,
    }
    extra = _extra(report.diagnostics, report.contested) | (
        {"copies": dict(report.copies)} if report.copies else {}
    )
    effects = {name: _effect(effect) for name, effect in report.effects.items()}
    sheet.out.write("{" + _dump(head)[1:-1] + ',\n"effects": ' + _dump(effects) + ',\n"orders": [')
    separator, listed, complete = "\n", 0, False
    try:
        for order in report.orders:
            sheet.out.write(separator + _dump(_order(order)))
            separator, listed = ",\n", listed + 1
        complete = report.complete
    finally:
        number = listed if complete and report.count is None else report.count
        tail = {"count": number, "complete": complete} | extra
        sheet.out.write("\n],\n" + _dump(tail)[1:-1] + "}\n")
    return complete


def count(report: ExploreReport, sheet: Sheet) -> None:
    """The document of `explore` without the orders."""
    effects = {name: _effect(effect) for name, effect in report.effects.items()}
    head = {
        **_head("explore", report),
        "window": report.window,
        "to_act": report.to_act,
        "count": report.count,
        "effects": effects,
    }
    _write(head | _extra(report.diagnostics, report.contested), sheet)


def why(report: WhyReport, sheet: Sheet) -> None:
    """What an order breaks, and the nearest legal ones."""
    data = {
        **_head("why", report),
        "order": list(report.order),
        "legal": None if report.invalid else not report.broken,
        "broken": [
            {"link": b.link, "effect": b.effect, "law": b.law, "message": b.message, "cites": list(b.cites)}
            for b in report.broken
        ],
        "moved": report.moved,
        "nearest": [_order(order) for order in report.nearest],
    }
    _write(data | _extra(report.diagnostics), sheet)


def next(report: NextReport, sheet: Sheet) -> None:
    """What may be activated now, and what may not."""
    data = {
        **_head("next", report),
        "window": report.window,
        "to_act": report.to_act,
        "may": [_may(may) for may in report.may],
        "may_not": [
            _may(may) | {"laws": list(may.laws), "reasons": list(may.reasons)} for may in report.may_not
        ],
    }
    _write(data | _extra(report.diagnostics), sheet)


def trace(report: TraceReport, sheet: Sheet) -> None:
    """The story step by step, and where the cards are at the end."""
    data = {
        **_head("trace", report),
        "steps": [
            {
                "line": step.line,
                "what": step.what,
                "details": list(step.details),
                "window": step.window,
                "to_act": step.to_act,
                "may": list(step.may),
            }
            for step in report.steps
        ],
        "places": [{"player": p, "zone": zone, "cards": list(cards)} for p, zone, cards in report.places],
        "waiting": list(report.waiting),
    }
    _write(data | _extra(report.diagnostics), sheet)


def compare(report: CompareReport, sheet: Sheet) -> None:
    """One story under several rule sets."""
    data = {
        "schema": "segoc/compare/1",
        "file": report.source.name,
        "rules": [_column(column) for column in report.columns],
        "differences": [
            {
                "what": d.what,
                "legal_in": list(d.legal_in),
                "illegal_in": list(d.illegal_in),
                "laws": list(d.laws),
                "toggles": list(d.toggles),
            }
            for d in report.differences
        ],
    }
    _write(data | _extra(report.diagnostics), sheet)


def rules(reports: Sequence[RuleSetReport], sheet: Sheet) -> None:
    """An array of rule sets."""
    _write([_rule_set(report) for report in reports], sheet)


def explain(pages: Sequence[Page], sheet: Sheet) -> None:
    """An array of pages; their text is Markdown."""
    data = [{"schema": "segoc/explain/1", "name": p.name, "kind": p.kind, "text": p.text} for p in pages]
    _write(data, sheet)


def unreadable(command: str, found: NotJudged, sheet: Sheet) -> None:
    """The document of a command for a file that cannot be read: its schema and no answer."""
    rules_used: list[object] | None = [] if command == "compare" else None
    head = {"schema": f"segoc/{command}/1", "file": found.name, "rules": rules_used}
    _write(head | _EMPTY[command] | _extra((_cannot(found),)), sheet)


# ---------------------------------------------------------------- parts

_STATE: dict[str, Any] = {"window": "", "to_act": ""}
_EMPTY: dict[str, dict[str, Any]] = {
    "explore": _STATE | {"effects": {}, "orders": [], "count": None, "complete": False},
    "why": {"order": [], "legal": None, "broken": [], "moved": 0, "nearest": []},
    "next": _STATE | {"may": [], "may_not": []},
    "trace": {"steps": [], "places": [], "waiting": []},
    "compare": {"differences": []},
}


def _head(
    name: str, report: CheckReport | ExploreReport | WhyReport | NextReport | TraceReport
) -> dict[str, str]:
    """How the document on one story begins."""
    return {"schema": f"segoc/{name}/1", "file": report.source.name, "rules": str(report.rules)}


def _checked(report: CheckReport) -> dict[str, Any]:
    return {
        **_head("check", report),
        "verdict": report.verdict,
        "diagnostics": [_diagnostic(d) for d in report.diagnostics],
        "expectations": [
            {"line": e.line, "text": e.text, "passed": e.passed, "found": e.found}
            for e in report.expectations
        ],
        "links": [
            {
                "chain": link.chain,
                "link": link.link,
                "player": link.player,
                "card": link.card,
                "speed": link.speed,
                "outcome": link.outcome,
            }
            for link in report.links
        ],
    } | _extra(contested=report.contested)


def _not_judged(report: NotJudged) -> dict[str, Any]:
    """The object of a file that could not be judged: no rules, and no verdict if only the time was up."""
    return {
        "schema": "segoc/check/1",
        "file": report.name,
        "rules": None,
        "verdict": "invalid" if report.why == "unreadable" else None,
        "diagnostics": [_diagnostic(_cannot(report))],
        "expectations": [],
        "links": [],
    }


def _cannot(report: NotJudged) -> Diagnostic:
    start = Span(Position(1, 1), Position(1, 1))
    return Diagnostic(f"input/{report.why}", "error", report.message, start)


def _diagnostic(found: Diagnostic) -> dict[str, Any]:
    data: dict[str, Any] = {
        "law": found.law,
        "severity": found.severity,
        "message": found.message,
        "help": list(found.help),
        "cites": list(found.cites),
        "span": _span(found.span),
        "labels": [{"span": _span(label.span), "message": label.message} for label in found.labels],
    }
    return data | ({"expected": True} if found.expected else {})


def _span(span: Span) -> dict[str, dict[str, int]]:
    return {
        "start": {"line": span.start.line, "column": span.start.column},
        "end": {"line": span.end.line, "column": span.end.column},
    }


def _extra(
    diagnostics: Sequence[Diagnostic] = (), contested: Sequence[ContestedReading] = ()
) -> dict[str, list[dict[str, Any]]]:
    """What stands in a document only if there is any."""
    data: dict[str, list[dict[str, Any]]] = {}
    if diagnostics:
        data["diagnostics"] = [_diagnostic(found) for found in diagnostics]
    if contested:
        data["contested"] = [
            {"toggle": c.toggle, "used": c.used, "other": c.other, "effect": c.effect} for c in contested
        ]
    return data


def _effect(effect: EffectInfo) -> dict[str, Any]:
    return {
        "card": effect.card,
        "player": effect.player,
        "group": effect.group,
        "speed": effect.speed,
        "public": effect.public,
        "met": effect.met,
    }


def _order(order: Order) -> dict[str, Any]:
    return {
        "links": list(order.links),
        "declined": list(order.declined),
        "lost": [{"effect": lost.effect, "law": lost.law} for lost in order.lost],
    }


def _may(may: MayReport) -> dict[str, Any]:
    return {"player": may.player, "effect": may.effect, "card": may.card}


def _column(column: Column) -> dict[str, Any]:
    return {
        "rules": str(column.rules),
        "verdict": column.verdict,
        "count": column.count,
        "complete": column.complete,
        "orders": [_order(order) for order in column.orders],
    }


def _rule_set(report: RuleSetReport) -> dict[str, Any]:
    return {
        "schema": "segoc/rules/1",
        "name": report.name,
        "summary": report.summary,
        "toggles": [
            {
                "toggle": t.toggle,
                "value": t.value,
                "description": t.description,
                "cites": list(t.cites),
                "contested": t.contested,
                "why": t.why,
            }
            for t in report.toggles
        ],
        "sources": list(report.sources),
    }


def _write(data: Mapping[str, Any] | Sequence[Any], sheet: Sheet) -> None:
    sheet.out.write(_dump(data, indent=2) + "\n")


def _dump(data: object, indent: int | None = None) -> str:
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
