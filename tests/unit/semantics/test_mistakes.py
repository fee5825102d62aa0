"""Wrong stories: which laws are named, and what the message must speak of. One mistake is reported once."""

from __future__ import annotations

import pytest

from tests.unit.semantics.reading import CARDS, laws, story, words

LONG = "X" * 5000

# text (after two players and some cards) → law, words of the message, help or labels
MISTAKES: list[tuple[str, str, tuple[str, ...]]] = [
    # players
    ("Yugy passes", "name/unknown-player", ("`Yugy`", "did you mean `Yugi`")),
    ('Yugy activates "Dark Hole"\nexpect legal\nYugi hand: "Dark Hole"', "name/unknown-player", ("`Yugy`",)),
    ('Kaibe hand: "Dark Hole" as h\nYugi activates h', "name/unknown-player", ("`Kaiba`",)),
    ('Yugi field: Yami\'s "Sangan" as s\nexpect missed s', "name/unknown-player", ("`Yami`",)),
    ('Yugy triggers optional "X" as x\nexpect missed x', "name/unknown-player", ("`Yugy`",)),
    ("turn Yugy", "name/unknown-player", ("`Yugy`",)),
    ("limit Yugy to 1 activations of trap", "name/unknown-player", ("`Yugy`",)),
    ("happens damage Yugy 500", "name/unknown-player", ("`Yugy`",)),
    ("happens by Yugy draw 1\nexpect legal", "name/unknown-player", ("`Yugy`",)),
    ("expect Yugy to act", "name/unknown-player", ("`Yugy`",)),
    (
        'card "X" normal spell { activate -> damage Yugi 1 }\nYugi hand: 2 "X"',
        "name/unknown-player",
        ("definition",),
    ),
    # cards and their effects
    ('Yugi activates "Dark Hole"\nexpect legal\nchain resolves { link 1: nothing }', "name/unknown-card", ()),
    ("Yugi hand: sangan", "name/unknown-card", ('"sangan"` in quotes',)),
    ('Yugi hand: "Typhoon"\nYugi activates "Typhoon" targeting x', "name/unknown-card", ("`x`",)),
    ('Yugi set: "Axe" on elf', "name/unknown-card", ("`elf`",)),
    ("expect order [x] legal", "name/unknown-card", ("`x`",)),
    ('Yugi field: "Blue"\nYugi activates "Blue"', "name/no-effect", ("no definition", 'card "Blue"')),
    ('Yugi field: "Sangen"\nYugi activates "Sangen"', "name/no-effect", ("did you mean `Sangan`",)),
    ('Yugi field: "Blue"\nYugi declines "Blue"', "name/no-effect", ("no definition",)),
    ('Yugi field: "Blue"\nexpect lost "Blue"', "name/no-effect", ("no definition",)),
    (
        'card "E" monster\nYugi field: "E"\nYugi activates "E"',
        "name/no-effect",
        ("no effect that activates",),
    ),
    ('Yugi set: "Solemn"\nYugi activates "Solemn".sumon', "name/unknown-effect", ("did you mean `summon`",)),
    ('Yugi field: "Sangan"\nYugi activates "Sangan".x', "name/unknown-effect", ("no labels",)),
    # what is taken
    ('Yugi hand: "A" as x\nKaiba hand: "B" as x', "name/taken", ("`x`", "first used here")),
    ('Yugi hand: 2 "A" as x\nexpect Yugi hand: x', "name/taken", ("2 copies", "`x`")),
    ('Yugi hand: "A" as x\nYugi field: x', "name/taken", ("`x` lies somewhere",)),
    ('Yugi triggers optional "A" as x\nYugi triggers optional "A" as x', "name/taken", ("as x.LABEL",)),
    ('Yugi triggers optional 2 "A" as x', "name/taken", ("2 effects", "`x`")),
    (
        'Yugi triggers optional "A" as x.a\nYugi triggers optional "A" as x.a',
        "name/taken",
        ("`x.a`", "label"),
    ),
    (
        'Yugi triggers optional "A" as x\nYugi triggers optional "B" as x.b',
        "name/taken",
        ("`x` is Yugi's `A`",),
    ),
    ('Yugi triggers optional "A" as x\nKaiba triggers optional "A" as x.b', "name/taken", ("Yugi's `A`",)),
    (
        'card "X" monster {\na: quick -> draw 1\na: ignition -> draw 1\n}',
        "name/taken",
        ("`X`", "the label `a`", "first used here"),
    ),
    # rule sets, toggles, laws
    ("rules advanced", "name/unknown-rules", ("`goat`", "`ocg-classic`", "`mr5`")),
    ("rules ocg with bogus yes", "name/unknown-toggle", ("`trigger-order`", "`segoc-groups`")),
    ("expect in advanced count 1", "name/unknown-rules", ("`goat`",)),
    ("rules ocgg", "name/unknown-rules", ("`ocgg`", "did you mean `ocg`")),
    ("rules rush", "name/unknown-rules", ("no chains",)),
    ("rules ocg with trigger-orders none", "name/unknown-toggle", ("did you mean `trigger-order`",)),
    ("rules ocg with trigger-order nome", "name/unknown-toggle", ("did you mean `none`",)),
    ("expect in ocgg count 1", "name/unknown-rules", ("did you mean `ocg`",)),
    ("both pass\nexpect illegal speed/to-low", "name/unknown-law", ("did you mean `speed/too-low`",)),
    ("expect in rush count 1", "name/unknown-rules", ("no chains",)),
    # said twice, and contradictions
    ("rules ocg\nrules tcg", "story/twice", ("`rules`", "first said here")),
    ("turn Yugi\nturn Kaiba", "story/twice", ("`turn`",)),
    ("players Yugi, Kaiba", "story/twice", ("`players`",)),
    ("rules ocg with trigger-order none, trigger-order global", "story/twice", ("`trigger-order`",)),
    ('card "Sangan" monster', "story/twice", ("`Sangan`", "first defined here")),
    ("phase main2\nstep battle", "story/contradiction", ("`step battle`", "`phase main2`")),
    ("Yugi passes\nturn Kaiba", "story/late-header", ("`turn`", "how the story begins")),
    ('Yugi set: "Axe" as axe on axe', "story/equipped-to-itself", ("`axe`",)),
    # plays
    ("expect legal", "story/no-play", ("no play", "expect order")),
    ("expect illegal", "story/no-play", ("no play",)),
    ("then", "story/then", ("`triggers`",)),
    ('Yugi triggers optional "X"\nboth pass\nthen', "story/then", ("`triggers`",)),
    ('Yugi field: "A", "B"\nYugi attacks directly with x', "name/unknown-card", ("`x`",)),
    (
        'Kaiba field: "O"\nYugi field: "A", "B"\nYugi attacks "O"',
        "story/which-attacker",
        ("`A` could", "with CARD"),
    ),
    ('Kaiba field: "O"\nYugi attacks "O"', "story/which-attacker", ("which monster",)),
    # links
    ("chain resolves { link 1: nothing }", "story/no-such-link", ("no chain to resolve",)),
    ('Yugi hand: "Typhoon"\nYugi activates "Typhoon" against link 2', "story/no-such-link", ("to answer",)),
    (
        'Yugi hand: "Typhoon"\nYugi activates "Typhoon"\nchain resolves { link 2: nothing }',
        "story/no-such-link",
        ("no link 2", "it has 1 link"),
    ),
    (
        'Yugi hand: "Typhoon"\nYugi activates "Typhoon"\nchain resolves { link 1: nothing\nlink 1: draw 1 }',
        "story/resolved-twice",
        ("link 1", "first told here"),
    ),
]


