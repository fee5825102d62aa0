"""Sentences derived from the grammar itself: each is read, and printed and read again it is the same tree."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checker.domain.source import SourceFile
from checker.syntax import parse
from checker.syntax.printer import print_file
from tests.unit.syntax.samples import derived, placeless

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


@given(st.sampled_from(["statement", "card_line", "link_line"]), st.integers(0, 10**9))
@settings(max_examples=400, deadline=None)
def test_derivation(start: str, seed: int) -> None:
    text = derived(start, seed)
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
