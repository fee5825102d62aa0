"""Messages in other languages: the catalogues are whole, and what is printed comes from them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from checker.cli import run
from checker.cli.language import from_environment
from checker.domain.language import either, languages, plural, say, speak, speaking, together
from checker.locale import build
from checker.resources import locale_dir

PACKAGE = Path(build.__file__).parent.parent
TRANSLATED = [language for language in languages() if language != "en"]
AN_ERROR = 'players Yugi, Kaiba\nYugi hand: "Sangan", "灰流うらら"\nYugi activates "Sangen"\n'


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def held(language: str) -> list[Message]:
    with (locale_dir() / language / "LC_MESSAGES" / "segoc.po").open("rb") as file:
        return [message for message in read_po(file, locale=language) if message.id]


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def roles(text: str) -> set[str]:
    return set(re.findall(r"(?<!\{)\{(\w+)[^{}]*\}", text))


def test_japanese_is_there() -> None:
    assert "ja" in TRANSLATED


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_what_the_code_says(language: str) -> None:
    """If this fails: `python -m checker.locale.build`, then translate what is new."""
    wanted = {forms(message.id) for message in build.wanted() if message.id}
    assert {forms(message.id) for message in held(language)} == wanted


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated(language: str) -> None:
    without = [message.id for message in held(language) if not all(forms(message.string or ""))]
    assert not without
    assert not [message.id for message in held(language) if message.fuzzy]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_the_same_roles(language: str) -> None:
    for message in held(language):
        known = set.union(*(roles(text) for text in forms(message.id)))
        for text in forms(message.string):
            assert roles(text) <= known, message.id
            assert known - roles(text) <= {"ending"}, message.id  # the `st` of `1st`


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_shipped_is_compiled_from_the_catalogue(language: str) -> None:
    with (locale_dir() / language / "LC_MESSAGES" / "segoc.mo").open("rb") as file:
        shipped = GNUTranslations(file)
    for message in held(language):
        one, *many = forms(message.id)
        said = shipped.ngettext(one, many[0], 2) if many else shipped.gettext(one)
        assert said == forms(message.string)[-1]


def test_messages_are_marked_where_they_are_made() -> None:
    """What is handed to a reporter as its message is not a bare text."""
    bare = []
    for path in (
        *(PACKAGE / "syntax").glob("*.py"),
        *(PACKAGE / "semantics").glob("*.py"),
        *(PACKAGE / "verdict").glob("*.py"),
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and reporter(node.func) and len(node.args) > 1:
                message = (
                    node.args[2]
                    if reporter(node.func) == "Diagnostic" and len(node.args) > 2
                    else node.args[1]
                )
                if isinstance(message, ast.JoinedStr) or (
                    isinstance(message, ast.Constant) and message.value
                ):
                    bare.append(f"{path.name}:{node.lineno}")
    assert not bare


def reporter(function: ast.expr) -> str:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name if name in {"error", "warning", "note", "finding", "Diagnostic"} else ""


def test_texts_in_japanese() -> None:
    assert say("{rest} or {last}", rest="a", last="b") == "a or b"
    assert plural("{number} file", "{number} files", 1) == "1 file"
    assert plural("{number} file", "{number} files", 1234) == "1,234 files"
    assert (either(["a", "b", "c"]), together(["a", "b"]), either(["a"]), either([])) == (
        "a, b or c",
        "a and b",
        "a",
        "",
    )
    speak("ja")
    assert speaking() == "ja"
    assert either(["a", "b", "c"]) == "a, bまたはc"
    assert plural("{number} file", "{number} files", 1) == "ファイル1件"
    assert say("") == ""
    speak("en")
    assert speaking() == "en"
    assert say("nobody") == "nobody"


def test_an_unknown_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no messages in `xx`"):
        speak("xx")
    assert run(["rules", "--language", "xx"]) == 2
    assert "there are messages in en, ja" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "SEGOC_LANGUAGE": "ja"}, "ja"),
    ],
)
def test_the_environment_chooses(environ: dict[str, str], language: str) -> None:
    assert from_environment(environ) == language


def test_a_diagnostic_in_japanese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = tmp_path / "story.chain"
    story.write_text(AN_ERROR, "utf-8")
    assert run(["check", str(story), "--language", "ja"]) == 2
    out = capsys.readouterr().out
    assert "エラー[name/unknown-card]: カード`Sangen`は記述にない" in out
    assert "ヘルプ: `Sangan`のことか?" in out
    assert run(["check", str(story)]) == 2
    assert "error[name/unknown-card]: no card `Sangen` is in the story" in capsys.readouterr().out


def test_laws_and_json_in_japanese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = tmp_path / "story.chain"
    story.write_text('A triggers mandatory "A" as x\nB triggers mandatory "B" as y\n', "utf-8")
    assert run(["explore", str(story), "--why", "y, x", "--output-format", "json", "--language", "ja"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["broken"][0]["law"] == "segoc/group-order"
    assert (
        data["broken"][0]["message"]
        == "`B` (`y`)は`A` (`x`)より後に置かなければならない: そのグループは後に来る"
    )


def test_help_in_japanese(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SEGOC_LANGUAGE", "ja")
    assert run(["--help"]) == 0
    assert "このチェーンは正しいか" in capsys.readouterr().out
    assert run(["explore", "--help"]) == 0
    assert "順番の数だけを表示する" in capsys.readouterr().out
