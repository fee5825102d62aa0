#!/usr/bin/env python3
"""Make `vscode/syntaxes/segoc.tmLanguage.json` anew from the words of the language: run it after a change of those.

.venv/bin/python editors/make_grammar.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from checker.highlight import groups  # noqa: E402 -- a bare checkout is enough
from checker.laws import law_names  # noqa: E402
from checker.syntax.words import PLAYS, ZONES  # noqa: E402

GRAMMAR = HERE / "vscode" / "syntaxes" / "segoc.tmLanguage.json"
_NAME = r"[\p{L}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?"
_SCOPES = {
    "statements": "keyword.control.segoc",
    "outcomes": "constant.language.outcome.segoc",
    "kinds": "storage.type.segoc",
    "places": "constant.language.place.segoc",
    "operations": "support.function.operation.segoc",
    "others": "keyword.other.segoc",
}


def main() -> None:
    """Write the grammar and say so."""
    GRAMMAR.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"wrote {GRAMMAR}\n")


def text() -> str:
    """The grammar as it should be."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


def grammar() -> dict[str, Any]:
    """The patterns, the first that fits at a place wins."""
    families = sorted({law.partition("/")[0] for law in law_names()})
    words = [
        {"match": _whole(sorted(group)), "name": _SCOPES[name]} for name, group in groups().items() if group
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "segoc story",
        "scopeName": "source.segoc",
        "fileTypes": ["chain"],
        "patterns": [
            {"match": "#.*$", "name": "comment.line.number-sign.segoc"},
            {
                "begin": '"',
                "end": r'"|(?=$)',
                "name": "string.quoted.double.segoc",
                "patterns": [{"match": r"\\.", "name": "constant.character.escape.segoc"}],
            },
            {
                "match": rf"(?<![\p{{L}}\p{{N}}_-])(?:{'|'.join(families)})/{_NAME}",
                "name": "support.class.law.segoc",
            },
            {
                "match": rf"(\.)({_NAME})",
                "captures": {
                    "1": {"name": "punctuation.accessor.segoc"},
                    "2": {"name": "entity.other.attribute-name.label.segoc"},
                },
            },
            {
                "match": rf"^\s*({_NAME})(:)(?=\s*(?:mandatory|optional|{'|'.join(sorted(groups()['kinds']))})\b)",
                "captures": {
                    "1": {"name": "entity.other.attribute-name.label.segoc"},
                    "2": {"name": "punctuation.separator.segoc"},
                },
            },
            {
                "match": rf"(?<![\p{{L}}\p{{N}}_-])(as)\s+({_NAME})",
                "captures": {
                    "1": {"name": "keyword.other.segoc"},
                    "2": {"name": "variable.other.definition.segoc"},
                },
            },
            {
                "match": rf"^\s*(?!(?:{_alternatives(_all_words())})(?![\p{{L}}\p{{N}}_-]))({_NAME})"
                rf"(?=\s+(?:{_alternatives((*PLAYS, *ZONES))})(?![\p{{L}}\p{{N}}_-]))",
                "captures": {"1": {"name": "entity.name.type.player.segoc"}},
            },
            *words,
            {"match": r"(?<![\p{L}\p{N}_-])[0-9]+(?![\p{L}\p{N}_-])", "name": "constant.numeric.segoc"},
            {
                "match": r"(?<=[\p{L}\p{M}\p{N}_\"])['’]s?(?![\p{L}\p{N}_])",
                "name": "punctuation.possessive.segoc",
            },
            {"match": _NAME, "name": "variable.other.segoc"},
            {"match": "->", "name": "keyword.operator.arrow.segoc"},
            {"match": r"[\[\]{}]", "name": "punctuation.brackets.segoc"},
            {"match": "[,:;]", "name": "punctuation.separator.segoc"},
        ],
    }


def _all_words() -> tuple[str, ...]:
    return tuple(sorted(word for group in groups().values() for word in group))


def _alternatives(chosen: tuple[str, ...] | list[str]) -> str:
    """The longest first, so that a part of a word is never taken for it."""
    return "|".join(sorted(chosen, key=lambda word: (-len(word), word)))


def _whole(chosen: list[str]) -> str:
    return rf"(?<![\p{{L}}\p{{N}}_-])(?:{_alternatives(chosen)})(?![\p{{L}}\p{{M}}\p{{N}}_-])"


if __name__ == "__main__":
    main()