@pytest.mark.parametrize(("text", "law", "says"), MISTAKES, ids=[text[:60] for text, _, _ in MISTAKES])
def test_one_mistake(text: str, law: str, says: tuple[str, ...]) -> None:
    found = story(CARDS + text)
    assert laws(found) == [law], [words(diagnostic) for diagnostic in found.diagnostics]
    assert all(part in words(found.diagnostics[0]) for part in says), words(found.diagnostics[0])


@pytest.mark.parametrize(
    ("text", "law", "says"),
    [
        ("players Yugi, Yugi\nYugi passes\nKaiba passes", "name/taken", ("both players", "`Yugi`")),
        ('players Yugi\nYugi hand: "A" as x\nexpect Yugi hand: x', "story/two-players", ("names 1",)),
        ("players P, Q, R\nR passes", "story/two-players", ("names 3",)),
        (
            'Yugi triggers optional "X"\nYugi passes',
            "name/unknown-player",
            ("players Yugi, …", "`A` and `B`"),
        ),
    ],
)
def test_mistakes_about_players(text: str, law: str, says: tuple[str, ...]) -> None:
    found = story(text)
    assert laws(found) == [law], [words(diagnostic) for diagnostic in found.diagnostics]
    assert all(part in words(found.diagnostics[0]) for part in says), words(found.diagnostics[0])


def test_all_mistakes_of_a_file_are_reported_in_one_run() -> None:
    text = (
        'rules ocgg\nuse nonsense\nturn Yugy\nYugi hand: x\nYugi activates "Y"\nexpect link 1 resolves\nthen'
    )
    assert laws(story(f"players Yugi, Kaiba\n{text}")) == [
        "name/unknown-rules",
        "name/unknown-library",
        "name/unknown-player",
        "name/unknown-card",
        "name/unknown-card",
        "story/then",
    ]


def test_every_diagnostic_points_into_the_text() -> None:
    for text, _, _ in MISTAKES:
        found = story(CARDS + text)
        lines = found.source.lines
        for diagnostic in found.diagnostics:
            for span in (diagnostic.span, *(label.span for label in diagnostic.labels)):
                assert 1 <= span.start.line <= span.end.line <= len(lines)
                assert span.start < span.end


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG} passes",
        f'Yugi hand: "{LONG}" as x, "{LONG}" as y\nYugi activates "{LONG}"',
        f'Yugi hand: "{LONG}"\nYugi activates {LONG}x',
        f'Yugi hand: "{LONG}"\nYugi activates "{LONG}"',
        f'Yugi hand: "A" as {LONG}\nYugi hand: "A" as {LONG}\nYugi field: {LONG}\nexpect missed {LONG}.{LONG}',
        f"players {LONG}, {LONG}",
        f"rules {LONG}",
        f"rules tcg with {LONG} {LONG}, trigger-order {LONG}",
        f"use {LONG}",
        f"both pass\nexpect illegal {LONG}/{LONG}",
        f"expect in {LONG} count 1",
        f'Yugi triggers optional "{LONG}" as x\nYugi triggers optional "{LONG}" as x\nKaiba may use "A" as x.y',
        f'card "{LONG}" monster\ncard "{LONG}" monster',
        f"happens damage {LONG} 1",
    ],
)
def test_long_names_are_cut_short(text: str) -> None:
    found = story(f"players Yugi, Kaiba\n{text}" if "players" not in text else text)
    assert found.diagnostics
    for diagnostic in found.diagnostics:
        for part in words(diagnostic).split(" | "):
            assert len(part) < 400 or part.startswith("known: "), part


def test_names_are_printed_safely() -> None:
    (diagnostic,) = story('A hand: "X"\nA activates "\u202e`"').diagnostics
    assert "`<U+202E>ˋ`" in diagnostic.message
