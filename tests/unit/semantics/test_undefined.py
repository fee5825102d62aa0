"""Cards without a definition: when it is said that they do nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import checker
from tests.unit.semantics.reading import only, sound, story, words

SANGAN = 'card "Sangan" monster { mandatory trigger if this is sent from field to gy }\n'


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Sangn", "Sangan"),
        ("sangan", "Sangan"),
        ("Sagnan", "Sangan"),
        ("Mystical Space Tyfoon", "Mystical Space Typhoon"),
        ("Mystical Space", "Mystical Space Typhoon"),
    ],
)
def test_a_name_that_is_nearly_defined(name: str, meant: str) -> None:
    cards = f'{SANGAN}card "Mystical Space Typhoon" quick-play spell {{ activate -> draw 1 }}\n'
    diagnostic = only(story(f'{cards}A field: 2 "{name}"\nhappens destroy "{name}"'))
    assert (diagnostic.law, diagnostic.severity) == ("story/undefined-card", "warning")
    assert diagnostic.message == f"`{name}` has no definition, so it has no effects"
    assert diagnostic.help == (f"did you mean `{meant}`?",)
    assert diagnostic.span.start.line == 3


def test_a_name_that_is_nearly_one_of_a_library_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "cards.chain").write_text('card "My Own Monster" monster', "utf-8")
    assert "`Dark Hole`" in words(only(story('use classics\nA hand: "Dark Hoel"')))
    found = story('use "cards.chain"\nA field: "My Own Mobster"', tmp_path)
    assert "`My Own Monster`" in words(only(found))


@pytest.mark.parametrize(
    "text",
    [
        f'{SANGAN}A field: "Blue-Eyes White Dragon", "Sand", "San"',
        f'{SANGAN}card "Sangn" monster\nA field: "Sangn"',
        'card "Token 1" monster\nA field: "Token 2"',
        'card "Golem of Stone" monster\ncard "Golem of Sand" monster\nA field: "Golem"',
        'card "Gear Golem" monster\nA field: "Gear Beast"',
        'A triggers mandatory "Sangan"',
        'A set: "Book of Moon"\nA may use "Book of Moon" from set',
        'card "Sangan" monster\nA field: "Sangan"',
        'use classics\nA field: "Sangan"',
        'A field: "Blue-Eyes White Dragon"',
    ],
)
def test_others_are_not_spoken_of(text: str) -> None:
    sound(text)


def test_a_library_that_is_not_used() -> None:
    diagnostic = only(story('A field: "Sangan"\nA set: "Book of Moon"'))
    assert (diagnostic.law, diagnostic.severity) == ("story/undefined-card", "note")
    assert diagnostic.message == "`Sangan`, `Book of Moon` have no definition here, so no effects"
    assert diagnostic.help == ("`use classics` would bring their definitions",)


def test_only_three_cards_are_listed() -> None:
    places = 'A field: "Sangan", "Peten the Dark Clown"\nA set: "Book of Moon", "Dark Hole", "Mirror Force"'
    assert "`Book of Moon` and 2 more have" in only(story(places)).message


def test_a_reported_card_is_not_spoken_of_again() -> None:
    assert only(story(f'{SANGAN}A field: "Sangn"\nA activates "Sangn"')).law == "name/no-effect"
    assert only(story('A hand: "Dark Hole"\nA activates "Dark Hole"')).law == "name/no-effect"


def test_a_warning_is_no_error() -> None:
    text = f'{SANGAN}A field: "Sangn"\nhappens destroy "Sangn"\nexpect count 1'
    assert not story(text).broken
    assert checker.check(text).verdict == "legal"


def test_many_names_are_compared_in_time() -> None:
    cards = "".join(f'card "Monster of the {number}th Kind" monster\n' for number in range(2000))
    places = ", ".join(f'"Monstre of the {number}th Kind"' for number in range(500))
    assert len(story(f"{cards}A field: {places}").diagnostics) <= 1
