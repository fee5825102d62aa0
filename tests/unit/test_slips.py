"""Slips of people who are new to it: each is answered once, with what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import checker
from checker.cli import run

HEAD = "use classics\nplayers Me, Him\n"


def laws(story: str) -> list[str]:
    return [found.law for found in checker.check(HEAD + story).diagnostics]


def test_a_name_without_quotes_is_an_error_with_an_id_too() -> None:
    report = checker.check(HEAD + "Me field: Peten as peten\n")
    assert report.verdict == "invalid"
    (found,) = report.diagnostics
    assert (found.law, found.help) == ("name/unknown-card", ('write `"Peten"` in quotes',))


def test_the_last_part_of_a_law_is_answered_with_its_name() -> None:
    told = 'Me field: "Sangan" as mine\nhappens destroy mine\n'
    report = checker.check(HEAD + told + "expect order [mine] illegal group-order\n")
    (found,) = report.diagnostics
    assert (found.law, found.help) == ("syntax/law-name", ("did you mean `segoc/group-order`?",))


def test_whose_turn_it_is_is_said_and_the_missing_chain_is_no_second_error() -> None:
    report = checker.check(
        HEAD + 'Him hand: "Dark Hole"\nMe field: "Sangan"\nHim activates "Dark Hole"\nchain resolves\n'
    )
    (found,) = report.diagnostics
    assert found.law == "timing/wrong-phase"
    assert found.help == ("it is Me's turn; a line `turn NAME` says whose turn it is",)


def test_a_chain_that_was_never_begun_is_an_error() -> None:
    assert laws('Me field: "Sangan"\nchain resolves\n') == ["story/no-chain"]


def test_an_id_in_quotes_and_a_name_without() -> None:
    report = checker.check(HEAD + 'Me field: "Sangan" as mine\nMe activates Sangan\n')
    (found,) = report.diagnostics
    assert found.help == ('write `mine` or `"Sangan"` in quotes, for the name',)


def test_pages_of_cards_are_found_however_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "sangan"]) == 0
    assert capsys.readouterr().out.startswith("# Sangan\n")
    assert run(["explain", "peten"]) == 2
    assert "did you mean `Peten the Dark Clown`?" in capsys.readouterr().err


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(checker.UnreadableError) as error:
        checker.check(tmp_path / "no.chain")
    assert str(error.value) == f"{tmp_path / 'no.chain'}: no such file or directory"


def test_a_story_that_cannot_be_judged_is_no_success_in_sarif(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = tmp_path / "story.chain"
    story.write_text("Me does something\n", "utf-8")
    assert run(["check", str(story), "--output-format", "sarif"]) == 2
    invocations = json.loads(capsys.readouterr().out)["runs"][0]["invocations"]
    assert [invocation["executionSuccessful"] for invocation in invocations] == [False]


@pytest.mark.parametrize("text", ["", "\n", "# a comment\n"])
def test_a_text_that_says_nothing_is_told_so(text: str) -> None:
    assert [found.law for found in checker.check(text).diagnostics] == ["story/no-statement"]
