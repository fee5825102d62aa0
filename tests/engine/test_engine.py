"""The duel engine that players use and our rules give the same complete sets of orders; known departures are predicted.

A missing engine is a failure, not a skip: `dev.py test` installs it.
"""

from __future__ import annotations

import pytest

from tests.engine import responses
from tests.engine.campaign import report, run
from tests.engine.compare import compare
from tests.engine.departures import RULES
from tests.engine.engine import Engine
from tests.engine.generate import generate
from tests.engine.shrink import shrink

SEED = 20261129
SITUATIONS = 200
_PARTS = 4


@pytest.mark.parametrize("part", range(_PARTS))
def test_random_situations_are_what_the_engine_gives(part: int) -> None:
    size = SITUATIONS // _PARTS
    summary = run(range(part * size, (part + 1) * size), SEED, small=True)
    assert summary.good, report(summary, SEED, 0) + "\n".join(text for _, _, text in summary.differences)
    assert summary.situations == size


def test_what_may_be_added_is_what_the_engine_offers() -> None:
    found, _ = responses.run(12, SEED)
    assert not found.differences, "\n".join(found.differences)
    assert found.offered


def test_a_seed_gives_the_same_situation_again() -> None:
    assert [str(generate(7, number)) for number in range(20)] == [
        str(generate(7, number)) for number in range(20)
    ]
    assert generate(7, 0) != generate(8, 0)


def test_a_wrong_answer_would_be_seen(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under rules that place triggers as they like, the engine differs and nothing explains it."""
    text = """
players A, B
card "S" monster { mandatory trigger if this is destroyed }
card "P" monster { optional trigger if this is destroyed }
A field: "P" as p
B field: "S" as s
happens destroy p, s
"""
    assert [outcome.verdict for outcome in compare(text, engine)] == ["equal"] * 4
    monkeypatch.setitem(RULES, "mr5", "ocg with segoc-groups no")
    assert compare(text, engine, ("mr5",))[0].verdict == "difference"


def test_a_situation_shrinks_to_what_matters() -> None:
    """Here what matters is one word of one effect."""
    number = next(number for number in range(500) if "cannot be responded to" in str(generate(3, number)))
    small = shrink(generate(3, number), lambda candidate: "cannot be responded to" in str(candidate))
    assert len(small.copies) == 1
    assert sum(len(definition.effects) for definition in small.definitions) == 1
