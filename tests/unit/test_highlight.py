"""The lexer for Pygments."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, String, Token

from checker.highlight import ChainLexer, groups
from checker.syntax.tables import load

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("examples", "checker/library", "tests/stories")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_story_is_lexed_whole_and_without_errors(folder: str) -> None:
    stories = sorted((ROOT / folder).rglob("*.chain"))
    assert stories
    for path in stories:
        text = path.read_text(encoding="utf-8")
        tokens = list(ChainLexer().get_tokens_unprocessed(text))
        assert "".join(value for _, _, value in tokens) == text
        assert not [value for _, kind, value in tokens if kind is Error], path


def test_every_keyword_has_a_colour_of_its_own_kind() -> None:
    keywords = {word for word in load().words if word[0].isalpha()}
    assert sum(len(group) for group in groups().values()) == len(keywords)
    for word in keywords:
        ((_, kind, value),) = ChainLexer().get_tokens_unprocessed(word)
        assert value == word
        assert Keyword in kind.split() or kind is Name.Function


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("# 遊戯", [Comment.Single]),
        (
            "遊戯 activates 神の宣告.card",
            [Name.Variable, Keyword, Name.Variable, Token.Punctuation, Name.Label],
        ),
        ("speed/too-low", [Name.Exception]),
        ('"a \\" b" 12', [String.Double, Number.Integer]),
        ("main1-2", [Name.Variable]),
        ("gy", [Keyword.Constant]),
        ("special summon", [Name.Function, Keyword]),
    ],
)
def test_kinds_of_words(text: str, kinds: list[object]) -> None:
    found = [kind for _, kind, value in ChainLexer().get_tokens_unprocessed(text) if value.strip()]
    assert found == kinds


def test_pygments_is_told_of_it() -> None:
    import tomllib

    entries = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    ((name, value),) = entries["pygments.lexers"].items()
    assert EntryPoint(name, value, "pygments.lexers").load() is ChainLexer
