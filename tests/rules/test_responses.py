"""Orders with fast effects, as the duel engine gave them (its named scenarios; complete sets)."""

from __future__ import annotations

import pytest

import checker

QUICK = """
T may use "Qt" as Qt, from gy, once per turn
N may use "Qn" as Qn, from gy, once per turn
"""
HANDS = """
T triggers optional "P1" as P1
T triggers optional "H1" as H1 from hand
N triggers optional "P2" as P2
"""
IN_GROUPS = "ocg with nonpublic-optional-rank in-groups, hand-trigger-as-ss2 no"

SETS = {
    "A70": (
        'T triggers mandatory "S1" as S1\nN triggers optional "P2" as P2' + QUICK,
        "S1 P2 Qn Qt|S1 P2 Qt Qn|S1 P2 Qn|S1 P2 Qt|S1 Qn Qt|S1 Qt Qn|S1 P2|S1 Qn|S1 Qt|S1",
    ),
    "A71": (
        'T triggers optional "P1" as P1' + QUICK,
        "P1 Qn Qt|P1 Qt Qn|P1 Qn|P1 Qt|Qn Qt|Qt Qn|P1|Qn|Qt|",
    ),
    "A20g": (
        'T triggers optional "H1" as H1 from hand\nN may use "Qn" as Qn, from gy, once per turn',
        "H1 Qn|Qn H1|H1|Qn|",
    ),
    "A74": (
        (
            'T triggers mandatory "S1" as S1\n'
            'T may use "QP" as QP, once per turn\nN may use "Tr" as Tr, once per turn'
        ),
        "S1 QP Tr|S1 Tr QP|S1 QP|S1 Tr|S1",
    ),
}


def orders(situation: str, rules: str) -> set[tuple[str, ...]]:
    report = checker.explore(f"rules {rules}\nplayers T, N\n{situation}", responses=True)
    return {tuple(order.links) for order in report.orders}


@pytest.mark.parametrize("scenario", SETS)
def test_complete_set(scenario: str) -> None:
    situation, expected = SETS[scenario]
    assert orders(situation, "ocg") == {tuple(order.split()) for order in expected.split("|")}


@pytest.mark.parametrize(("rules", "count"), [("ocg", 64), (IN_GROUPS, 50)])
def test_hidden_trigger_among_fast_effects(rules: str, count: int) -> None:
    """Scenario A20h: a hidden trigger competes with the fast effects, or comes before them all."""
    found = orders(HANDS + QUICK, rules)
    assert len(found) == count
    assert (("P1", "P2", "Qt", "H1", "Qn") in found) == (rules == "ocg")
    assert (("H1", "P1", "P2", "Qn", "Qt") in found) == (rules != "ocg")
