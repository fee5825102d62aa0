"""What each `expect` asks, and of which moment."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.semantics.reading import sound

PLAYS = """
rules ocg
A triggers mandatory "X" as x
A triggers optional "Y" as y.a
A triggers optional "Y" as y.b
B triggers optional 2 "Z"
B may use "Q" as q
A passes
"""


@pytest.mark.parametrize(
    ("text", "question", "fields"),
    [
        ("legal", "legal", {"legal": True}),
        ("illegal", "illegal", {"legal": False, "law": None}),
        ("illegal speed/too-low", "illegal", {"law": "speed/too-low"}),
        ("orders { [x] [x, y.a] }", "orders", {"orders": (("x",), ("x", "y.a"))}),
        ("all orders { [] }", "all-orders", {"orders": ((),)}),
        ("orders { [y] }", "orders", {"orders": (("y.a|y.b",),)}),
        ('orders { ["Z", "Z"] ["Z"] }', "orders", {"orders": (("Z", "Z-2"), ("Z",))}),
        ("order [x] legal", "order", {"orders": (("x",),), "legal": True}),
        ("order [x] illegal segoc/group-order", "order", {"legal": False, "law": "segoc/group-order"}),
        ("count 7", "count", {"number": 7}),
        ("missed y.b", "missed", {"effects": ("y.b",)}),
        ("lost y", "lost", {"effects": ("y.a", "y.b"), "law": None}),
        ("lost x because limit/once-per-turn", "lost", {"law": "limit/once-per-turn"}),
        ("B may activate q", "may", {"player": "B", "effects": ("q",), "negated": False}),
        ("B may not activate q because speed/too-low", "may", {"negated": True, "law": "speed/too-low"}),
        ("link 2 has no effect", "link", {"number": 2, "outcome": "no-effect"}),
        ("B to act", "to-act", {"player": "B"}),
        ('B gy: "Q", q', "place", {"player": "B", "zone": "gy", "cards": ("q", "q")}),
        ("in tcg count 2", "count", {"rules": "tcg", "number": 2}),
    ],
)
def test_question(text: str, question: str, fields: dict[str, Any]) -> None:
    found = sound(f"{PLAYS}expect {text}  # why not?")
    (expectation,) = found.expectations
    assert expectation.question == question
    assert expectation.text == f"expect {text}"
    assert expectation.node == found.end == 2
    assert {name: getattr(expectation, name) for name in fields} == fields
    if question in ("legal", "illegal"):
        assert expectation.play == found.plays[-1]


def test_a_text_of_several_lines_is_told_on_one() -> None:
    (expectation,) = sound(
        f"{PLAYS}expect orders {{ # two\n  [x]\n  [x, y.a] # the long one\n}}"
    ).expectations
    assert expectation.text == "expect orders { [x] [x, y.a] }"


def test_of_which_moment() -> None:
    found = sound(f"expect count 1\n{PLAYS}expect count 2\nboth pass\nexpect count 3")
    assert [(e.number, e.node) for e in found.expectations] == [(1, 0), (2, 2), (3, 3)]
