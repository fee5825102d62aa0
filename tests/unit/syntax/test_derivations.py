"""Sentences derived from the grammar itself: each is read, and printed and read again it is the same tree."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lark.grammar import Symbol

from checker.domain.source import SourceFile
from checker.syntax import parse
from checker.syntax.printer import print_file
from checker.syntax.scanner import vocabulary
from checker.syntax.tables import build
from tests.unit.syntax.samples import placeless

# What the grammar allows and the next stage refuses: endings of verbs, `trigger` without `mandatory`, …
_REFUSED_LATER = frozenset(
    f"syntax/{law}"
    for law in (
        "add-to-hand",
        "also-hand",
        "mandatory-or-optional",
        "no-destination",
        "no-objects",
        "object-after-end",
        "said-twice",
        "speed",
        "then-without-happens",
        "unknown-zone",
        "wrong-ending",
    )
)
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
    for rule in build().rules:
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


def _sentence(start: str, seed: int) -> str:
    return " ".join(_derive(start, random.Random(seed), 0)).replace(" 's", "'s")


@given(st.sampled_from(["statement", "card_line", "link_line"]), st.integers(0, 10**9))
@settings(max_examples=400, deadline=None)
def test_derivation(start: str, seed: int) -> None:
    text = _sentence(start, seed)
    if start == "card_line":
        text = f'card "C" monster {{ {text} }}'
    elif start == "link_line":
        text = f"chain resolves {{ {text} }}"
    file, found = parse(SourceFile("derived.chain", text))
    assert {diagnostic.law for diagnostic in found} <= _REFUSED_LATER, text
    assume(not found)
    printed = print_file(file)
    again, found = parse(SourceFile("printed.chain", printed))
    assert found == (), printed
    assert placeless(again.statements) == placeless(file.statements), printed
