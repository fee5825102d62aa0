"""What an editor shows as wrong: everything that `check` finds, as it is being typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from checker.domain.data import dataclass, replace
from checker.domain.diagnostics import Diagnostic, Label
from checker.domain.language import say
from checker.domain.levels import CONTESTED
from checker.domain.report import CheckReport
from checker.domain.source import Span
from checker.lsp.analysis import TIME_LIMIT, Analysis
from checker.syntax import tree

Weight = Literal["error", "warning", "note", "expected"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic and how heavily it weighs; one that the file itself announced is `expected`."""

    diagnostic: Diagnostic
    weight: Weight


def findings(analysis: Analysis) -> list[Finding]:
    """All that is to be said of a text. What stands after something unreadable counts less: it may follow from that."""
    return [*_settings(analysis), *_found(analysis, analysis.report)]


def _settings(analysis: Analysis) -> Iterator[Finding]:
    """What is wrong with the settings of the folder."""
    wrong = analysis.settings.wrong
    if wrong:
        yield Finding(Diagnostic("config", "warning", wrong, Span.of(1, 1, 1, 2)), "warning")


def _found(analysis: Analysis, report: CheckReport | None) -> list[Finding]:
    if report is None:
        message = say("not judged within {seconds:g} s", seconds=TIME_LIMIT)
        late = Diagnostic("story/time-limit", "note", message, Span.of(1, 1, 1, 2))
        return [Finding(one, _weight(one)) for one in (*analysis.story.diagnostics, late)]
    read = {(one.law, one.message, one.span) for one in analysis.story.diagnostics}
    return [
        Finding(one, _weight(one)) if (one.law, one.message, one.span) in read else _doubted(analysis, one)
        for one in (*report.diagnostics, *_unmet(report), *_contested(analysis, report))
    ]


def _weight(one: Diagnostic) -> Weight:
    return "expected" if one.expected else one.severity


def _doubted(analysis: Analysis, one: Diagnostic) -> Finding:
    """A finding; as a warning if something before it could not be read, which it then names."""
    unread = analysis.first_unread
    if unread is None or one.span.start <= unread.span.start or one.severity != "error":
        return Finding(one, _weight(one))
    label = Label(unread.span, say("judged without this, which cannot be read"))
    doubted = replace(one, labels=(*one.labels, label))
    return Finding(doubted, "expected" if one.expected else "warning")


def _unmet(report: CheckReport) -> Iterator[Diagnostic]:
    """The expectations that do not hold."""
    for one in report.expectations:
        if not one.passed:
            claim = " ".join(one.text.split())
            message = say("`{claim}` does not hold", claim=claim)
            yield Diagnostic(
                "expect", "error", message, one.span, help=(say("found: {found}", found=one.found),)
            )


def _contested(analysis: Analysis, report: CheckReport) -> Iterator[Diagnostic]:
    """The toggles on which sources disagree and an answer depends, at the line that names the rule set."""
    line = next(
        (node.span for node in analysis.statements if isinstance(node, tree.Rules)), Span.of(1, 1, 1, 2)
    )
    for one in report.contested:
        message = say(
            "sources disagree on `{toggle}`; with `{other}`: {effect}",
            toggle=one.toggle,
            other=one.other,
            effect=one.effect,
        )
        law = CONTESTED + one.toggle
        yield Diagnostic(law, one.level, message, line, expected=bool(one.allowed))
