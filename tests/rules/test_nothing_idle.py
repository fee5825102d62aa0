"""Rules that nothing fires do not exist: laws block, toggle values decide, states are reached, each in some story."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from checker.app import check, trace
from checker.domain.source import SourceFile
from checker.laws import law_names
from checker.resources import rules_dir
from checker.rulesets import names, rule_set, toggles
from checker.semantics import read
from checker.syntax import parse
from checker.verdict import windows

ROOT = Path(__file__).resolve().parents[2]
STORIES = sorted([*(ROOT / "tests" / "stories").rglob("*.chain"), *(ROOT / "examples").glob("*.chain")])
_BLOCK = re.compile(r"^```chain\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LAW = re.compile(r"\b(?:because|illegal)\s+([a-z]+/[a-z-]+(?:,\s*[a-z]+/[a-z-]+)*)")
_MISSED = re.compile(r"^\s*expect\s+(?:in\s+\S+\s+)?missed\b", re.MULTILINE)


@cache
def told() -> dict[str, str]:
    """Every story without its comments; those of pages by the name of the page."""
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in STORIES}
    for folder in ("law", "term"):
        for path in sorted((rules_dir() / folder).rglob("*.md")):
            texts[f"rules/{folder}/{path.stem}"] = "\n".join(_BLOCK.findall(path.read_text("utf-8")))
    return {name: re.sub(r"#.*", "", text) for name, text in texts.items()}


@cache
def _rules() -> str:
    """The text of the rules without comments."""
    files = [path for folder in ("model", "law") for path in (rules_dir() / folder).rglob("*.lp")]
    text = "\n".join(path.read_text("utf-8") for path in files)
    return re.sub(r"%.*", "", re.sub(r"%\*.*?\*%", "", text, flags=re.DOTALL))


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("name", law_names())
def test_a_law_blocks_something_in_a_story(name: str) -> None:
    """An expectation that names the law; that it holds is tested with the stories and the pages."""
    for text in told().values():
        if any(name in re.split(r",\s*", found) for found in _LAW.findall(text)):
            return
        if name == "timing/missed" and _MISSED.search(text):
            return
    pytest.fail(f"no story expects {name} to block anything")


# ---------------------------------------------------------------- toggles


def _values() -> list[tuple[str, str]]:
    return [
        (toggle, str(value).replace("_", "-"))
        for toggle, entry in toggles().items()
        for value in entry["values"]
    ]


@pytest.mark.parametrize("toggle", list(toggles()))
def test_a_toggle_is_read_by_a_rule(toggle: str) -> None:
    assert f"toggle({toggle.replace('-', '_')}" in _rules(), "it decides nothing"


@pytest.mark.parametrize(("toggle", "value"), _values())
def test_a_value_is_held_by_a_rule_set_or_a_story(toggle: str, value: str) -> None:
    in_sets = any(rule_set(name).values[toggle] == value for name in names())
    in_stories = any(
        re.search(rf"\b{re.escape(toggle)} {re.escape(value)}\b", text) for text in told().values()
    )
    assert in_sets or in_stories


@pytest.mark.parametrize(("toggle", "value"), _values())
def test_a_story_is_judged_differently_under_a_value(toggle: str, value: str) -> None:
    others = [str(other).replace("_", "-") for other in toggles()[toggle]["values"]]
    others.remove(value)
    for path in _candidates(toggle):
        found = _answers(path, toggle, value)
        if any(_answers(path, toggle, other) != found for other in others):
            return
    pytest.fail(f"no story is judged differently because `{toggle}` is `{value}`")


@cache
def _candidates(toggle: str) -> list[Path]:
    """Stories that may turn on a toggle, likely ones first: they name it, or an entry of the ledger about it."""
    entries = toggles()[toggle]["ledger"]
    files = [f"{entry.partition('-')[0].lower()}-{int(entry.partition('-')[2]):02}-" for entry in entries]
    named, about = [], []
    for path in sorted(STORIES, key=lambda path: path.stat().st_size):
        if "engine" in path.parts:
            continue
        text = path.read_text("utf-8")
        first = text.partition("\n")[0]
        if toggle in text:
            named.append(path)
        elif path.name.startswith(tuple(files)) or any(
            re.search(rf"\b{entry}\b", first) for entry in entries
        ):
            about.append(path)
    return named + about


@cache
def _answers(path: Path, toggle: str, value: str) -> tuple[object, ...]:
    """What the checker finds in a story under its own rules but for one toggle."""
    source = SourceFile(path.name, path.read_text("utf-8"))
    file, problems = parse(source)
    own = read(file, problems, base=path.parent).rules
    values = {**own.toggles, toggle: value}
    rules = f"{own.name} with " + ", ".join(f"{key} {held}" for key, held in values.items())
    report = check(source, rules=rules, base=path.parent)
    return (
        tuple(sorted((found.law, found.span.start.line) for found in report.diagnostics)),
        tuple(found.found for found in report.expectations if not found.text.startswith("expect in ")),
        tuple((link.card, link.outcome) for link in report.links),
    )


# ---------------------------------------------------------------- states


def _states() -> Iterator[str]:
    """The names of the states that stories reach; those with phases and battles first, short ones before long ones."""

    def plain(path: Path) -> bool:
        return not re.search(
            r"\b(?:phase|step|attacks|moves|ends)\b", told()[path.relative_to(ROOT).as_posix()]
        )

    for path in sorted(STORIES, key=lambda path: ("engine" in path.parts, plain(path), path.stat().st_size)):
        source = SourceFile(path.name, path.read_text("utf-8"))
        for step in trace(source, base=path.parent).steps:
            if step.window:
                state, _, where = step.window.partition(", ")
                yield re.sub(r"^chain of \d+ links? ", "chain ", state)
                if where:
                    yield where


def test_every_state_is_reached_in_a_story() -> None:
    missing = {*windows.NAMES.values(), *windows._STEPS.values(), *windows._PHASES.values()}
    for name in _states():
        missing.discard(name)
        if not missing:
            return
    assert not missing
