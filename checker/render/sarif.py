"""SARIF 2.1.0, the exchange format of code scanning: results first, as they are found, then the laws they name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from checker.domain.diagnostics import Severity
from checker.domain.levels import CONTESTED
from checker.domain.report import CheckReport, NotJudged, Page
from checker.domain.source import Span
from checker.render.layout.documents import Object, dump
from checker.render.layout.findings import Finding, Fingerprints, findings
from checker.render.layout.sheet import Sheet

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "note"}
_FAMILIES = {
    "syntax": "What a statement looks like.",
    "name": "Names must belong to something, and to one thing.",
    "story": "A story must be possible as it is told.",
    "expect": "An expectation of the story must hold.",
    "contested": "Sources disagree on a toggle, and the answer depends on it.",
}


def check(reports: Iterable[CheckReport | NotJudged], sheet: Sheet) -> None:
    """One run with a result for each finding; those that a file announces are there, too, as suppressed."""
    fingerprints, rules, notices = Fingerprints(), dict[str, int](), list[Object]()
    sheet.out.write('{"$schema": ' + dump(_SCHEMA) + ', "version": "2.1.0", "runs": [{"results": [')
    separator, finished, judged = "\n", False, True
    try:
        for report in reports:
            judged = judged and not isinstance(report, NotJudged) and report.verdict != "invalid"
            for finding in findings(report, expected=True, notes=not sheet.quiet):
                if isinstance(report, NotJudged):
                    notices.append(_notice(finding))
                    continue
                index = rules.setdefault(finding.diagnostic.law, len(rules))
                sheet.out.write(separator + dump(_result(finding, index, fingerprints.of(finding))))
                separator = ",\n"
        finished = judged
    finally:
        sheet.out.write("\n],\n" + dump(_run(rules, notices, finished=finished), indent=2)[2:-2] + "\n}]}\n")


def _result(finding: Finding, index: int, fingerprint: str) -> Object:
    found = finding.diagnostic
    result: Object = {
        "ruleId": found.law,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": "\n".join([finding.message, *finding.help])},
        "locations": [_location(finding, found.span)],
        "partialFingerprints": {"segocFinding/v1": fingerprint},
    }
    if found.labels:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": label.message}} | _location(finding, label.span)
            for number, label in enumerate(found.labels, start=1)
        ]
    if found.expected:
        why = found.allowed or "the story announces this with `expect illegal`"
        result["suppressions"] = [{"kind": "inSource", "status": "accepted", "justification": why}]
    return result


def _location(finding: Finding, span: Span) -> Object:
    region = {
        "startLine": span.start.line,
        "startColumn": span.start.column,
        "endLine": span.end.line,
        "endColumn": span.end.column,
    }
    return {"physicalLocation": {"artifactLocation": _artifact(finding), "region": region}}


def _artifact(finding: Finding) -> Object:
    """The file as a URI: from the root of the sources on, or the whole path of one that lies elsewhere."""
    path = Path(finding.source.name)
    if path.is_absolute() and not path.is_relative_to(Path.cwd()):
        return {"uri": path.as_uri()}
    if path.is_absolute():
        path = path.relative_to(Path.cwd())
    uri = quote(path.as_posix().encode("utf-8", "surrogateescape"), safe="/")
    return {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _notice(finding: Finding) -> Object:
    """What kept a file from being judged: that is said of the run, not found in the file."""
    return {
        "level": "error",
        "message": {"text": finding.message},
        "descriptor": {"id": finding.diagnostic.law},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(finding)}}],
    }


def _run(rules: Iterable[str], notices: list[Object], *, finished: bool) -> Object:
    """What is said of the run besides its results; it is known only when they are written."""
    from checker.version import version

    invocation: Object = {"executionSuccessful": finished}
    if notices:
        invocation["toolExecutionNotifications"] = notices
    driver = {
        "name": "segoc",
        "version": version(),
        "rules": [_rule(law) for law in rules],
    }
    return {"columnKind": "unicodeCodePoints", "invocations": [invocation], "tool": {"driver": driver}}


def _rule(law: str) -> Object:
    page, family = _page(law), law.partition("/")[0]
    if page is None:
        text = _FAMILIES.get(family, "What the checker says of a file.")
        return {"id": law, "shortDescription": {"text": text}}
    rows = page.text.strip().split("\n")
    summary = next((row[2:] for row in rows if row.startswith("> ")), _FAMILIES.get(family, rows[0]))
    plain = f"{summary}\n\n`segoc explain {page.name}` shows the page."
    return {
        "id": law,
        "shortDescription": {"text": summary},
        "help": {"text": plain, "markdown": page.text},
        "properties": {"tags": [family]},
    }


def _page(law: str) -> Page | None:
    from checker.pages import find

    page = find(law.removeprefix(CONTESTED))
    return page if page is not None and page.kind in {"law", "toggle"} else None
