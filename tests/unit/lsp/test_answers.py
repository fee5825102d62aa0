"""What the language server answers, without the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker import app
from checker.domain.source import Position, SourceFile, Span
from checker.lsp.analysis import Analysis
from checker.lsp.completion import proposals
from checker.lsp.findings import findings
from checker.lsp.hover import hover
from checker.lsp.names import name_at, names
from checker.lsp.positions import Ruler
from checker.lsp.reference import about
from checker.lsp.rename import Refused, changes
from checker.syntax.words import KEYWORDS

ROOT = Path(__file__).resolve().parents[3]
HEAD = 'players Yugi, Kaiba\nuse classics\nYugi field: "Sangan" as s1, "Sangan", "Sangan"\n'


def analysed(text: str) -> Analysis:
    return Analysis(SourceFile("x.chain", text), ROOT / "examples")


def at(text: str, part: str) -> Position:
    before = text[: text.index(part)]
    return Position(before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)


# ---------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("encoding", "units"), [("utf-16", [0, 1, 3, 4]), ("utf-8", [0, 3, 7, 8]), ("utf-32", [0, 1, 2, 3])]
)
def test_places_in_units(encoding: str, units: list[int]) -> None:
    ruler = Ruler(["", "手😀a\r"], encoding)
    for column, unit in enumerate(units, start=1):
        assert ruler.units(Position(2, column)) == (1, unit)
        assert ruler.place(1, unit) == Position(2, column)
    assert ruler.place(1, 99) == Position(2, 4)
    assert ruler.place(99, 0) == Position(2, 5)
    assert ruler.span(Span.of(3, 1, 3, 2)) == ((1, units[-1] + 1), (1, units[-1] + 1))


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize(
    "name", ["zaborg-in-the-ocg", "blowback-dragon", "four-groups", "two-black-whirlwinds"]
)
def test_every_word_of_a_story_would_have_been_proposed(name: str) -> None:
    analysis = analysed((ROOT / "examples" / f"{name}.chain").read_text(encoding="utf-8"))
    met = 0
    for line in analysis.words:
        for index, word in enumerate(line):
            new = (index and line[index - 1].value in ("as", "players")) or line[0].value == "players"
            if word.type == "NUMBER" or new or not (word.value[0].isalpha() or word.type == "QUOTED"):
                continue
            here = Position(word.line, word.column)
            found = {proposal.text for proposal in proposals(analysis, here)}
            assert str(word) in found, (word.line, word)
            met += 1
    assert met > 20


def test_nothing_is_proposed_in_a_comment() -> None:
    text = HEAD + '# Yugi "'
    assert not proposals(analysed(text), Position(4, len("# Yugi ") + 1))
    text = HEAD + 'Yugi hand: "a # b" '
    assert any(one.text == "as" for one in proposals(analysed(text), Position(4, 20)))


def test_what_a_comment_may_allow() -> None:
    text = HEAD + "Yugi passes # segoc: allow speed/to"
    found = proposals(analysed(text), Position(4, len(text.split("\n")[3]) + 1))
    assert "speed/too-low" in {one.text for one in found}
    assert {one.span for one in found} == {Span.of(4, 28, 4, 36)}


def test_a_begun_name_is_replaced_with_its_closing_quote() -> None:
    text = HEAD + 'Yugi attacks directly with "Sa"'
    found = proposals(analysed(text), Position(4, len(text.split("\n")[3])))
    assert {one.text for one in found} >= {'"Sangan"', '"Sangan-2"'}
    assert {one.span for one in found} == {Span.of(4, 28, 4, 32)}


# ---------------------------------------------------------------- hover


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_there_is_something_to_say_of_every_keyword(keyword: str) -> None:
    assert keyword in about(keyword)
    assert "```chain" in about(keyword) or "\n- `" in about(keyword)


def test_what_a_card_may_do_depends_on_the_place() -> None:
    text = HEAD + 'Yugi hand: "Dark Hole" as hole\nYugi activates hole\nchain resolves\nexpect missed s1\n'
    analysis = analysed(text)
    before = hover(analysis, at(text, "s1, "))
    after = hover(analysis, at(text, "s1\n"))
    assert before is not None
    assert after is not None
    assert "Yugi, field" in before.text
    assert "may not be activated" in before.text
    assert "Yugi, GY" in after.text
    assert "`s1` may be activated" in after.text


@pytest.mark.parametrize("part", ['"S"', '"T"', "s] legal"])
def test_effects_that_triggered_are_looked_at_once_all_are_told(part: str) -> None:
    text = 'A triggers optional "S" as s\nB triggers optional "T" as t\nexpect order [s] legal\n'
    told = hover(analysed(text), at(text, part))
    assert told is not None
    assert "may be activated" in told.text


def test_hover_where_a_statement_cannot_be_read() -> None:
    text = HEAD + "Yugi activates s1 s1 s1\n"
    told = hover(analysed(text), at(text, "s1 s1\n"))
    assert told is not None
    assert 'card "Sangan" monster' in told.text


def test_hover_shows_a_definition_with_its_block() -> None:
    text = 'card "A" monster {\n  tags "T"\n  ignition -> draw 1\n} # no more\nplayers P, Q\nP field: "A"\n'
    told = hover(analysed(text), at(text, '"A"\n'))
    assert told is not None
    assert '```chain\ncard "A" monster {\n  tags "T"\n  ignition -> draw 1\n}\n```' in told.text
    assert "defined in line 1" in told.text


# ---------------------------------------------------------------- findings


def test_what_stands_before_something_unreadable_counts_in_full() -> None:
    illegal = 'Kaiba set: "Solemn Judgment"\nKaiba activates "Solemn Judgment"\n'
    found = findings(analysed(HEAD + illegal + "Yugi pasess now\n"))
    assert {one.weight for one in found if one.diagnostic.law.startswith("timing/")} == {"error"}
    found = findings(analysed(HEAD + "Yugi pasess now\n" + illegal))
    assert {one.weight for one in found if one.diagnostic.law.startswith("timing/")} == {"warning"}


def test_what_is_announced_or_allowed_is_no_problem() -> None:
    illegal = HEAD + 'Kaiba set: "Solemn Judgment"\nKaiba activates "Solemn Judgment"'
    (law,) = {one.diagnostic.law for one in findings(analysed(illegal))}
    for more in (f" # segoc: allow {law} a misplay\n", "\nexpect illegal\n"):
        assert {one.weight for one in findings(analysed(illegal + more))} == {"expected"}


def test_an_expectation_that_does_not_hold() -> None:
    found = findings(analysed(HEAD + "expect count 7\n"))
    assert [(one.weight, one.diagnostic.law) for one in found] == [("error", "expect")]
    assert "`expect count 7` does not hold" in found[0].diagnostic.message


# ---------------------------------------------------------------- names


def test_names_know_what_they_are() -> None:
    text = (
        "rules ocg with trigger-order within-group\nplayers Yugi, Kaiba\nuse classics\n"
        'card "A" monster {\n  x: ignition\n  y: quick when "B" is destroyed\n}\n'
        'Kaiba\'s "A" hand\nYugi field: Kaiba\'s "A" as a1\nKaiba activates Kaiba\'s "A".x against a1\n'
        "expect in tcg illegal speed/too-low\n"
    )
    found = {(name.role, name.text) for name in names(analysed(text))}
    assert found == {
        ("rules", "ocg"),
        ("toggle", "trigger-order"),
        ("value", "within-group"),
        ("player", "Yugi"),
        ("player", "Kaiba"),
        ("library", "classics"),
        ("card", "A"),
        ("card", "B"),
        ("id", "a1"),
        ("label", "x"),
        ("label", "y"),
        ("rules", "tcg"),
        ("law", "speed/too-low"),
    }
    analysis = analysed(text)
    for name in names(analysis):
        line = analysis.lines[name.span.start.line - 1]
        assert line[name.span.start.column - 1 : name.span.end.column - 1].strip('"') == name.text
        assert name_at(analysis, name.span.start) is not None


@pytest.mark.parametrize(
    ("text", "part", "new", "after"),
    [
        (
            'card "A" monster\nA field: "A", 2 "A"\nA passes\nexpect A field: "A-2"\n',
            '"A"\nA passes',
            "B",
            'card "B" monster\nA field: "B", 2 "B"\nA passes\nexpect A field: "B-2"\n',
        ),
        (
            'players "Y Y", K\n"Y Y" triggers mandatory "S" as s.one\nexpect order [s.one] legal\n',
            '"Y Y" triggers',
            "Z",
            'players Z, K\nZ triggers mandatory "S" as s.one\nexpect order [s.one] legal\n',
        ),
        (
            'A triggers mandatory "S" as s.one\nA triggers mandatory "S" as s.two\nexpect count 2\n',
            "s.two",
            "手",
            'A triggers mandatory "S" as 手.one\nA triggers mandatory "S" as 手.two\nexpect count 2\n',
        ),
    ],
)
def test_renaming_changes_every_place_and_nothing_else(text: str, part: str, new: str, after: str) -> None:
    analysis = analysed(text)
    lines = list(analysis.lines)
    for fix in reversed(changes(analysis, at(text, part), new)):
        row = fix.span.start.line - 1
        lines[row] = (
            lines[row][: fix.span.start.column - 1] + fix.text + lines[row][fix.span.end.column - 1 :]
        )
    assert "\n".join(lines) == after


@pytest.mark.parametrize(
    ("text", "part", "new", "says"),
    [
        ("A passes\n", "A", "C", "no `players` line"),
        ('A field: "X", "Y"\n', '"X"', "Y", "already"),
        ('A field: "X" as x, "Y" as y\n', "x,", "y", "already used"),
        ('A field: "X" as x\nA pases\n', "x\n", "y", "cannot be read"),
        ('A field: "X" as x\n', "x\n", "", "at least one letter"),
    ],
)
def test_renaming_is_refused(text: str, part: str, new: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        changes(analysed(text), at(text, part), new)


@pytest.mark.parametrize(
    "text",
    [
        'players "\ud800", Kaiba\n"\ud800" triggers optional "\udfff"\n',
        'players Yugi, Kaiba\nYugi field: "a\ud800"\nYugi activates “a\ud800”\n',
        'players Yugi, Kaiba\nuse "\udfff.chain"\nYugi triggers optional \'\udfff\'\nYugi activates "\ud800\n',
    ],
)
def test_names_that_are_no_text_are_refused_and_nothing_breaks(text: str) -> None:
    found = findings(analysed(text))
    halves = [one for one in found if "half of a character" in one.diagnostic.message]
    assert halves
    assert {one.weight for one in halves} == {"error"}
    assert app.check(SourceFile("x.chain", text)).verdict == "invalid"
    assert not any("\ud800" <= char <= "\udfff" for one in found for char in one.diagnostic.message)
