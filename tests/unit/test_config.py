"""Settings: where they come from, which wins, what is refused, and what they do."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from checker import cli, config
from checker.domain.language import speak
from checker.domain.levels import REMARKS

ILLEGAL = """\
players A, B
A may use "Judgment" as judgment speed 3 from set
B may use "Typhoon" as typhoon speed 2 from set
A activates judgment
B activates typhoon
"""
LATE = "players A, B\nA passes\nphase end\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", *(key.variable for key in config.KEYS if key.variable)):
        monkeypatch.delenv(name, raising=False)


def write(name: str, text: str) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert cli.run(["config", "show", "--output-format", "json", *args]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


# ---------------------------------------------------------------- where they come from


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("segoc.toml", 'rules = "ocg"\ntime-limit = 5\n')
    path = str(Path("segoc.toml").resolve())
    assert shown(capsys)["settings"]["rules"] == {"value": "ocg", "from": "file", "place": path}
    monkeypatch.setenv("SEGOC_RULES", "goat")
    found = shown(capsys)["settings"]
    assert found["rules"] == {"value": "goat", "from": "environment", "place": "SEGOC_RULES"}
    assert found["time-limit"]["value"] == 5
    found = shown(capsys, "-r", "edison", "--time-limit", "7")["settings"]
    assert found["rules"] == {"value": "edison", "from": "command line", "place": "--rules"}
    assert found["time-limit"]["value"] == 7
    assert found["color"] == {"value": "auto", "from": "default", "place": ""}


@pytest.mark.parametrize(
    "text",
    [
        "[tool]\nsegoc.rules = 'goat'",
        "[tool]\nsegoc = {rules = 'goat'}",
        "[ tool . 'segoc' ]\nrules = 'goat'",
        "tool.segoc.rules = 'goat'",
        "tool = {segoc = {rules = 'goat'}}",
        "\ufeff[tool.segoc]\nrules = 'goat'",
    ],
)
def test_the_section_of_a_project_however_it_is_written(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("segoc.toml", "rules = 'ocg'")
    write("a/pyproject.toml", text + "\n")
    assert shown(capsys, "a")["settings"]["rules"]["value"] == "goat"
    write("a/pyproject.toml", "[tool.segocs]\n[tool]\nsegocs = 1\n[project.scripts]\nsegoc = 'segoc:run'\n")
    assert shown(capsys, "a")["settings"]["rules"]["value"] == "ocg"


def test_a_byte_order_mark_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    write("segoc.toml", "\ufeffrules = 'goat'\r\n")
    assert shown(capsys)["settings"]["rules"]["value"] == "goat"


def test_the_first_file_upwards_holds_alone(capsys: pytest.CaptureFixture[str]) -> None:
    write("segoc.toml", 'rules = "ocg"\ntime-limit = 5\n')
    write("a/pyproject.toml", "[project]\nname = 'segoc'\n")
    write("a/b/pyproject.toml", "[tool.segoc]\nrules = 'goat'\n")
    write("a/b/c/s.chain", LATE)
    assert shown(capsys, "a")["file"] == str(Path("segoc.toml").resolve())
    for path in ("a/b", "a/b/c/s.chain"):
        found = shown(capsys, path)
        assert found["file"] == str(Path("a/b/pyproject.toml").resolve())
        assert found["settings"]["rules"]["value"] == "goat"
        assert found["settings"]["time-limit"]["from"] == "default"
    write("a/b/segoc.toml", "")
    assert shown(capsys, "a/b")["file"] == str(Path("a/b/segoc.toml").resolve())
    assert shown(capsys, "a/b/c", "a")["file"] == str(Path("segoc.toml").resolve())
    assert shown(capsys, "--isolated", "a/b")["file"] is None
    assert shown(capsys, "--config", "a/b/pyproject.toml")["settings"]["rules"]["value"] == "goat"


def test_standard_input_has_the_settings_of_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a/segoc.toml", 'rules = "goat"\n')
    write("a/mine.chain", 'card "X" normal spell { activate -> draw 1 }\n')
    story = 'players A, B\nuse "mine.chain"\nA hand: "X"\nA activates "X"\nexpect legal\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(story.encode())))
    assert cli.run(["check", "-", "--stdin-filename", "a/new.chain"]) == 0
    assert capsys.readouterr().out.startswith("a/new.chain: legal under goat")


def test_config_show_as_text(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.run(["config", "show", "--ignore", "speed/*"]) == 0
    assert capsys.readouterr().out.startswith("no settings file\n")
    monkeypatch.setenv("NO_COLOR", "1")
    write("segoc.toml", "[levels]\n'story/*' = 'off'\n")
    cli.run(["config", "show", "--ignore", "speed/*"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    path = str(Path("segoc.toml").resolve())
    assert lines[0] == [path]
    assert ["color", "never", "from", "the", "environment", "$NO_COLOR"] in lines
    assert ["levels", "story/*", "=", "off", "from", "the", "file", path] in lines
    assert ["ignore", "speed/*", "from", "the", "command", "line", "--ignore"] in lines
    assert ["exclude", "-", "default"] in lines


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('rulez = "ocg"', "there is no setting `rulez`; did you mean `rules`?"),
        ("rules = 3", "`rules` has to be a text in quotes"),
        ('rules = "ogc"', "there is no rule set `ogc`; did you mean `ocg`?"),
        ('cards = "mine"', "`cards` has to be a list of texts"),
        ("cards = [1]", "`cards` has to be a list of texts"),
        (
            'cards = [".", "nope"]',
            "there is no folder `nope` for `cards`; paths start from the folder of this",
        ),
        ('cards = ["a.chain"]', "`cards` has to name folders, and `a.chain` is none"),
        ('time-limit = "5"', "`time-limit` has to be a number from 0 up"),
        ("time-limit = -1", "`time-limit` has to be a number from 0 up"),
        ("time-limit = true", "`time-limit` has to be a number from 0 up"),
        ("require-complete = 1", "`require-complete` has to be true or false"),
        ('levels = "off"', "`levels` has to be a table"),
        ('color = "always on"', "`color` cannot be `always on`"),
        ('output-format = "jsn"', "`output-format` cannot be `jsn`; did you mean `json`"),
        ('language = "xx"', "`language` cannot be `xx`"),
        ('ignore = ["sped/*"]', "no finding is called `sped/*`; did you mean `speed/*`"),
        ('select = ["syntax/*"]', "`syntax/*` is always reported"),
        ('levels = {"speed/too-low" = "off"}', "`speed/too-low` is a law of the game"),
        ('levels = {"story/unsettled" = "of"}', "the level of `story/unsettled` has to be one of `error`"),
        ('levels = {"story/unsetled" = "off"}', "did you mean `story/unsettled`"),
        ("rules = ", "is not TOML: invalid value"),
    ],
)
def test_a_wrong_file_is_refused(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("segoc.toml", text)
    refused("segoc.toml", message, capsys)


def refused(file: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", write("a.chain", LATE)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert str(Path(file).absolute()) in err
    assert message in err


@pytest.mark.parametrize("text", ["[tool]\nsegoc = 5", "tool.segoc = 5", "[[tool.segoc]]"])
def test_a_wrong_section_of_a_project_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("pyproject.toml", text)
    refused("pyproject.toml", "`tool.segoc` has to be a table", capsys)


@pytest.mark.skipif(
    sys.platform == "win32", reason="links need a right there, and there are no pipes in folders"
)
def test_what_is_no_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    file = Path("segoc.toml")
    for target, message in (
        ("nowhere.toml", "no such file"),
        ("segoc.toml", "too many levels of symbolic links"),
    ):
        file.symlink_to(target)
        refused("segoc.toml", message, capsys)
        file.unlink()
    file.mkdir()
    refused("segoc.toml", "is a directory", capsys)
    file.rmdir()
    os.mkfifo(file)
    refused("segoc.toml", "is a pipe, not a file", capsys)


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SEGOC_RULES", "ogc", "$SEGOC_RULES: there is no rule set `ogc`"),
        ("SEGOC_TIME_LIMIT", "soon", "$SEGOC_TIME_LIMIT is no number"),
        ("SEGOC_OUTPUT_FORMAT", "jsn", "did you mean `json`"),
        ("SEGOC_CONFIG", "none.toml", "none.toml: no such file"),
    ],
)
def test_a_wrong_variable_is_refused(
    variable: str,
    value: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(variable, value)
    assert cli.run(["check", write("a.chain", LATE)]) == 2
    assert message in capsys.readouterr().err


def test_a_wrong_pattern_on_the_command_line_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", "--ignore", "sped/*", write("a.chain", LATE)]) == 2
    assert "no finding is called `sped/*`; did you mean `speed/*`" in capsys.readouterr().err


# ---------------------------------------------------------------- what they do


def test_rules_hold_where_a_story_names_none(capsys: pytest.CaptureFixture[str]) -> None:
    write("segoc.toml", 'rules = "ocg with ss1-below-ss2 no"\n')
    write("a.chain", "players A, B\nA passes\n")
    write("b.chain", "rules goat\nplayers A, B\nA passes\n")
    assert cli.run(["check", "a.chain", "b.chain"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("a.chain: legal under ocg with ss1-below-ss2 no\nb.chain: legal under goat\n")
    assert err == ""


def test_card_folders_are_looked_through_after_the_folder_of_the_story() -> None:
    card = 'card "X" normal spell {{ activate -> {} }}\n'
    write("shared/cards/x.chain", card.format("draw 1"))
    write("project/segoc.toml", 'cards = [".", "../shared/cards"]\n')
    story = 'players A, B\nuse "{}"\nA hand: "X"\nA activates "X"\nexpect legal\n'
    write("project/deep/a.chain", story.format("x.chain"))
    assert cli.run(["check", "-q", "project/deep/a.chain"]) == 0
    assert cli.run(["check", "-q", "--isolated", "project/deep/a.chain"]) == 2
    write("project/deep/a.chain", story.format("../../shared/cards/x.chain"))
    assert cli.run(["check", "-q", "project/deep/a.chain"]) == 0
    write("project/deep/a.chain", story.format("../../shared/x.chain"))
    write("shared/x.chain", card.format("draw 1"))
    assert cli.run(["check", "-q", "project/deep/a.chain"]) == 2
    write("project/deep/x.chain", "not a card")
    write("project/deep/a.chain", story.format("x.chain"))
    assert cli.run(["check", "-q", "project/deep/a.chain"]) == 2


def test_a_format_from_a_file_gives_way_where_a_command_lacks_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("segoc.toml", 'output-format = "junit"\n')
    write("a.chain", LATE)
    cli.run(["check", "a.chain"])
    assert capsys.readouterr().out.startswith("<?xml")
    assert cli.run(["explore", "a.chain"]) == 0
    assert "a.chain under tcg" in capsys.readouterr().out
    assert cli.run(["fmt", "--check", "a.chain"]) == 0
    assert cli.run(["explore", "--output-format", "junit", "a.chain"]) == 2


def test_colour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write("segoc.toml", 'color = "always"\n')
    write("a.chain", ILLEGAL)

    def colored(*args: str) -> bool:
        cli.run(["check", "a.chain", *args])
        return "\x1b[" in capsys.readouterr().out

    assert colored()
    assert not colored("--color", "never")
    assert not colored("--isolated")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colored()
    assert colored("--color", "always")


def test_the_language_of_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write("segoc.toml", 'language = "ja"\n')
    write("a.chain", ILLEGAL)
    try:
        cli.run(["check", "a.chain"])
        assert "1件" in capsys.readouterr().out
        cli.run(["check", "a.chain", "--language", "en"])
        assert "1 file" in capsys.readouterr().out
    finally:
        speak("en")


def test_exclude_leaves_files_out_of_directories(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.chain", "old/b.chain", "deep/old/c.chain", "deep/d.chain", "deep/draft-e.chain"):
        write(f"s/{name}", LATE)
    write("s/segoc.toml", 'exclude = ["old", "deep/draft*"]\n')

    def files(*args: str) -> list[str]:
        assert cli.run(["check", "--output-format", "jsonl", *args]) == 0
        return [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]

    assert files("s") == ["s/a.chain", "s/deep/d.chain"]
    assert files("s", "s/old/b.chain") == ["s/a.chain", "s/deep/d.chain", "s/old/b.chain"]
    assert len(files("s", "--exclude", "deep")) == 2
    assert cli.run(["fmt", "--check", "-v", "s"]) == 0
    assert capsys.readouterr().err.startswith("2 files: 2 unchanged")
    assert cli.run(["check", "s", "--exclude", "*"]) == 2
    assert "no .chain file that is not excluded lies in this directory" in capsys.readouterr().err


# ---------------------------------------------------------------- findings


def test_select_and_ignore_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.chain", ILLEGAL)
    for args in (["--ignore", "speed/*"], ["--ignore", "speed/too-low"], ["--select", "timing/*"]):
        assert cli.run(["check", "a.chain", *args]) == 0
        out = capsys.readouterr().out
        assert out == ("a.chain: legal under tcg, 1 finding ignored\n1 file: 1 legal; 1 finding ignored\n"), (
            args
        )
    assert cli.run(["check", "a.chain", "--select", "speed/*", "--ignore", "timing/*"]) == 1
    assert "ignored" not in capsys.readouterr().out
    cli.run(["check", "a.chain", "--ignore", "*", "--output-format", "json"])
    (document,) = json.loads(capsys.readouterr().out)
    assert (document["ignored"], document["diagnostics"]) == (1, [])


def test_what_cannot_be_read_is_never_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("players A, B\nA zaps\n", "players A, B\nA activates nothing-known\n"):
        assert cli.run(["check", "--ignore", "*", write("a.chain", text)]) == 2
        assert "error[" in capsys.readouterr().out


def test_expectations_are_never_ignored() -> None:
    text = ILLEGAL + "expect legal\n"
    assert cli.run(["check", "-q", "--ignore", "*", write("a.chain", text)]) == 1


def test_levels(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.chain", LATE)
    levels = {"warning": 0, "note": 0, "error": 1, "off": 0}
    for level, code in levels.items():
        write("segoc.toml", f'[levels]\n"story/*" = "{level}"\n')
        assert cli.run(["check", "a.chain"]) == code
        out = capsys.readouterr().out
        assert (f"{level}[story/late-header]" in out) is (level != "off")
        assert ("with an error" in out) is (level == "error")
        assert cli.run(["explore", "a.chain"]) == code
        assert (f"{level}[story/late-header]" in capsys.readouterr().err) is (level != "off")
    write("segoc.toml", '[levels]\n"*" = "off"\n"story/late-header" = "note"\n')
    cli.run(["check", "a.chain"])
    assert "note[story/late-header]" in capsys.readouterr().out
    write("segoc.toml", '[levels]\n"*" = "off"\n')
    assert cli.run(["check", "-q", write("b.chain", ILLEGAL)]) == 1


def test_levels_of_contested_readings(capsys: pytest.CaptureFixture[str]) -> None:
    story = Path(__file__).parents[1] / "stories/classics/dark-coffin.chain"
    write("a.chain", story.read_text("utf-8"))
    for level, code in {"error": 1, "off": 0, "note": 0}.items():
        write("segoc.toml", f'[levels]\n"contested/*" = "{level}"\n')
        assert cli.run(["check", "a.chain"]) == code
        assert ("contested" in capsys.readouterr().out) is (level != "off")


# ---------------------------------------------------------------- the start


def test_no_toml_is_read_where_there_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tomllib", None)
    write("pyproject.toml", "[project]\nname = 'segoc'\n")
    assert cli.run(["check", "-q", write("a.chain", "players A, B\nA passes\n")]) == 0


# ---------------------------------------------------------------- the page about it


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _default(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def test_the_page_lists_every_setting_and_every_remark() -> None:
    page = (Path(cli.__file__).parents[2] / "docs/configuration.md").read_text("utf-8")
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    settings = [
        _row(
            f"`{key.name}`",
            f"`{_default(key.default)}`",
            key.meaning,
            f"`{key.option}`" if key.option else "",
            ", ".join(f"`{variable}`" for variable in key.variable.split(", ") if variable),
        )
        for key in config.KEYS
    ]
    remarks = [_row(f"`{name}`", level, meaning) for name, (level, meaning) in REMARKS.items()]
    assert rows == settings + remarks


def test_every_remark_of_the_code_has_a_level() -> None:
    package = Path(cli.__file__).parents[1]
    named = re.compile(
        r'(?:problems\.(?:note|warning)\(\s*"([a-z-]+/[a-z-]+)")'
        r'|(?:Diagnostic\(\s*"([a-z-]+/[a-z-]+)", "(?:note|warning)")'
    )
    found = {
        one or other
        for folder in ("semantics", "verdict", "syntax")
        for path in (package / folder).glob("*.py")
        for one, other in named.findall(path.read_text("utf-8"))
    }
    assert found == set(REMARKS)
