"""Depths 2 and 3: the slots and facts of every kind of play."""

from __future__ import annotations

import pytest

from tests.unit.semantics.reading import about, facts, story, told

HANDS = """
Yugi hand: "Dark Hole" as hole, "Typhoon" as typhoon, "Blue" as blue
Yugi field: "Elf" as elf
Kaiba set: "Solemn" as solemn, "Two Steps" as steps
Kaiba field: "Ox" as ox
"""


def test_every_slot_leads_to_the_next_and_has_a_line() -> None:
    found = told(f"{HANDS}Yugi activates hole\nKaiba activates steps\nchain resolves\nYugi ends turn")
    assert facts(found, "next") == sorted(f"next({node}, {node + 1})" for node in range(found.end))
    assert sorted(found.lines) == list(range(found.end))


def test_a_fast_activation_takes_one_slot() -> None:
    found = told(f"{HANDS}Yugi activates typhoon targeting solemn discarding blue")
    assert about(found, 0) == [
        'activates("Yugi")',
        "deciding()",
        "next(1)",
        'option("typhoon")',
        "slot()",
        "start()",
        'told_cost(discard, "blue")',
        'told_target("solemn")',
    ]
    (play,) = found.plays
    assert (play.kind, play.node, play.player, play.card, play.effects) == (
        "activation",
        0,
        "Yugi",
        "typhoon",
        ("typhoon",),
    )
    assert play.implied == ()


def test_an_activation_that_needs_the_open_state_may_imply_two_passes() -> None:
    found = told(f"{HANDS}Yugi activates hole")
    (play,) = found.plays
    assert (play.node, play.implied) == (2, (0, 1))
    assert facts(found, "clearing") == ["clearing(0, 2)", "clearing(1, 2)"]


def test_all_effects_without_a_label_and_one_with() -> None:
    found = told(f"{HANDS}Kaiba activates solemn\nKaiba activates solemn.card at once")
    assert [play.effects for play in found.plays] == [("solemn.summon", "solemn.card"), ("solemn.card",)]
    assert facts(found, "at_once") == ["at_once(1)"]


def test_against() -> None:
    text = f"{HANDS}Yugi activates typhoon\nKaiba activates solemn.card against"
    assert facts(told(f"{text} typhoon"), "against") == ['against(1, "typhoon")']
    assert facts(told(f"{text} link 1"), "against") == ['against(1, "typhoon")']


def test_a_play_that_the_file_calls_illegal_is_no_link() -> None:
    text = "Yugi activates typhoon\nexpect illegal\nKaiba activates steps\nKaiba activates solemn.card against link 1"
    assert facts(told(HANDS + text), "against") == ['against(2, "steps")']


@pytest.mark.parametrize(
    ("text", "fact", "kind"),
    [
        ("Kaiba passes", 'passes(0, "Kaiba")', "pass"),
        ("both pass", "both_pass(0)", "both-pass"),
        ("Yugi declines typhoon", 'declines(0, "typhoon")', "decline"),
    ],
)
def test_plays_of_one_slot(text: str, fact: str, kind: str) -> None:
    found = told(HANDS + text)
    assert facts(found, fact.partition("(")[0]) == [fact]
    assert found.end == 1
    assert found.plays[0].kind == kind


@pytest.mark.parametrize(
    ("text", "action", "card"),
    [
        ("Yugi normal summons blue", "summon(normal)", "blue"),
        ("Yugi normal summons blue tributing elf", "summon(tribute)", "blue"),
        ("Yugi special summons blue using elf", "summon(special)", "blue"),
        ("Yugi flip summons elf", "summon(flip)", "elf"),
        ("Yugi sets typhoon", 'set("typhoon")', "typhoon"),
        ("Yugi attacks ox", 'attack("elf", "ox")', "elf"),
        ("Yugi attacks ox with blue", 'attack("blue", "ox")', "blue"),
        ("Yugi attacks directly with elf", 'attack("elf", directly)', "elf"),
        ("Yugi moves to battle", "phase(battle)", None),
        ("Yugi moves to damage-start", "step(damage_start)", None),
        ("Yugi ends turn", "end_turn", None),
    ],
)
def test_game_actions(text: str, action: str, card: str | None) -> None:
    found = told(HANDS + text)
    assert facts(found, "action") == [f'action(2, "Yugi", {action})']
    assert facts(found, "clearing", "implied_by") == [
        "clearing(0, 2)",
        "clearing(1, 2)",
        "implied_by(0, 2)",
        "implied_by(1, 2)",
    ]
    (play,) = found.plays
    assert (play.kind, play.node, play.player, play.card, play.implied) == ("action", 2, "Yugi", card, (0, 1))


