"""The TextMate grammar and the extension for Visual Studio Code, in Node as the editor runs them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from checker.highlight import groups
from checker.syntax.tables import load

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "editors" / "vscode"
GRAMMAR = EXTENSION / "syntaxes" / "segoc.tmLanguage.json"
NODE = ROOT / "tests" / "node"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))


def node(*words: str | Path, given: str = "") -> str:
    command = shutil.which("node")
    assert command is not None, "these tests need Node.js"
    done = subprocess.run([command, *words], input=given, capture_output=True, encoding="utf-8", cwd=NODE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tokens(*lines: str) -> list[list[tuple[str, str]]]:
    """The stretches of each line that have one scope, with its last part left out: `keyword.control`."""
    said = json.loads(node("textmate.cjs", given=json.dumps({"grammar": str(GRAMMAR), "lines": lines})))
    found: list[list[tuple[str, str]]] = []
    for line in said:
        kept: list[tuple[str, str]] = []
        for text, scope in line:
            name = scope.removesuffix(".segoc")
            if kept and kept[-1][1] == name == "string.quoted.double":
                kept[-1] = (kept[-1][0] + text, name)
            elif text.strip() and scope != "source.segoc":
                kept.append((text, name))
        found.append(kept)
    return found


def maker() -> ModuleType:
    spec = spec_from_file_location("make_grammar", ROOT / "editors" / "make_grammar.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_grammar_is_made_of_the_words_as_they_are_now() -> None:
    """If this fails: `.venv/bin/python editors/make_grammar.py`."""
    assert GRAMMAR.read_text(encoding="utf-8") == maker().text()


def test_every_keyword_has_the_scope_of_its_group() -> None:
    keywords = sorted(word for word in load().words if word[0].isalpha())
    scopes = maker()._SCOPES
    wanted = {word: scopes[name].removesuffix(".segoc") for name, group in groups().items() for word in group}
    for word, line in zip(keywords, tokens(*keywords), strict=True):
        assert line == [(word, wanted[word])]


def test_scopes() -> None:
    found = tokens(
        'Yugi activates 神の宣告.card targeting "a \\" b" # end',
        "expect illegal speed/too-low",
        '遊戯 hand: 2 "Sangan" as s1-a, Kaiba\'s s2',
        "  card: activate when a spell card is activated -> negate activation",
        "main1-2 link7",
    )
    assert found[0] == [
        ("Yugi", "entity.name.type.player"),
        ("activates", "keyword.other"),
        ("神の宣告", "variable.other"),
        (".", "punctuation.accessor"),
        ("card", "entity.other.attribute-name.label"),
        ("targeting", "keyword.other"),
        ('"a ', "string.quoted.double"),
        ('\\"', "constant.character.escape"),
        (' b"', "string.quoted.double"),
        ("# end", "comment.line.number-sign"),
    ]
    assert found[1][-1] == ("speed/too-low", "support.class.law")
    assert ("遊戯", "entity.name.type.player") in found[2]
    assert ("hand", "constant.language.place") in found[2]
    assert ("2", "constant.numeric") in found[2]
    assert ("s1-a", "variable.other.definition") in found[2]
    assert ("'s", "punctuation.possessive") in found[2]
    assert found[3][0] == ("card", "entity.other.attribute-name.label")
    assert ("->", "keyword.operator.arrow") in found[3]
    assert found[4] == [("main1-2", "variable.other"), ("link7", "variable.other")]


def test_every_story_is_coloured_whole() -> None:
    lines = [
        line
        for path in sorted((ROOT / "examples").glob("*.chain"))
        for line in path.read_text(encoding="utf-8").split("\n")
    ]
    for line, found in zip(lines, tokens(*lines), strict=True):
        assert "".join(text for text, _ in found).replace(" ", "") == line.replace(" ", "")


# ---------------------------------------------------------------- the extension


def test_it_starts_the_server_and_stops_it() -> None:
    said = json.loads(node("extension.cjs", EXTENSION))
    made = ["made", "segoc", ["python3", "-m", "checker", "lsp"], "ja", "segoc"]
    assert said["noted"] == [made, ["started"], ["stopped"]] * 3
    assert said["kept"] == 2


def test_it_says_what_to_do_if_there_is_no_server() -> None:
    (_, first), *_ = [
        entry
        for entry in json.loads(node("extension.cjs", EXTENSION, "fails"))["noted"]
        if entry[0] == "error"
    ]
    assert "python3 -m checker lsp" in first
    assert "pip install 'segoc[lsp]'" in first


def test_the_files_of_the_manifest() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert MANIFEST["version"] == version
    contributed = MANIFEST["contributes"]
    for path in (
        MANIFEST["main"],
        *(entry["configuration"] for entry in contributed["languages"]),
        *(entry["path"] for entry in (*contributed["grammars"], *contributed["snippets"])),
    ):
        assert (EXTENSION / path).is_file()
    assert {entry["command"] for entry in contributed["commands"]} == {"segoc.restart"}
    assert (EXTENSION / "LICENSE").read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(
        encoding="utf-8"
    )


def test_snippets_become_stories_that_can_be_read() -> None:
    import checker

    snippets = json.loads((EXTENSION / "snippets" / "segoc.json").read_text(encoding="utf-8"))
    for snippet in snippets.values():
        text = "\n".join(snippet["body"]).replace("$0", "")
        text = re.sub(r"\$\{\d+\|([^,|]+)[^|]*\|\}", r"\1", text)
        text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text)
        _, wrong = checker.parse(text + "\n")
        assert not wrong, text


def test_lines_that_open_a_block_are_indented() -> None:
    rules = json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
    increase = re.compile(rules["indentationRules"]["increaseIndentPattern"])
    for line in ('card "A {" monster {', "chain resolves {  # so", "expect orders {"):
        assert increase.match(line)
    for line in ('card "A {" monster', "# {", "expect orders { [a] }", "}"):
        assert not increase.match(line)
    word = re.compile(rules["wordPattern"])
    assert word.findall("神の宣告.card speed/too-low, s-1") == ["神の宣告", "card", "speed/too-low", "s-1"]


def test_the_package_holds_all_it_needs(tmp_path: Path) -> None:
    package = tmp_path / "segoc.vsix"
    command: list[str | Path] = [
        "node",
        NODE / "node_modules" / "@vscode" / "vsce" / "vsce",
        "package",
        "--out",
        package,
    ]
    done = subprocess.run(command, cwd=EXTENSION, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(package) as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read("extension/package.json"))
        archive.extractall(tmp_path)
    assert manifest["name"] == "segoc"
    for path in (
        "extension.js",
        "language-configuration.json",
        "syntaxes/segoc.tmLanguage.json",
        "snippets/segoc.json",
        "readme.md",
        "LICENSE.txt",
        "node_modules/vscode-languageclient/node.js",
        "node_modules/vscode-languageserver-protocol/node.js",
    ):
        assert f"extension/{path}" in names
    assert not [name for name in names if name.endswith((".ts", ".map", ".vsix"))]
    assert node("loads.cjs", tmp_path / "extension") == "activate,deactivate"
