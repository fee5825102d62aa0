"""A story that contradicts itself: a finding at the play that does, and the rest is still judged."""

from __future__ import annotations

import pytest

import checker

_BEGIN = """players Yugi, Kaiba
use classics
Yugi hand: "Hinotama" as hinotama
Yugi field: "Sangan" as sangan
Kaiba set: "Book of Moon" as book
"""
_END = """
Yugi activates hinotama
expect legal
Kaiba activates book targeting sangan
expect legal
"""


@pytest.mark.parametrize(
    ("play", "law"),
    [
        ("Kaiba activates hinotama", "limit/not-yours"),
        ("Yugi sets sangan", "limit/not-there"),
        ("happens negate activation", "story/nothing-to-negate"),
        ("happens negate effect", "story/nothing-to-negate"),
        ("happens negate summon", "story/nothing-to-negate"),
        ("Yugi flip summons sangan", "limit/not-there"),
        ("chain resolves", "story/no-chain"),
        ("chain resolves { link 3: nothing }", "story/no-such-link"),
        ("Yugi normal summons hinotama tributing book", "limit/not-there"),
    ],
)
def test_a_finding_at_the_play_and_the_rest_is_judged(play: str, law: str) -> None:
    report = checker.check(_BEGIN + play + _END)
    found = [d for d in report.diagnostics if d.severity == "error"]
    assert law in {d.law for d in found}
    assert {d.span.start.line for d in found} == {6}
    assert [e.passed for e in report.expectations] == [True, True]
    assert [link.card for link in report.links] == ["Hinotama", "Book of Moon"]


def test_a_link_told_twice() -> None:
    text = (
        _BEGIN
        + "Yugi activates hinotama\nchain resolves { link 1: nothing\n link 1: nothing }\nexpect link 1 has no effect"
    )
    report = checker.check(text)
    assert "story/resolved-twice" in {d.law for d in report.diagnostics}
    assert report.verdict == "invalid"
    assert report.expectations[0].passed


def test_an_activation_that_may_mean_several_effects_names_them_and_places_none() -> None:
    text = """players Yugi, Kaiba
        card "Double" monster { one: ignition -> draw 1; two: ignition -> draw 2; three: ignition, from gy -> draw 3 }
        Yugi field: "Double" as double
        Yugi activates double
    """
    report = checker.check(text)
    (found,) = report.diagnostics
    assert (report.verdict, found.law, found.span.start.line) == ("invalid", "name/ambiguous-effect", 4)
    assert (
        found.message
        == "several effects of `Double` (`double`) could be meant: `double.one` and `double.two`"
    )
    assert report.links == ()
