"""Text on narrow terminals: no line is wider than the terminal, unless it is one word that is."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from checker.cli import run
from checker.domain.language import speak
from checker.render import text
from checker.render.layout.sheet import Sheet
from checker.render.layout.table import table
from checker.render.layout.width import width
from checker.render.layout.wrap import longest, seen, wrap
from tests.conftest import Compare
from tests.unit.render.test_golden import CASES, SERVED

ROOT = Path(__file__).parents[3]
STORY = """\
players 遊戯, 海馬
遊戯 triggers mandatory "クリッター" as critter
遊戯 triggers optional "黒き森のウィッチ" as witch
海馬 triggers optional "キラー・トマト・オブ・ザ・ダークネス" as tomato
"""


def fits(line: str, cells: int) -> bool:
    """Whether a line is no wider, or holds nothing but its margin and a word that cannot be broken."""
    return seen(line) <= cells or seen(line) <= longest(line) + 8


@pytest.mark.parametrize("cells", [40, 60])
@pytest.mark.parametrize("case", [case for name, case in SERVED if name == "text"])
def test_narrow_output(case: str, cells: int, golden: Compare) -> None:
    command, report = CASES[case]
    out = io.StringIO()
    getattr(text, command)(report(), Sheet(out, width=cells, fit=True))
    assert [line for line in out.getvalue().splitlines() if not fits(line, cells)] == []
    golden(f"text-{cells}/{case}.txt", out.getvalue())


@pytest.mark.parametrize("cells", [40, 60])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_narrow_commands(
    language: str,
    cells: int,
    tmp_path: Path,
    golden: Compare,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Japanese names fill two cells a letter, and a text without spaces is broken between its letters."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(cells))
    Path("話.chain").write_text(STORY, "utf-8")
    said = ""
    for command in ("explore", "next", "trace", "compare"):
        assert run([command, "--language", language, "話.chain"]) == 0
        said += capsys.readouterr().out + "\n"
    speak("en")
    assert [line for line in said.splitlines() if not fits(line, cells)] == []
    golden(f"text-{cells}/commands-{language}.txt", said)


@pytest.mark.parametrize("command", ["explore", "next", "trace", "compare", "rules", "explain"])
def test_examples_fit(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    asked = {"rules": ["tcg"], "explain": ["segoc/group-order"]}.get(
        command, [str(ROOT / "examples" / "dark-hole.chain")]
    )
    run([command, *asked])
    lines = re.sub(r"(?s)```.*?```", "", capsys.readouterr().out).splitlines()
    assert len(lines) > 3
    assert [line for line in lines if not fits(line, 40)] == []


def test_a_width_that_nobody_gave_breaks_no_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What another program reads in a pipe stays one line."""
    monkeypatch.delenv("COLUMNS", raising=False)
    names = [f"An Effect With A Long Name {n}" for n in range(6)]
    file = tmp_path / "a.chain"
    file.write_text("players A, B\n" + "".join(f'A triggers mandatory "{name}"\n' for name in names), "utf-8")
    run(["explore", "-v", "--limit", "1", str(file)])
    assert " → ".join(f'"{name}"' for name in names) in capsys.readouterr().out


WRAPPED: dict[str, tuple[str, int, list[str]]] = {
    "words": ("one two three", 10, ["one two", "  three"]),
    "a long word": ("a incomprehensibilities b", 12, ["a", "  incomprehensibilities", "  b"]),
    "letters": ("効果が発動できる。", 10, ["効果が発動", "  できる。"]),
    "no mark first": ("効果が発動。", 10, ["効果が発", "  動。"]),
    "colour": ("\x1b[1mone two\x1b[0m three", 10, ["\x1b[1mone two\x1b[0m", "  three"]),
    "a margin": ("    one two three four", 16, ["    one two", "      three four"]),
}


@pytest.mark.parametrize("name", WRAPPED)
def test_lines_are_broken(name: str) -> None:
    line, room, broken = WRAPPED[name]
    assert wrap(line, room) == broken


ROWS = [("who", "what"), ("遊戯", "must wait until the other has passed")]


@pytest.mark.parametrize(
    ("room", "drawn"),
    [
        (80, ["  who   what", "  遊戯  must wait until the other has passed"]),
        (30, ["  who   what", "  遊戯  must wait until the", "        other has passed"]),
        (20, ["  who: 遊戯", "    what: must wait", "      until the", "      other has", "      passed"]),
    ],
)
def test_a_table_shrinks(room: int, drawn: list[str]) -> None:
    lines = table(ROWS, heads=True, room=room)
    assert lines == drawn
    assert max(map(width, lines)) <= room
