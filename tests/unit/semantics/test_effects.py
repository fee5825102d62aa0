"""The effects that a definition gives to each copy: their ids, and the facts about them."""

from __future__ import annotations

import pytest

from tests.unit.semantics.reading import about, facts, sound, told


@pytest.mark.parametrize(
    ("lines", "ids"),
    [
        (["activate"], ["c"]),
        (["summon: activate", "card: activate"], ["c.summon", "c.card"]),
        (["ignition"], ["c"]),
        (["activate", "ignition"], ["c.activate", "c"]),
        (["activate", "ignition", "quick"], ["c.activate", "c.ignition", "c.quick"]),
        (["continuous", "quick"], ["c.continuous", "c"]),
        (["one: quick", "quick"], ["c.one", "c"]),
        (["activate", "activate", "quick"], ["c.activate", "c.activate-2", "c"]),
        (["continuous"], ["c.continuous"]),
        ([], []),
    ],
)
def test_ids(lines: list[str], ids: list[str]) -> None:
    text = "\n".join(f"{line} -> draw 1" for line in lines)
    assert list(sound(f'card "C" continuous spell {{\n{text}\n}}\nA field: "C" as c').effects) == ids


def test_every_copy_has_its_own() -> None:
    found = told('Yugi set: 2 "Solemn"')
    assert list(found.effects) == ["Solemn.summon", "Solemn.card", "Solemn-2.summon", "Solemn-2.card"]
    keys = facts(found, "key")
    assert 'key("Solemn.card", "Solemn#card")' in keys
    assert 'key("Solemn-2.card", "Solemn#card")' in keys


@pytest.mark.parametrize(
    ("kind", "line", "fast"),
    [
        ("normal spell", "activate", False),
        ("quick-play spell", "activate", True),
        ("normal trap", "activate", True),
        ("monster", "quick", True),
        ("monster", "ignition", False),
        ("monster", "optional trigger", False),
    ],
)
def test_which_are_fast(kind: str, line: str, fast: bool) -> None:
    (effect,) = sound(f'card "C" {kind} {{ {line} -> draw 1 }}\nA field: "C"').effects.values()
    assert effect.fast is fast


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        ("from hand or gy", ["place_from(gy)", "place_from(hand)"]),
        ("from field", ["place_from(field)"]),
        ("once per turn", ["limited(once_per_turn)"]),
        ("once per turn by name", ["limited(once_per_turn_by_name)"]),
        ("once per damage calculation", ["limited(once_per_damage_calculation)"]),
        ("each time, in damage step", ["flag(each_time)", "flag(in_damage_step)"]),
        ("only as chain link 3 or higher", ["lowest_link(3)"]),
        ("speed 3", ["printed_speed(3)"]),
        ("only in damage-calculation", ["only_in(damage_calculation)"]),
        ('tagged "Fire"', ['effect_tag("Fire")']),
    ],
)
def test_modifiers(modifiers: str, expected: list[str]) -> None:
    found = sound(f'card "C" monster {{ quick, {modifiers} -> draw 1 }}\nA field: "C" as c')
    assert about(found, "c", *{fact.partition("(")[0] for fact in expected}) == expected


def test_conditions_are_numbered_through() -> None:
    line = "quick, only if you control no monsters and this is in gy, while you control 2 or more traps -> draw 1"
    found = sound(f'card "C" monster {{ {line} }}\nA field: "C" as c')
    assert facts(found, "condition") == [
        'condition("c", 0, only_if, controls(1, 0, 0))',
        'condition("c", 1, only_if, in_zone(card("c"), gy))',
        'condition("c", 2, while, controls(2, 2, #sup))',
    ]


def test_moments_of_a_script() -> None:
    found = told('Yugi set: "Two Steps" as t')
    assert facts(found, "operation") == [
        'operation(script("t", 0), 0, draw)',
        'operation(script("t", 1), 0, discard)',
    ]


def test_continuous_effects_that_do_something_make_pauses() -> None:
    card = 'card "C" continuous trap { continuous when a monster is destroyed -> destroy this }\n'
    assert not facts(sound(card + "A ends turn"), "pause")
    of_an_action = facts(sound(card + 'A field: "C"\nA ends turn'), "pause")
    assert of_an_action == ["pause(1)", "pause(4)"]  # between the windows that it closes, and after it
    assert facts(sound(card + 'A field: "C"\nboth pass'), "pause") == ["pause(1)"]
