"""Pictures: whole, escaped, honest about what they leave out; each is read by a parser of its language."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import pydot
import pytest
from markdown_it import MarkdownIt

from checker import app, files, render
from checker.cli import run
from checker.domain.source import SourceFile
from checker.render.layout.sheet import Sheet
from checker.render.layout.width import width
from tests.conftest import Compare

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
FORMATS = ("dot", "markdown", "mermaid", "svg")
ODD = '1. #quot; "Q" [a] (b) {c} & &amp; end; \\n <b>x</b> | `x` *y* _z_ $w$'
QUOTED = ODD.replace("\\", "\\\\").replace('"', '\\"')
NAMES = SourceFile(
    "names.chain",
    f"""players 遊戯, Kaiba
遊戯 triggers mandatory "クリッター" as s1
Kaiba triggers optional "{QUOTED}" as odd
遊戯 triggers optional "- end %% --> x"
""",
)
MANY = SourceFile(
    "many.chain", "players A, B\n" + "".join(f'A triggers optional "Card {n}"\n' for n in range(7))
)


def drawn(name: str, source: SourceFile, command: str = "explore") -> str:
    out = io.StringIO()
    report = app.explore(source) if command == "explore" else app.trace(source)
    getattr(render.load(name), command)(report, Sheet(out))
    return out.getvalue()


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("command", "story"),
    [("explore", "four-groups"), ("trace", "blowback-dragon"), ("trace", "two-of-one-group")],
)
def test_pictures_of_examples(name: str, command: str, story: str, golden: Compare) -> None:
    source = files.read(str(EXAMPLES / f"{story}.chain"))
    found = drawn(name, SourceFile(f"{story}.chain", source.text), command)
    golden(f"{name}/{command}-{story}.txt", found)


@pytest.mark.parametrize("name", FORMATS)
def test_pictures_of_odd_names(name: str, golden: Compare) -> None:
    golden(f"{name}/names.txt", drawn(name, NAMES))


def test_svg_is_xml_with_a_title_and_a_description_and_every_name() -> None:
    root = ET.fromstring(drawn("svg", NAMES))
    tags = [element.tag.split("}")[1] for element in root.iter()]
    assert tags[:3] == ["svg", "title", "desc"]
    assert not {"script", "image", "use", "foreignObject", "b"} & set(tags)
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any(ODD in title for title in titles)
    assert any("クリッター" in title and "then 遊戯 or Kaiba chooses" in title for title in titles)
    colours = set(re.findall(r"#[0-9a-fA-F]{3,6}\b", drawn("svg", MANY)))
    assert colours <= {"#111", "#fff"}


def test_wide_letters_stay_in_their_box() -> None:
    long = SourceFile("long.chain", f'A triggers mandatory "{"青眼の白龍" * 9}" as 青眼\n')
    root = ET.fromstring(drawn("svg", long))
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    cut = [text for text in texts if "青眼の白龍青眼の白龍" in text]
    assert cut
    assert all(text.endswith("…") and width(text) <= 44 for text in cut)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pydot and its parser
def test_dot_is_read_by_a_parser_and_says_the_names_unchanged() -> None:
    graph = (pydot.graph_from_dot_data(drawn("dot", NAMES)) or [])[0]
    labels = [str(node.get("label")) for node in graph.get_node_list() if node.get("label")]
    said = [_dot_text(label) for label in labels]
    assert any(lines[0] == f"3. {ODD} (odd)" for lines in said)
    assert any(lines == ["The chain begins", "trigger window; 遊戯 is to act"] for lines in said)
    assert {edge.get("label") for edge in graph.get_edge_list()} == {None, '"遊戯"', '"Kaiba"'}


def _dot_text(label: str) -> list[str]:
    """What Graphviz would print: its escapes and HTML entities undone."""
    lines = re.split(r"(?<!\\)(?:\\\\)*\\n", label[1:-1])
    return [unescape(re.sub(r"\\(.)", r"\1", line)) for line in lines]


def test_mermaid_labels_hold_nothing_but_letters_and_numbered_signs() -> None:
    text = drawn("mermaid", NAMES)
    assert text.splitlines()[1] == "flowchart LR"
    for line in text.splitlines()[2:]:
        assert re.fullmatch(
            r'  (n\d+\["[^"]+"\]|n\d+ -->(\|"[^"]+"\|)? n\d+|n\d+ --> n\d+e\(\["[^"]+"\]\)|class.*)', line
        ), line
    labels = re.findall(r'"([^"]*)"', text)
    for label in labels:
        assert re.fullmatch(r"(?:[\w ,:()/·→]|#\d+;|<br>)+", label), label
    shown = [re.sub(r"#(\d+);", lambda found: chr(int(found[1])), label) for label in labels]
    assert any(label.startswith(f"3. {ODD} (odd)".replace("\\", "\\\u200b")) for label in shown)


def test_markdown_shows_every_sign_of_a_name() -> None:
    page = MarkdownIt("commonmark").enable("table").render(drawn("markdown", NAMES))
    text = unescape(re.sub(r"<[^>]+>", "", page))
    assert text.count(ODD) == 3  # in the table, and at both its places in the tree
    assert "遊戯: - end %% --&gt; x" in unescape(re.sub(r"</?strong>", "", page)).replace("-->", "--&gt;")
    assert "<b>" not in page


@pytest.mark.parametrize("name", FORMATS)
def test_a_picture_says_what_it_does_not_draw(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = unescape(drawn(name, MANY))
    assert "only the first 60 of 13,700 orders are drawn" in found


def test_the_command_line_says_so_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = tmp_path / "many.chain"
    story.write_text(MANY.text, "utf-8")
    args = ["explore", str(story), "--limit", "0", "--output-format", "mermaid"]
    assert run(args) == 0
    assert "not all of 13,700 orders are shown" in capsys.readouterr().err
    assert run([*args, "--require-complete"]) == 3
    capsys.readouterr()
    assert run([*args, "--limit", "1000"]) == 0  # which a picture does not hold either
    assert capsys.readouterr().err.count("not all of 13,700 orders are shown; `--output-format json") == 1


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_drawn_of_a_story_that_cannot_be_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = tmp_path / "wrong.chain"
    story.write_text("players only one\n", "utf-8")
    assert run(["trace", str(story), "--output-format", name]) == 2
    assert capsys.readouterr().out == ""


def test_the_quick_question_has_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["order", "--turn", "Sangan!", "--output-format", "svg"]) == 0
    assert "1. Sangan" in capsys.readouterr().out
    assert run(["order", "--turn", "Sangan!", "--count", "--output-format", "svg"]) == 2
    assert "`count` has no svg output" in capsys.readouterr().err
