"""Which card a word means: IDs, copies, owners, whose copy is preferred."""

from __future__ import annotations

import pytest

from tests.unit.semantics.reading import about, facts, initial, only, sound, story, told, words


def test_ids_of_copies() -> None:
    found = told('Yugi field: 2 "Sangan", "Sangan" as s\nKaiba gy: "Sangan"')
    assert list(found.cards) == ["Sangan", "Sangan-2", "s", "Sangan-3"]
    assert [card.named for card in found.cards.values()] == [False, False, True, False]
    assert {card.name for card in found.cards.values()} == {"Sangan"}


def test_a_copy_takes_no_id_that_is_in_use() -> None:
    found = told('Yugi field: "A" as B-2, 2 "B"')
    assert list(found.cards) == ["B-2", "B", "B-3"]


@pytest.mark.parametrize(
    ("second", "copies"),
    [
        ('Yugi field: "Sangan"', {"Sangan": ("Sangan", "Sangan-2")}),
        ('Kaiba field: "Sangan"', {}),
        ('Yugi gy: "Sangan"', {}),
        ('Yugi field: "Sangan" doomed', {}),
        ('Yugi field: "Sangan" as s', {}),
        ('Yugi field: Kaiba\'s "Sangan"', {}),
    ],
)
def test_copies_are_unnamed_and_alike(second: str, copies: dict[str, tuple[str, ...]]) -> None:
    assert told(f'Yugi field: "Sangan"\n{second}').copies == copies


def test_lines_of_triggers_are_copies_if_they_say_the_same() -> None:
    lines = ("optional", "optional", "mandatory", "optional", "optional")
    ends = ("", "", "", " from hand", " from hand")
    text = "\n".join(f'A triggers {kind} "X"{end}' for kind, end in zip(lines, ends, strict=True))
    assert story(text).copies == {"X": ("X", "X-2"), "X-4": ("X-4", "X-5")}


def test_what_a_place_says() -> None:
    found = told(
        'Yugi field: "Sangan" as s doomed\nKaiba set: Yugi\'s "Typhoon" as t this turn revealed on s'
    )
    assert initial(found, "s") == ["at(field)", 'control("Yugi")', "doomed"]
    assert initial(found, "t") == [
        "at(set)",
        'control("Kaiba")',
        'equipped("s")',
        "revealed",
        "set_this_turn",
    ]
    assert about(found, "t", "owner", "name", "kind", "subtype") == [
        "kind(spell)",
        'name("Typhoon")',
        'owner("Yugi")',
        "subtype(quick_play)",
    ]


def test_cards_without_a_definition() -> None:
    found = told('Yugi field: "Unknown" as u\nYugi set: "Secret" as s')
    assert about(found, "u", "kind") == ["kind(monster)"]
    assert about(found, "s", "kind") == ["kind(trap)"]
    assert not found.effects
    assert not found.cards["u"].defined


def test_the_order_of_lines_does_not_matter_for_places() -> None:
    lines = ["Yugi activates t targeting s", 'Yugi set: "Typhoon" as t on s', 'Kaiba set: "Solemn" as s']
    assert sorted(map(str, told("\n".join(lines)).facts)) == sorted(
        map(str, told("\n".join([*lines[1:], lines[0]])).facts)
    )


@pytest.mark.parametrize(
    ("reference", "card"),
    [
        ("t1", "t1"),
        ('"Typhoon"', "t1"),  # Yugi acts, so his own
        ('Yugi\'s "Typhoon"', "t1"),
        ('Kaiba\'s "Typhoon"', "t2"),
        ("t2", "t2"),
    ],
)
def test_whose_card_is_meant(reference: str, card: str) -> None:
    found = told(f'Yugi hand: "Typhoon" as t1\nKaiba hand: "Typhoon" as t2\nYugi activates {reference}')
    assert found.plays[0].card == card


def test_a_prefix_may_be_the_owner() -> None:
    found = told('Kaiba set: Yugi\'s "Typhoon" as t\nKaiba activates Yugi\'s "Typhoon"')
    assert found.plays[0].card == "t"


def test_the_name_of_a_numbered_copy() -> None:
    found = told('Yugi hand: 3 "Typhoon"\nYugi activates "Typhoon-2"\nYugi activates "Typhoon"')
    assert [play.card for play in found.plays] == ["Typhoon-2", "Typhoon"]


def test_an_attacked_monster_is_the_opponents() -> None:
    found = told('Yugi field: "Elf"\nKaiba field: "Elf" as e\nYugi attacks "Elf"')
    assert facts(found, "action") == ['action(2, "Yugi", attack("Elf", "e"))']


@pytest.mark.parametrize(
    ("places", "reference", "says"),
    [
        ('Yugi hand: "Typhoon" as t1, "Typhoon" as t2', '"Typhoon"', ("2 cards", "`t1` or `t2`")),
        ('Kaiba hand: "Typhoon"\nKaiba gy: "Typhoon"', '"Typhoon"', ("IDs with `as`", "(gy)")),
        ('Kaiba hand: "Typhoon"', 'Yugi\'s "Typhoon"', ("Yugi has no card `Typhoon`", "Kaiba has one")),
        ('Yugi hand: "Typhoon" as t1', "Typhoon", ("no card has the ID", '"Typhoon"', "`t1`")),
        ('Yugi hand: "Typhoon"', '"Tyfoon"', ("no card `Tyfoon`", "did you mean `Typhoon`")),
        ("", '"Typhoon"', ("no card `Typhoon`", 'Yugi hand: "Typhoon"')),
        ("", "t1", ("no card `t1`", 'Yugi hand: "…" as t1')),
        ('Yugi hand: "Typhoon"', 'Yugy\'s "Typhoon"', ("no player `Yugy`", "did you mean `Yugi`")),
    ],
)
def test_what_is_said_of_a_doubtful_reference(places: str, reference: str, says: tuple[str, ...]) -> None:
    text = f'players Yugi, Kaiba\ncard "Typhoon" quick-play spell {{ activate -> draw 1 }}\n{places}\n'
    diagnostic = only(story(f"{text}Yugi activates {reference}"))
    assert all(part in words(diagnostic) for part in says), words(diagnostic)


def test_unnamed_cards_of_two_players() -> None:
    text = 'players Yugi, Kaiba\nYugi triggers optional "X"\nKaiba triggers optional "X"\nexpect missed "X"'
    assert '`Yugi\'s "X"` or `Kaiba\'s "X"`' in words(only(story(text)))


def test_a_name_given_twice_in_a_list_where_it_fits_two_cards() -> None:
    placed = 'card "Sangan" monster\nA field: "Sangan"\nB field: "Sangan"\n'
    diagnostic = only(story(f'{placed}happens destroy "Sangan", "Sangan"'))
    assert diagnostic.law == "name/ambiguous"
    assert diagnostic.help == ('write `A\'s "Sangan"` or `B\'s "Sangan"`',)
    assert diagnostic.span.start.column == 27
    sound(f'{placed}happens destroy A\'s "Sangan", B\'s "Sangan"')
