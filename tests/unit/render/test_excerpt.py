"""Where carets stand, in whatever script the line is."""

from __future__ import annotations

import io

from checker.domain.diagnostics import Diagnostic, Label
from checker.domain.source import SourceFile, Span
from checker.render.layout.excerpt import draw
from checker.render.layout.sheet import Sheet
from tests.unit import samples


def drawn(diagnostic: Diagnostic, source: SourceFile, width: int = 100) -> list[str]:
    out = io.StringIO()
    draw(diagnostic, source, Sheet(out, width=width))
    return out.getvalue().split("\n")


def found(span: Span, *labels: Label) -> Diagnostic:
    return Diagnostic("name/unknown", "error", "unknown", span, "here", labels)


def test_the_anatomy_of_the_language_reference() -> None:
    expected = """\
error[speed/too-low]: `Mystical Space Typhoon` is Spell Speed 2 and cannot answer a Spell Speed 3 link
  --> ruling.chain:14:16
   |
12 | Kaiba activates "Solemn Judgment"
   |                 ----------------- chain link 2, Spell Speed 3
14 | Yugi activates "Mystical Space Typhoon"
   |                ^^^^^^^^^^^^^^^^^^^^^^^^ Spell Speed 2
   = help: Yugi may add `Seven Tools of the Bandit`, or pass
   = rule: CH-1, `segoc explain speed/too-low`

"""
    assert "\n".join(drawn(samples.too_slow(), samples.RULING)) == expected


def test_wide_and_combining_characters() -> None:
    source = SourceFile("x", '遊戯 activates "Cafe\u0301"')
    lines = drawn(found(Span.of(1, 14, 1, 21)), source)
    assert lines[3] == '1 | 遊戯 activates "Cafe\u0301"'
    assert lines[4] == "  |                ^^^^^^ here"


def test_tabs_and_control_characters() -> None:
    source = SourceFile("x\x1b[31m", "\tYugi \x1b[2Jpasses")
    lines = drawn(found(Span.of(1, 2, 1, 6)), source)
    assert lines[1] == " --> x␛[31m:1:2"
    assert lines[3] == "1 |     Yugi ␛[2Jpasses"
    assert lines[4] == "  |     ^^^^ here"


def test_two_marks_in_one_line_have_a_row_each() -> None:
    source = SourceFile("x", "Yugi passes passes")
    lines = drawn(found(Span.of(1, 13, 1, 19), Label(Span.of(1, 6, 1, 12), "first")), source)
    assert lines[3:6] == ["1 | Yugi passes passes", "  |             ^^^^^^ here", "  |      ------ first"]


def test_an_empty_place_and_the_end_of_the_file() -> None:
    source = SourceFile("x", "Yugi\n")
    assert drawn(found(Span.of(1, 5, 1, 5)), source)[4] == "  |     ^ here"
    assert drawn(found(Span.of(2, 1, 2, 1)), source)[3:5] == ["2 |", "  | ^ here"]


def test_a_place_of_several_lines() -> None:
    source = SourceFile("x", "chain resolves {\n  link 1: nothing\n}")
    assert drawn(found(Span.of(1, 7, 3, 2)), source)[4] == "  |       ^^^^^^^^^^ here (as far as line 3)"


def test_a_carriage_return_at_the_end_is_not_shown() -> None:
    assert drawn(found(Span.of(1, 1, 1, 5)), SourceFile("x", "Yugi\r\n"))[3] == "1 | Yugi"


def test_a_very_long_line_is_cut_around_the_place() -> None:
    source = SourceFile("x", "a" * 5000 + "BAD" + "b" * 5000)
    lines = drawn(found(Span.of(1, 5001, 1, 5004)), source, width=60)
    assert all(len(line) <= 70 for line in lines)
    assert lines[3][lines[4].index("^") :].startswith("BAD")