def test_summoned_and_material() -> None:
    found = told(f"{HANDS}Yugi special summons blue and typhoon using elf")
    assert facts(found, "summoned", "material") == [
        'material(2, "elf")',
        'summoned(2, "blue")',
        'summoned(2, "typhoon")',
    ]


def test_happens() -> None:
    found = told(f"turn Kaiba\n{HANDS}happens destroy elf and ox\nthen draw 1")
    assert facts(found, "action", "happens", "later", "opening") == [
        'action(2, "Kaiba", happens)',
        'happens(2, event(2), "Kaiba")',
        'happens(3, event(3), "Kaiba")',
        "later(3, 2)",
        "opening(3, 2)",
    ]
    assert [fact for fact in facts(found, "object") if "event" in fact] == [
        'object(event(2), 0, card("elf"))',
        'object(event(2), 0, card("ox"))',
    ]
    assert facts(told(f"{HANDS}happens by Kaiba draw 1"), "action") == ['action(2, "Kaiba", happens)']


def test_chain_resolves() -> None:
    """Close, each moment of each link from the newest down, finish, settle."""
    found = told(f"{HANDS}Yugi activates typhoon\nKaiba activates steps\nchain resolves")
    assert facts(found, "closes", "resolves", "finishes", "settles") == [
        "closes(2)",
        "finishes(6)",
        "resolves(3, 1, 0)",
        "resolves(4, 1, 1)",
        "resolves(5, 0, 0)",
        "settles(7)",
    ]
    assert (found.plays[-1].kind, found.plays[-1].node, found.end) == ("resolve", 2, 8)


def test_a_block_may_make_resolving_longer() -> None:
    block = "{ link 1: destroy ox then draw 1 then draw 2 }"
    found = told(f"{HANDS}Yugi activates typhoon\nchain resolves {block}")
    assert facts(found, "resolves") == [f"resolves({2 + moment}, 0, {moment})" for moment in range(3)]
    assert facts(found, "tells") == ["tells(1, 1)"]
    assert "operation(told(1, 1, 2), 0, draw)" in facts(found, "operation")


def test_an_action_implies_that_the_chain_resolves() -> None:
    found = told(f"{HANDS}Yugi activates typhoon\nYugi ends turn\nYugi ends turn")
    first, second = found.plays[1:]
    assert first.implied == tuple(range(1, 7))
    assert len(second.implied) == 2


def test_limit() -> None:
    found = told("limit Yugi to 2 activations of trap")
    assert facts(found, "cap") == ['cap("Yugi", 1, 1, 2)']


def test_how_the_story_begins() -> None:
    found = told("turn Kaiba\nstep damage-start")
    assert facts(found, "init", "player", "opponent", "start") == [
        "init(phase(battle))",
        "init(step(damage_start))",
        'init(turn("Kaiba"))',
        'opponent("Kaiba", "Yugi")',
        'opponent("Yugi", "Kaiba")',
        'player("Kaiba")',
        'player("Yugi")',
        "start(0)",
    ]
    assert facts(story(""), "init") == ["init(phase(main1))", 'init(turn("A"))']


def test_which_zones_the_story_speaks_of() -> None:
    assert facts(told('Yugi hand: "X"'), "told_of") == []
    assert "told_of(card, gy)" in facts(told('Yugi gy: "X"'), "told_of")
    assert facts(told('Yugi facedown: "X"'), "told_of") == [
        "told_of(monster, facedown)",
        "told_of(monster, field)",
    ]
