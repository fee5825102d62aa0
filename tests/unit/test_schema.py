"""The published schemas against what is really printed, and against documents that were changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checker import app, cli

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
EXAMPLES = sorted((ROOT / "examples").glob("*.chain"))  # test_stories.py looks at every story
COMMANDS = {"count": "explore", "rules-one": "rules"}
MAY_BE_LEFT_OUT = {"contested", "copies", "diagnostics", "expected", "suppressed"}


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(app.schema(name))


def wrong(name: str, document: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(document)]


@pytest.mark.parametrize("name", [None, *app.schema_names()])
def test_schemas_are_schemas(name: str | None) -> None:
    found = app.schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["$id"] == f"urn:segoc:{name or 'documents'}:1"
    assert not set(references(found)) - {f"#/$defs/{part}" for part in found["$defs"]}
    for part in [*found["$defs"].values(), found]:
        assert part["description"]
        if part.get("type") == "object":
            assert part["additionalProperties"] is False


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (text for key, text in value.items() if key == "$ref")
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from references(each)


# ---------------------------------------------------------------- real output


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("json/*.txt")), ids=lambda path: path.stem)
def test_golden_documents(path: Path) -> None:
    name = COMMANDS.get(path.stem, path.stem.partition("-")[0])
    assert wrong(name, json.loads(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("jsonl/*.txt")), ids=lambda path: path.stem)
def test_golden_lines(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert lines
    assert [wrong("jsonl", json.loads(line)) for line in lines] == [[]] * len(lines)


def printed(command: str, form: str, capsys: pytest.CaptureFixture[str], *args: object) -> list[Any]:
    """The documents that a command prints; whatever its exit code is, it is none of a defect."""
    name = "explore" if command == "why" else command
    assert cli.run([name, "--output-format", form, *map(str, args)]) in {0, 1, 2, 3}
    out = capsys.readouterr().out
    return [json.loads(line) for line in out.splitlines()] if form == "jsonl" else [json.loads(out)]


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_check_of_stories_and_of_what_is_none(
    form: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.chain"
    bad.write_text("players Yugi, Kaiba\nYugi activats it\n", encoding="utf-8")
    documents = printed("check", form, capsys, *EXAMPLES[::6], bad, "none.chain", tmp_path / "empty")
    assert [wrong("check" if form == "json" else "jsonl", each) for each in documents] == [[]] * len(
        documents
    )
    files = documents[0] if form == "json" else documents
    assert len(files) == len(EXAMPLES[::6]) + 3
    assert [each["verdict"] for each in files[-3:]] == ["invalid"] * 3


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("explore", []),
        ("explore", ["--count"]),
        ("explore", ["--limit", "1"]),
        ("why", ["--why", "nobody"]),
        ("next", []),
        ("trace", []),
    ],
)
def test_questions_about_stories(command: str, args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for index, path in enumerate([*EXAMPLES[::5], Path("none.chain"), Path("none.chain")]):
        form = "json" if index % 2 else "jsonl"
        for document in printed(command, form, capsys, path, *args):
            assert wrong(command if form == "json" else "jsonl", document) == []


def test_orders_that_are_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    path = ROOT / "examples" / "dark-hole.chain"
    for order in ("his, mine", "mine, his"):
        (document,) = printed("why", "json", capsys, path, "--why", order)
        assert wrong("why", document) == []
        assert document["legal"] is (order == "his, mine")


def test_other_documents(capsys: pytest.CaptureFixture[str]) -> None:
    questions: dict[str, list[object]] = {
        "compare": [ROOT / "examples" / "heavy-storm-in-the-ocg.chain", "-r", "tcg", "-r", "ocg"],
        "rules": [],
        "explain": ["--list"],
    }
    for name, args in questions.items():
        (document,) = printed(name, "json", capsys, *args)
        assert wrong(name, document) == []
        assert document
        assert not any(wrong("jsonl", each) for each in printed(name, "jsonl", capsys, *args))


def test_a_limit_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    (document,) = printed("check", "json", capsys, EXAMPLES[0], "--time-limit", "0.000001")
    assert wrong("check", document) == []
    assert document[0]["verdict"] is None


# ---------------------------------------------------------------- changed documents


def changed(value: Any, *, by_id: bool = False) -> Iterator[Any]:
    """The document with one thing added, taken away or made another, everywhere in turn.

    What may be left out is left in; `by_id`: any keys will do in this object.
    """
    if isinstance(value, dict):
        yield {**value, "surplus": 1}
        for key in value:
            if key not in MAY_BE_LEFT_OUT and not by_id:
                yield {k: v for k, v in value.items() if k != key}
            for other in changed(value[key], by_id=key == "effects"):
                yield {**value, key: other}
    elif isinstance(value, list):
        yield {}
        for index, each in enumerate(value):
            for other in changed(each):
                yield [*value[:index], other, *value[index + 1 :]]
    else:
        yield [value]


@pytest.mark.parametrize(
    "name", ["check", "check-expected", "explore", "why", "next", "compare", "rules", "explain"]
)
def test_a_changed_document_fails(name: str) -> None:
    document = json.loads((GOLDEN / "json" / f"{name}.txt").read_text("utf-8"))
    others = list(changed(document))
    assert len(others) > 3
    assert [other for other in others if not wrong(name.partition("-")[0], other)] == []


# ---------------------------------------------------------------- the command


def test_the_command_prints_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["schema", "check"]) == 0
    assert json.loads(capsys.readouterr().out) == app.schema("check")
    assert cli.run(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == app.schema()
    assert cli.run(["schema", "--list"]) == 0
    assert capsys.readouterr().out.split() == list(app.schema_names())


def test_the_command_refuses_what_it_does_not_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["schema", "chek"]) == 2
    assert "there is no schema `chek`; there are check," in capsys.readouterr().err
    assert cli.run(["schema", "check", "--output-format", "sarif"]) == 2
