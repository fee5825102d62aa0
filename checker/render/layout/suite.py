"""The report of `segoc test` for people: a sign for each story while it runs, then what failed, then the sum."""

from __future__ import annotations

from collections import Counter

from checker.domain.language import plural, say
from checker.domain.report import NotJudged, StoryTest, SuiteReport, TestOutcome
from checker.render.layout import excerpt, failures
from checker.render.layout.documents import cannot
from checker.render.layout.findings import errors
from checker.render.layout.sheet import Role, Sheet
from checker.render.layout.width import clean, pad

_SIGNS: dict[TestOutcome, str] = {"passed": ".", "failed": "F", "error": "E", "nothing expected": "-"}
_ROLES: dict[TestOutcome, Role] = {
    "passed": "good",
    "failed": "error",
    "error": "error",
    "nothing expected": "warning",
}


def draw(suite: SuiteReport, sheet: Sheet) -> None:
    """Write the whole report; an interruption leaves what was found so far."""
    done: list[StoryTest] = []
    try:
        for test in suite.tests:
            done.append(test)
            _step(test, len(done), sheet)
    finally:
        if done and not sheet.verbose and not sheet.quiet:
            sheet.line()
        _ended(suite, done, sheet)


def _step(test: StoryTest, number: int, sheet: Sheet) -> None:
    """One story, as soon as it has been judged."""
    role = _ROLES[test.outcome]
    if sheet.verbose:
        outcome = sheet.paint(role, pad(_word(test.outcome), 16))
        sheet.prose(f"{outcome}  {clean(test.name)}{_expectations(test)}")
    elif not sheet.quiet:
        sheet.out.write(sheet.paint(role, _SIGNS[test.outcome]))
        if number % max(20, sheet.width - 1) == 0:
            sheet.out.write("\n")
    sheet.out.flush()


def _ended(suite: SuiteReport, done: list[StoryTest], sheet: Sheet) -> None:
    for test in done:
        if test.outcome in {"failed", "error"}:
            sheet.line()
            _failure(test, sheet)
    silent = [test for test in done if test.outcome == "nothing expected"]
    if silent and not sheet.quiet:
        sheet.line()
        sheet.prose(say("Nothing expected, so that nothing but the plays was tested:"))
        for test in silent:
            sheet.prose(f"  {clean(test.name)}")
    slowest = sorted(done, key=lambda test: -test.seconds)[: suite.durations]
    if slowest:
        sheet.line()
        sheet.prose(say("Slowest:"))
        for test in slowest:
            sheet.prose(f"  {test.seconds:7.3f} s  {clean(test.name)}")
    wrong = sum(test.outcome in {"failed", "error"} for test in done)
    if not sheet.quiet and done:
        sheet.line()
    if suite.most is not None and wrong >= suite.most:
        sheet.prose(plural("stopped after {number} failure", "stopped after {number} failures", wrong))
    sheet.prose(sheet.paint("error" if wrong else "good", _sum(suite, done)))


def _sum(suite: SuiteReport, done: list[StoryTest]) -> str:
    tally = Counter(test.outcome for test in done)
    parts = [
        say("{number} passed", number=tally["passed"]) if tally["passed"] else "",
        say("{number} failed", number=tally["failed"]) if tally["failed"] else "",
        plural("{number} error", "{number} errors", tally["error"]) if tally["error"] else "",
        say("{number} with nothing expected", number=tally["nothing expected"])
        if tally["nothing expected"]
        else "",
    ]
    counts = ", ".join(filter(None, parts)) or say("no story was run")
    return say("{counts} in {seconds} s", counts=counts, seconds=f"{suite.seconds:.2f}")


def _word(outcome: TestOutcome) -> str:
    return {
        "passed": say("passed"),
        "failed": say("failed"),
        "error": say("error"),
        "nothing expected": say("nothing expected"),
    }[outcome]


def _expectations(test: StoryTest) -> str:
    if isinstance(test.report, NotJudged) or not test.report.expectations:
        return ""
    asked = test.report.expectations
    held = sum(expectation.passed for expectation in asked)
    met = plural(
        "{held} of {number} expectation met", "{held} of {number} expectations met", len(asked), held=held
    )
    return f": {met}"


def _failure(test: StoryTest, sheet: Sheet) -> None:
    head = f"{_word(test.outcome)}: {clean(test.name)}"
    sheet.prose(sheet.paint("strong", head))
    sheet.line()
    report = test.report
    if isinstance(report, NotJudged):
        sheet.prose(f"  {clean(cannot(report).message)}")
        return
    for found in errors(report):
        excerpt.draw(found, report.source, sheet)
    for expectation in report.expectations:
        if not expectation.passed:
            failures.draw(expectation, report.source, sheet)
            failures.difference(expectation, sheet)
