"""Whatever the text, reading it ends soon and never raises; work grows with the text, not with its square."""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import pytest

from checker.domain.source import SourceFile
from checker.semantics import read
from checker.semantics.draft import MOST_CARDS, MOST_PLAYS
from checker.semantics.problems import MOST_ERRORS
from checker.syntax import parse
from tests.unit.semantics.reading import CARDS, laws, only, sound, story, told, words
from tests.unit.semantics.test_mistakes import MISTAKES


def plays(count: int) -> str:
    """A story of so many plays."""
    lines = [
        CARDS,
        *(f'Yugi set: "Typhoon" as t{i}\nKaiba set: "Solemn" as s{i}' for i in range(count // 2)),
    ]
    for i in range(count // 2):
        lines.append(f"Yugi activates t{i} targeting s{i}\nexpect legal")
        lines.append("chain resolves" if i % 4 == 3 else f"Kaiba activates s{i}.card against link 1")
    return "\n".join(lines)


def test_two_hundred_plays() -> None:
    found = sound(plays(200))
    assert len(found.plays) == 200


def steps(text: str) -> int:
    """How many lines of Python reading a text (not parsing it) takes."""
    file, diagnostics = parse(SourceFile("test.chain", text))
    read(file, diagnostics)  # what is read once only, such as the rule sets
    count = 0

    def trace(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(file, diagnostics)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "text",
    [
        plays,
        lambda count: "players Yugi, Kaiba\n" + "Yugi moves to battle\nYugi moves to main2\n" * (count // 2),
        lambda count: "happens draw 1\n" * count,
        lambda count: "\n".join(f'A triggers optional "X{i}" as x{i}' for i in range(count)),
        lambda count: f'A triggers optional {min(count, 99)} "X"\n' * (count // 99 + 1),
    ],
    ids=["activations", "actions", "happens", "triggers", "copies"],
)
def test_work_grows_with_the_text(text: Any) -> None:
    assert steps(text(400)) < 12 * steps(text(40))


def test_too_many_plays() -> None:
    found = sound("both pass\n" * MOST_PLAYS)
    assert len(found.plays) == MOST_PLAYS
    found = story("both pass\n" * MOST_PLAYS + "A passes\nnobody passes\n" * 10)
    assert only(found).law == "story/too-large"
    assert f"{MOST_PLAYS} plays" in words(only(found))
    assert f"before line {MOST_PLAYS + 1} was read" in words(only(found))


@pytest.mark.parametrize("text", ["A deck: " + ", ".join(['99 "X"'] * 7), 'A triggers optional 99 "X"\n' * 7])
def test_too_many_cards(text: str) -> None:
    found = story(text + "\nnobody passes")
    assert only(found).law == "story/too-large"
    assert f"{MOST_CARDS} cards" in words(only(found))


def test_too_many_moments() -> None:
    assert laws(story("happens draw 1\n" + "then draw 1\n" * 9000)) == ["story/too-large"]
    steps_of_one = " then ".join(["draw 1"] * 500)
    text = f'card "C" quick-play spell {{ activate -> {steps_of_one} }}\nA hand: 20 "C"\n'
    assert laws(story(text + 'A activates "C"\n' * 20 + "chain resolves")) == ["story/too-large"]


def test_too_many_effects() -> None:
    lines = "\n".join(f"e{i}: quick -> draw 1" for i in range(60))
    assert laws(story(f'card "C" monster {{\n{lines}\n}}\nA deck: 99 "C"')) == ["story/too-large"]


def test_too_many_errors() -> None:
    found = story("expect missed x\n" * 3000)
    assert len(found.diagnostics) == MOST_ERRORS + 1
    assert "2,900 more" in found.diagnostics[-1].message


def test_an_effect_that_triggers_itself() -> None:
    card = 'card "Loop" monster { mandatory trigger if this is sent to gy -> send this to gy }\n'
    found = sound(f'{card}A field: "Loop" as it1\nhappens send it1 to gy\nA activates it1\nchain resolves')
    assert [play.kind for play in found.plays] == ["happening", "activation", "resolve"]


def test_an_empty_file() -> None:
    found = story("")
    assert laws(found) == ["story/no-statement"]
    assert (found.players, found.end, found.plays) == (("A", "B"), 0, ())


def test_any_lines_in_any_order() -> None:
    """Sound and wrong lines, mixed: errors are collected, nothing is raised, nodes stay in order."""
    pieces = [piece for text, _, _ in MISTAKES for piece in text.split("\n") if "{" not in piece]
    pieces += [
        line for line in plays(12).split("\n") if "{" not in line and "}" not in line and ":" not in line[:9]
    ]
    choose = random.Random(1)
    for _ in range(300):
        text = "\n".join(choose.choices(pieces, k=choose.randint(1, 25)))
        found = story(text)
        assert sorted(found.lines) == list(range(found.end))
        assert [play.node for play in found.plays] == sorted({play.node for play in found.plays})
        assert all(effect in found.effects for play in found.plays for effect in play.effects)


def test_a_story_is_told_the_same_way_each_time() -> None:
    text = plays(20).removeprefix(CARDS)
    assert told(text) == told(text)
