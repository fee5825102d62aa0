"""The objects that the JSON formats are made of; `checker/schema` says what stands in them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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
    StoryTest,
    TraceReport,
    WhyReport,
)
from checker.domain.source import Position, Span

if TYPE_CHECKING:
    from checker.config import ConfigReport

# What a terminal might obey or hide, if somebody looks at the JSON there.
_UNSAFE = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)

Object = dict[str, Any]


def dump(data: object, indent: int | None = None) -> str:
    """`data` as JSON in which nothing hides or moves a cursor."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return _UNSAFE.sub(lambda found: json.dumps(found[0])[1:-1], text)


# ---------------------------------------------------------------- documents


def checked(report: CheckReport | NotJudged) -> Object:
    """What `check` says of one file."""
    if isinstance(report, NotJudged):
        return _not_judged(report)
    return (
        {
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
        }
        | _extra(contested=report.contested)
        | ({"ignored": report.ignored} if report.ignored else {})
    )


def tested(test: StoryTest) -> Object:
    """A story of `test`: what `check` says of it, what came of it, and how long it took."""
    return {"outcome": test.outcome, "seconds": round(test.seconds, 3), "report": checked(test.report)}


def tested_end(counts: Mapping[str, int], seconds: float) -> Object:
    """How the document of `test` ends."""
    return {
        "passed": counts.get("passed", 0),
        "failed": counts.get("failed", 0),
        "errors": counts.get("error", 0),
        "nothing_expected": counts.get("nothing expected", 0),
        "seconds": round(seconds, 3),
    }


def explored(report: ExploreReport) -> Object:
    """How the document of `explore` begins: all but its effects and orders, and what `explored_end` adds."""
    return {**_head("explore", report), "window": report.window, "to_act": report.to_act}


def explored_end(report: ExploreReport, listed: int, *, complete: bool) -> Object:
    """How the document of `explore` ends, after `listed` orders."""
    number = listed if complete and report.count is None else report.count
    copies = {"copies": dict(report.copies)} if report.copies else {}
    return {"count": number, "complete": complete} | _extra(report.diagnostics, report.contested) | copies


def counted(report: ExploreReport) -> Object:
    """The document of `explore --count`: that of `explore` without the orders."""
    data = explored(report) | {"count": report.count, "effects": effects(report)}
    return data | _extra(report.diagnostics, report.contested)


def effects(report: ExploreReport) -> Object:
    """The effects that wait, by ID."""
    return {name: _effect(effect) for name, effect in report.effects.items()}


def why(report: WhyReport) -> Object:
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
        "nearest": [order(each) for each in report.nearest],
    }
    return data | _extra(report.diagnostics)


def next_(report: NextReport) -> Object:
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
    return data | _extra(report.diagnostics)


def trace(report: TraceReport) -> Object:
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
    return data | _extra(report.diagnostics)


def compare(report: CompareReport) -> Object:
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
    return data | _extra(report.diagnostics)


def page(found: Page) -> Object:
    """One page of `explain`."""
    return {"schema": "segoc/explain/1", "name": found.name, "kind": found.kind, "text": found.text}


def rule_set(report: RuleSetReport) -> Object:
    """A rule set, as `rules` shows it."""
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


def config(report: ConfigReport) -> Object:
    """Every setting, and where its value comes from."""
    return {
        "schema": "segoc/config/1",
        "file": report.file,
        "settings": {
            name: {"value": found.value, "from": found.origin, "place": found.place}
            for name, found in report.settings.items()
        },
    }


def order(found: Order) -> Object:
    """One order of `explore`."""
    return {
        "links": list(found.links),
        "declined": list(found.declined),
        "lost": [{"effect": lost.effect, "law": lost.law} for lost in found.lost],
    }


def unreadable(command: str, found: NotJudged) -> Object:
    """The document of a command for a file that cannot be read: its schema and no answer."""
    rules_used: list[object] | None = [] if command == "compare" else None
    head = {"schema": f"segoc/{command}/1", "file": found.name, "rules": rules_used}
    return head | _EMPTY[command] | _extra((cannot(found),))


_STATE: Object = {"window": "", "to_act": ""}
_EMPTY: dict[str, Object] = {
    "explore": _STATE | {"effects": {}, "orders": [], "count": None, "complete": False},
    "why": {"order": [], "legal": None, "broken": [], "moved": 0, "nearest": []},
    "next": _STATE | {"may": [], "may_not": []},
    "trace": {"steps": [], "places": [], "waiting": []},
    "compare": {"differences": []},
}


# ---------------------------------------------------------------- parts


def _head(
    name: str, report: CheckReport | ExploreReport | WhyReport | NextReport | TraceReport
) -> dict[str, str]:
    """How the document on one story begins."""
    return {"schema": f"segoc/{name}/1", "file": report.source.name, "rules": str(report.rules)}


def _not_judged(report: NotJudged) -> Object:
    """The object of a file that could not be judged: no rules, and no verdict if only the time was up."""
    return {
        "schema": "segoc/check/1",
        "file": report.name,
        "rules": None,
        "verdict": "invalid" if report.why == "unreadable" else None,
        "diagnostics": [_diagnostic(cannot(report))],
        "expectations": [],
        "links": [],
    }


def cannot(report: NotJudged) -> Diagnostic:
    """Why a file could not be judged, as a finding at its start."""
    start = Span(Position(1, 1), Position(1, 1))
    return Diagnostic(f"input/{report.why}", "error", report.message, start)


def _diagnostic(found: Diagnostic) -> Object:
    data: Object = {
        "law": found.law,
        "severity": found.severity,
        "message": found.message,
        "help": list(found.help),
        "cites": list(found.cites),
        "span": _span(found.span),
        "labels": [{"span": _span(label.span), "message": label.message} for label in found.labels],
    }
    suppressed = {"suppressed": {"reason": found.allowed}} if found.allowed else {}
    return data | ({"expected": True} if found.expected else {}) | suppressed


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
        data["contested"] = [_reading(reading) for reading in contested]
    return data


def _reading(reading: ContestedReading) -> Object:
    data = {
        "toggle": reading.toggle,
        "used": reading.used,
        "other": reading.other,
        "effect": reading.effect,
    }
    return data | ({"suppressed": {"reason": reading.allowed}} if reading.allowed else {})


def _effect(effect: EffectInfo) -> Object:
    return {
        "card": effect.card,
        "player": effect.player,
        "group": effect.group,
        "speed": effect.speed,
        "public": effect.public,
        "met": effect.met,
    }


def _may(may: MayReport) -> Object:
    return {"player": may.player, "effect": may.effect, "card": may.card}


def _column(column: Column) -> Object:
    return {
        "rules": str(column.rules),
        "verdict": column.verdict,
        "count": column.count,
        "complete": column.complete,
        "orders": [order(each) for each in column.orders],
    }
