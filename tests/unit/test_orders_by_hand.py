"""Orders that people give: as IDs to `why`, and as the few words of `segoc order`."""

from __future__ import annotations

from pathlib import Path

import pytest

import checker
from checker import cli
from checker.verdict.quick import story_text

STORY = """
players Yugi, Kaiba
Yugi triggers mandatory "Grapha, Dragon Lord of Dark World"
Yugi triggers optional "Sangan" as s
"""


def test_an_order_as_a_sequence_of_ids() -> None:
    for order in checker.explore(STORY).orders:
        report = checker.why(STORY, order.links)
        assert not report.invalid
        assert report.order == tuple(order.links)
        assert not report.broken
    wrong = checker.why(STORY, ["s", "Grapha, Dragon Lord of Dark World"])
    assert [broken.law for broken in wrong.broken]


def test_a_name_with_a_comma_in_a_text() -> None:
    report = checker.why(STORY, '"Grapha, Dragon Lord of Dark World", s')
    assert report.order == ("Grapha, Dragon Lord of Dark World", "s")


def test_a_wrong_name_is_shown_in_the_order_not_in_the_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.chain").write_text(STORY)
    assert cli.run(["explore", "--why", "s, x", str(tmp_path / "a.chain")]) == 2
    err = capsys.readouterr().err
    assert "--> <order>:1:4\n" in err
    assert "1 | s, x\n" in err


def test_no_order() -> None:
    assert checker.why(STORY, []).order == ()


def test_the_quick_question() -> None:
    assert story_text(["Sangan!"], ["Peten?"]).splitlines()[1:] == [
        'Turn triggers mandatory "Sangan"',
        'Opponent triggers optional "Peten"',
    ]


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ("Sangan!,Peten?", "`Sangan!,Peten\\?` has a ! inside"),
        ("Sangan! Peten?", "has a ! inside; write each effect by itself"),
        ("Sangan, Peten?", "has a , inside"),
        ("Sangan", "must end with ! "),
        ("!", "must end with ! "),
    ],
)
def test_several_effects_run_together(effect: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        story_text([effect], [])
