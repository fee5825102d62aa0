"""Depth 1: what `triggers`, `then` and `may use` become."""

from __future__ import annotations

import pytest

import checker
from tests.unit.semantics.reading import about, facts, initial, laws, sound, story


def test_one_moment() -> None:
    found = sound('A triggers mandatory "X" as x\nB triggers optional "Y" as y')
    assert facts(found, "meets", "met", "opening") == [
        "meets(0)",
        'met(0, "x")',
        'met(0, "y")',
        "opening(0, 0)",
    ]
    assert found.end == 1
    assert about(found, "x", "class", "nature", "of", "told") == [
        "class(trigger)",
        "nature(mandatory)",
        'of("x")',
        "told()",
    ]


def test_later_moments_of_one_window() -> None:
    found = sound('A triggers mandatory "X"\nthen\nA triggers mandatory "Y"\nB triggers optional "Z"')
    assert facts(found, "met", "opening") == ['met(0, "X")', 'met(1, "Y")', 'met(1, "Z")', "opening(1, 0)"]


@pytest.mark.parametrize(
    "between",
    [
        "limit A to 2 activations of trap",
        'B field: "Q"',
        'card "Q" monster',
        "turn A",
        'B may use "Q"',
        "rules ocg",
    ],
)
def test_what_does_not_end_the_moment(between: str) -> None:
    found = story(f'A triggers mandatory "X"\n{between}\nA triggers mandatory "Y"')
    assert facts(found, "met", "opening") == ['met(0, "X")', 'met(0, "Y")', "opening(0, 0)"]


@pytest.mark.parametrize("between", ["expect count 1", "both pass"])
def test_what_ends_it(between: str) -> None:
    found = sound(f'A triggers mandatory "X"\n{between}\nA triggers mandatory "Y"')
    assert len(facts(found, "opening")) == 2


def test_copies_of_a_line() -> None:
    found = sound('A triggers mandatory 3 "X"')
    assert facts(found, "met") == ['met(0, "X")', 'met(0, "X-2")', 'met(0, "X-3")']
    assert found.copies == {"X": ("X", "X-2", "X-3")}


def test_a_card_with_two_effects() -> None:
    found = sound('A triggers mandatory "X" as x.a\nA triggers optional "X" as x.b from gy')
    assert list(found.cards) == ["x"]
    assert [(e.id, e.label, e.mandatory, e.told) for e in found.effects.values()] == [
        ("x.a", "a", True, True),
        ("x.b", "b", False, True),
    ]


def test_an_effect_of_a_placed_card() -> None:
    found = sound('A field: "X" as x\nA triggers mandatory "X" as x.a')
    assert initial(found, "x") == ["at(field)", 'control("A")']
    assert facts(found, "met") == ['met(0, "x.a")']


@pytest.mark.parametrize(
    ("attributes", "at"),
    [("", "elsewhere"), ("from hand", "hand"), ("from gy, also hand", "gy"), ("from hand revealed", "hand")],
)
def test_where_it_lies(attributes: str, at: str) -> None:
    found = sound(f'A triggers optional "X" as x {attributes}')
    assert f"at({at})" in initial(found, "x")
    assert ("revealed" in initial(found, "x")) == ("revealed" in attributes)


@pytest.mark.parametrize(
    ("definition", "attributes", "speed"),
    [
        ("", "", 2),
        ("", "speed 3", 3),
        ("", "mandatory", 2),
        ("", "from hand speed 1", 1),
        ('card "X" counter trap', "", 3),
        ('card "X" counter trap', "speed 2", 2),
        ('card "X" quick-play spell', "", 2),
    ],
)
def test_speed_of_may_use(definition: str, attributes: str, speed: int) -> None:
    """SS-4, SS-7: the rules give a declared fast effect its Spell Speed unless the line does."""
    text = f'{definition}\nA may use "X" as x {attributes}\n'
    (effect,) = sound(text).effects.values()
    assert effect.fast != ("mandatory" in attributes)
    (link,) = checker.check(f"players A, B\n{text}A activates x").links
    assert link.speed == speed


@pytest.mark.parametrize("text", ["then", "then\nthen"])
def test_then_with_nothing_after_it_is_only_a_warning(text: str) -> None:
    found = story(f'A triggers optional "X"\n{text}')
    assert set(laws(found)) == {"story/then"}
    assert not found.broken
