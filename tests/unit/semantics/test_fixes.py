"""What an unknown name offers as a change of the text."""

from __future__ import annotations

import pytest

import checker
from checker.domain.diagnostics import Fix

_HEAD = 'players Yugi, Kaiba\nYugi field: "Sangan" as s1, "Kuriboh"\nKaiba field: "Sangan" as s2\n'


def _changed(text: str, fix: Fix) -> str:
    lines = text.split("\n")
    start, end = fix.span.start, fix.span.end
    assert start.line == end.line
    line = lines[start.line - 1]
    lines[start.line - 1] = line[: start.column - 1] + fix.text + line[end.column - 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("Yugii passes", ["Yugi passes"]),
        ("Yugi attacks s2 with s11", ["Yugi attacks s2 with s1"]),
        ('Yugi attacks s2 with "Sanga"', ['Yugi attacks s2 with "Sangan"']),
        ('expect missed "Sangan"', ["expect missed s1", "expect missed s2"]),
        ("expect missed Sangan", ['expect missed "Sangan"', "expect missed s1", "expect missed s2"]),
        ("expect in tgc count 1", ["expect in tcg count 1"]),
        ("expect illegal speed/to-low", ["expect illegal speed/too-low"]),
        ("rules ocg with trigger-ordr within-group", ["rules ocg with trigger-order within-group"]),
        ("use clasics", ["use classics"]),
        ("Yugi hand: Kuribo", ['Yugi hand: "Kuribo"']),
    ],
)
def test_the_nearest_names_come_first(line: str, after: list[str]) -> None:
    text = _HEAD + line
    changes = [fix for d in checker.check(text).diagnostics if d.span.start.line == 4 for fix in d.fixes]
    assert [_changed(text, fix).split("\n")[3] for fix in changes][: len(after)] == after


def test_a_library_that_would_define_a_card() -> None:
    text = '# a case\nplayers Yugi, Kaiba\nYugi hand: "Dark Hole"\nYugi activates "Dark Hole"\n'
    fixes = {fix for d in checker.check(text).diagnostics for fix in d.fixes}
    (fix,) = fixes
    fixed = _changed(text, fix)
    assert fixed.split("\n")[2] == "use classics"
    assert checker.check(fixed).verdict == "legal"
