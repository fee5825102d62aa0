"""The bundled library: every card has a definition of its own and a story that exercises it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "checker" / "library" / "classics.chain"
STORIES = ROOT / "tests" / "stories" / "classics"
_CARD = re.compile(r'^card "((?:[^"\\]|\\.)*)"', re.MULTILINE)
_PLAYED = re.compile(r"\b(?:activates|attacks|summons|happens|expect)\b")


def _cards() -> list[str]:
    return [name.replace('\\"', '"') for name in _CARD.findall(LIBRARY.read_text("utf-8"))]


def _stem(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['\"]", "", name.lower())).strip("-")


def test_the_library_is_large_and_names_no_card_twice() -> None:
    assert len(_cards()) >= 150
    assert len(set(map(_stem, _cards()))) == len(_cards())


@pytest.mark.parametrize("name", _cards())
def test_a_card_has_a_story(name: str) -> None:
    text = (STORIES / f"{_stem(name)}.chain").read_text("utf-8")
    comment, _, story = text.partition("\n")
    assert comment.startswith(f"# {name}: "), "the first line says what it shows"
    quoted = name.replace('"', '\\"')
    assert f'"{quoted}"' in story
    assert "use classics" in story
    assert f'card "{quoted}"' not in story, "the library's definition is the one that is meant"
    assert len(_PLAYED.findall(story)) >= 2


def test_every_story_is_about_a_card_of_the_library() -> None:
    assert {path.stem for path in STORIES.glob("*.chain")} == set(map(_stem, _cards()))
