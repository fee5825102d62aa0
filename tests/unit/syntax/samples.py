"""Texts that the tests of the syntax layer share, and trees without their places."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

from checker.domain.source import SourceFile, Span
from checker.resources import grammar_dir
from checker.syntax import parse, tree

REPOSITORY = Path(__file__).resolve().parents[3]
README_BLOCKS = re.findall(
    r"^```chain\n(.*?)^```", (grammar_dir() / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
EXAMPLES = sorted((REPOSITORY / "examples").rglob("*.chain")) + sorted(
    (REPOSITORY / "tests/stories").rglob("*.chain")
)


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
