"""`check`: every play judged, every expectation asked."""

from __future__ import annotations

from dataclasses import replace

from checker.domain.report import CheckReport, ExpectationReport, RulesUsed, Verdict
from checker.domain.story import Expectation, Story
from checker.solver.trial import Questions, hold
from checker.verdict.expectations import judge, questions
from checker.verdict.plays import announced, links, problems


def check(story: Story) -> CheckReport:
    """The report on one story; `invalid` if it could not be read."""
    if story.broken:
        return CheckReport(story.source, story.rules, "invalid", story.diagnostics)
    by_rules: dict[str | None, list[Expectation]] = {None: []}
    for expectation in story.expectations:
        by_rules.setdefault(expectation.rules, []).append(expectation)
    reports: dict[int, ExpectationReport] = {}
    own = hold(story, story.rules, _asked(by_rules[None]))
    for rules, expectations in by_rules.items():
        trial = own if rules is None else hold(story, RulesUsed(rules), _asked(expectations))
        for expectation in expectations:
            reports[id(expectation)] = judge(expectation, story, trial)
    found = problems(story, own, announced(story.expectations))
    unexpected = any(d.severity == "error" and not d.expected for d in found)
    verdict: Verdict = "illegal" if unexpected else "legal"
    if any(d.law == "name/ambiguous-effect" for d in found):
        verdict = "invalid"
    return CheckReport(
        story.source,
        story.rules,
        verdict,
        (*story.diagnostics, *found),
        tuple(reports[id(expectation)] for expectation in story.expectations),
        links(story, own),
    )


def _asked(expectations: list[Expectation]) -> Questions:
    return replace(questions(expectations))
