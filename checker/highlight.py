"""Colours for `.chain` text: the words of the language by what they are for, and a lexer for Pygments.

Pygments finds the lexer by its entry point, as `chain` and as `segoc`; it comes with rich. The grammar for editors,
`editors/vscode/syntaxes/segoc.tmLanguage.json`, is made of the same words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from checker.syntax.tables import load
from checker.syntax.words import CARD_KINDS, EFFECT_KINDS, OPERATIONS, PHASES, STATEMENTS, STEPS, ZONES

_PATTERNS = load().patterns
_OUTCOMES = frozenset(("legal", "illegal", "missed", "lost", "resolves", "negated", "mandatory", "optional"))


def groups() -> Mapping[str, frozenset[str]]:
    """Every keyword of the grammar in one group: statements, outcomes, kinds, places, operations and the rest."""
    left = {word for word in load().words if word[0].isalpha()}
    wanted = {
        "statements": STATEMENTS,
        "outcomes": _OUTCOMES,
        "kinds": (*(word for kind in CARD_KINDS for word in kind.split()), *EFFECT_KINDS),
        "places": (*ZONES, *PHASES, *STEPS),
        "operations": OPERATIONS,
    }
    found: dict[str, frozenset[str]] = {}
    for name, members in wanted.items():
        found[name] = frozenset(left.intersection(members))
        left -= found[name]
    found["others"] = frozenset(left)
    return found


_GROUPS = groups()


def _among(group: str) -> words:
    return words(sorted(_GROUPS[group]), prefix=r"(?<![\w-])", suffix=r"(?![\w-])")


class ChainLexer(RegexLexer):
    """The words of a story."""

    name = "segoc story"
    aliases: ClassVar = ["chain", "segoc"]
    filenames: ClassVar = ["*.chain"]
    mimetypes: ClassVar = ["text/x-segoc"]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            ("\ufeff", Text),
            (r"#[^\n]*", Comment.Single),
            (_PATTERNS["LAW_NAME"], Name.Exception),
            (_PATTERNS["QUOTED"], String.Double),
            (_PATTERNS["_POSSESSIVE"], Punctuation),
            (_PATTERNS["NUMBER"] + r"(?!\w)", Number.Integer),
            (r"(?<=\.)[^\W\d][\w-]*", Name.Label),  # any word can be one there
            (_among("statements"), Keyword),
            (_among("outcomes"), Keyword.Reserved),
            (_among("kinds"), Keyword.Type),
            (_among("places"), Keyword.Constant),
            (_among("operations"), Name.Function),
            (_among("others"), Keyword),
            (_PATTERNS["BARE_NAME"], Name.Variable),
            ("->", Operator),
            (r"[\[\]{}:,.;]", Punctuation),
        ]
    }
