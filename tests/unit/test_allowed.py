"""`# segoc: allow LAW reason`: what it covers, what it leaves, and what is said of the comment itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import checker
from checker import cli
from checker.domain.report import CheckReport
from checker.domain.source import SourceFile
from checker.syntax.comments import directives

STORY = """\
players A, B
A may use "Judgment" as book speed 3 from set
B may use "Typhoon" as hole speed 2 from set
A activates book
{before}B activates hole{beside}
"""
ALLOW = "# segoc: allow speed/too-low he misread it"


def checked(before: str = "", beside: str = "", more: str = "") -> CheckReport:
    return checker.check(STORY.format(before=before, beside=beside) + more)


def laws(report: CheckReport) -> set[str]:
    return {d.law for d in report.diagnostics if not d.expected}


def test_a_finding_is_allowed_beside_it_and_before_it() -> None:
    assert laws(checked()) == {"speed/too-low"}
    for before, beside in (
        ("", f"  {ALLOW}"),
        (f"{ALLOW}\n", ""),
        (f"  {ALLOW}\n# more about it\n\n", ""),
        ("", f" {ALLOW.replace('low he', 'low: he')}"),
    ):
        report = checked(before, beside)
        assert report.verdict == "legal"
        assert not report.failed
        (found,) = report.diagnostics
        assert (found.law, found.severity, found.expected) == ("speed/too-low", "error", True)
        assert found.allowed == "he misread it"


def test_an_allowed_play_is_left_out_as_an_expected_one_is() -> None:
    more = "A passes\nB passes\nchain resolves\n"
    allowed = checked(beside=f" {ALLOW}", more=more)
    expected = checked(more="expect illegal\n" + more)
    assert len(allowed.links) == 1
    assert [link.card for link in allowed.links] == [link.card for link in expected.links]
    assert not checked(beside=f" {ALLOW}", more="expect illegal speed/too-low\n").failed
    assert checked(beside=f" {ALLOW}", more="expect legal\n").failed


@pytest.mark.parametrize(
    ("comment", "law", "help_"),
    [
        (
            "# segoc: allow speed/too-low",
            "story/allow-without-reason",
            "`# segoc: allow speed/too-low REASON`",
        ),
        ("# segoc: allow speed/to-low because", "name/unknown-allow", "did you mean `speed/too-low`"),
        ("# segoc: alow speed/too-low because", "name/unknown-allow", "write `# segoc: allow LAW reason`"),
        ("#segoc:allow", "name/unknown-allow", "write `# segoc: allow LAW reason`"),
        ("# segoc: allow timing/must-wait because", "story/unused-allow", "directly before it"),
        ("# segoc: allow contested/ss1-below-ss2 because", "story/unused-allow", "directly before it"),
    ],
)
def test_a_comment_that_allows_nothing_is_reported(comment: str, law: str, help_: str) -> None:
    report = checked(beside=f"  {comment}")
    assert laws(report) == {"speed/too-low", law}
    (warning,) = (d for d in report.diagnostics if d.law == law)
    assert warning.severity == "warning"
    assert help_ in warning.help[0]


def test_an_unused_comment_does_not_fail() -> None:
    report = checker.check("players A, B\nA passes  # segoc: allow speed/too-low because\n")
    assert laws(report) == {"story/unused-allow"}
    assert not report.failed


def test_only_the_statement_is_covered() -> None:
    report = checked(before=f"{ALLOW}\n", more="B activates hole\n")
    assert [d.expected for d in report.diagnostics if d.law == "speed/too-low"] == [True, False]
    assert report.failed


def test_a_statement_on_several_lines_is_one() -> None:
    source = SourceFile(
        "x", f'A hand: "X", # one\n "Y",\n "Z" {ALLOW}\ncard "Q" normal trap {{ {ALLOW}\n activate\n}}'
    )
    assert [directive.lines for directive in directives(source)] == [range(1, 4), range(4, 5)]


def test_what_is_only_remarked_is_allowed_too() -> None:
    text = "players A, B\nA passes\nphase end{}\n"
    assert laws(checker.check(text.format(""))) == {"story/late-header"}
    report = checker.check(text.format("  # segoc: allow story/late-header the table was told so"))
    assert laws(report) == set()
    assert report.diagnostics[0].allowed == "the table was told so"


def test_what_cannot_be_read_is_not_allowed() -> None:
    report = checker.check("players A, B\nA passes x # segoc: allow syntax/unexpected because\n")
    assert report.verdict == "invalid"
    unknown = checker.check("players A, B\nA activates x # segoc: allow name/unknown-card because\n")
    assert unknown.verdict == "invalid"


def test_contested_readings_are_allowed_for_the_file() -> None:
    path = Path(__file__).parents[1] / "stories/classics/dark-coffin.chain"
    (found,) = checker.check(path).contested
    text = f"# segoc: allow contested/{found.toggle} known\n{path.read_text('utf-8')}"
    report = checker.check(SourceFile(str(path), text))
    assert [one.allowed for one in report.contested] == ["known"]
    assert "story/unused-allow" not in laws(report)


def test_what_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.chain").write_text(STORY.format(before="", beside=f"  {ALLOW}"))
    assert cli.run(["check", "a.chain"]) == 0
    out = capsys.readouterr().out
    assert "error" not in out
    assert out.splitlines()[-2:] == [
        "a.chain: illegal but allowed under tcg",
        "1 file: 1 illegal but allowed",
    ]
    cli.run(["check", "-v", "a.chain"])
    assert "= allowed: he misread it" in capsys.readouterr().out
    cli.run(["check", "--output-format", "json", "a.chain"])
    (found,) = json.loads(capsys.readouterr().out)[0]["diagnostics"]
    assert found["suppressed"] == {"reason": "he misread it"}
    assert cli.run(["explore", "a.chain"]) == 0
