"""Texts that the tests of the syntax layer share, and trees without their places."""

from __future__ import annotations

import dataclasses
import random
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from lark.grammar import Symbol

from checker.domain.source import SourceFile, Span
from checker.resources import grammar_dir
from checker.syntax import parse, tree
from checker.syntax.build import lark_parser
from checker.syntax.scanner import vocabulary

REPOSITORY = Path(__file__).resolve().parents[3]
README_BLOCKS = re.findall(
    r"^```chain\n(.*?)^```", (grammar_dir() / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
_STORIES = sorted((REPOSITORY / "tests/stories").rglob("*.chain"))
_GENERATED = [path for path in _STORIES if "engine" in path.parts]  # they are of few forms
EXAMPLES = [
    *sorted((REPOSITORY / "examples").rglob("*.chain")),
    *(path for path in _STORIES if path not in set(_GENERATED)),
    *_GENERATED[::20],
]


def statements(text: str) -> tuple[tree.Statement, ...]:
    """The statements of a text that must be free of errors."""
    file, diagnostics = parse(SourceFile("test.chain", text))
    assert diagnostics == ()
    return file.statements


def statement(text: str) -> Any:
    """The one statement of a text."""
    (only,) = statements(text)
    return only


def card_line(text: str) -> Any:
    """The one effect of a card definition."""
    (effect,) = statement(f'card "C" monster {{\n{text}\n}}').effects
    return effect


def placeless(value: Any) -> Any:
    """A tree as nested tuples in which nothing says where it stood."""
    if isinstance(value, Span):
        return None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return (
            type(value).__name__,
            *(placeless(getattr(value, field.name)) for field in dataclasses.fields(value)),
        )
    if isinstance(value, tuple):
        return tuple(map(placeless, value))
    return value


def diagnostics(text: str) -> list[str]:
    """The laws of what is wrong with a text, without `syntax/`."""
    return [found.law.removeprefix("syntax/") for found in parse(SourceFile("test.chain", text))[1]]


_SAMPLES = {
    "BARE_NAME": ("s1", "Yugi", "gob-2", "遊戯"),
    "QUOTED": ('"Sangan"', r'"The \"Big\" One"', '"a # b"'),
    "NUMBER": ("1", "2", "3"),
    "LAW_NAME": ("speed/too-low",),
    "LABEL": ("summon", "card", "x1"),
    "_POSSESSIVE": ("'s",),
}


@cache
def _rules() -> dict[str, list[list[Symbol]]]:
    rules: dict[str, list[list[Symbol]]] = defaultdict(list)
    for rule in lark_parser().rules:
        rules[str(rule.origin.name)].append(list(rule.expansion))
    return rules


def _derive(symbol: str, choose: random.Random, depth: int) -> list[str]:
    """The words of a random sentence of a rule; the deeper, the shorter the alternatives that are taken."""
    alternatives = _rules()[symbol]
    if depth > 12:
        shortest = min(len(alternative) for alternative in alternatives)
        alternatives = [alternative for alternative in alternatives if len(alternative) == shortest]
    words: list[str] = []
    for part in choose.choice(alternatives):
        if not part.is_term:
            words += _derive(str(part.name), choose, depth + 1)
        else:
            words.append(choose.choice(_SAMPLES.get(part.name) or (vocabulary().texts[part.name],)))
    return words


def derived(start: str, seed: int) -> str:
    """A random sentence of a start symbol of the grammar."""
    return " ".join(_derive(start, random.Random(seed), 0)).replace(" 's", "'s")
