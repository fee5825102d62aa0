"""`check`: every play judged, every expectation asked."""

from __future__ import annotations

from checker.domain.report import CheckReport, ExpectationReport, RulesUsed, Verdict
from checker.domain.story import Expectation, Story
from checker.solver.trial import hold
from checker.verdict.allowed import findings, readings, unused
from checker.verdict.contested import contested
from checker.verdict.expectations import judge, questions
from checker.verdict.plays import links


def check(story: Story, *, unread: bool = False, deadline: float | None = None) -> CheckReport:
    """The report on one story; `invalid` if it could not be read. Raises `TimeUpError` after the deadline.

    With `unread` such a story is judged too, without what could not be read: what follows is then found as if those
    statements were not there, and the verdict stays `invalid`.
    """
    if story.broken and not unread:
        return CheckReport(story.source, story.rules, "invalid", story.diagnostics)
    by_rules: dict[str | None, list[Expectation]] = {None: []}
    for expectation in story.expectations:
        by_rules.setdefault(expectation.rules, []).append(expectation)
    reports: dict[int, ExpectationReport] = {}
    asked = questions(by_rules[None], story)
    own = hold(story, story.rules, asked, deadline)
    for rules, expectations in by_rules.items():
        trial = (
            own if rules is None else hold(story, RulesUsed(rules), questions(expectations, story), deadline)
        )
        for expectation in expectations:
            reports[id(expectation)] = judge(expectation, story, trial)
    found = findings(story, own)
    disputed = readings(story, contested(story, own, asked, deadline))
    unexpected = any(d.severity == "error" and not d.expected for d in found)
    verdict: Verdict = "illegal" if unexpected else "legal"
    if story.broken or story.contradicts_itself or any(d.law == "name/ambiguous-effect" for d in found):
        verdict = "invalid"
    return CheckReport(
        story.source,
        story.rules,
        verdict,
        (*found, *unused(story, found, disputed)),
        tuple(reports[id(expectation)] for expectation in story.expectations),
        links(story, own),
        disputed,
    )
