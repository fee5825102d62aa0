"""Orders: those nearest to one typed by hand, how much a walk keeps in mind, copies. More in `tests/properties/`."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import checker
from checker.domain.report import Order
from tests.properties.by_hand import BOOKS, legal_orders
from tests.properties.situations import Situation, plain

SOME = settings(
    max_examples=20, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def distance(order: tuple[str, ...], typed: tuple[str, ...]) -> int:
    """How many links were moved, left out or added: all but the longest common subsequence, and what is new."""
    table = [[0] * (len(order) + 1) for _ in range(len(typed) + 1)]
    for i, left in enumerate(typed):
        for j, right in enumerate(order):
            table[i + 1][j + 1] = table[i][j] + 1 if left == right else max(table[i][j + 1], table[i + 1][j])
    return len(typed) - table[-1][-1] + sum(effect not in typed for effect in order)


@given(situation=plain(), data=st.data())
@SOME
def test_an_order_typed_by_hand_is_judged_and_approached(situation: Situation, data: st.DataObject) -> None:
    typed = tuple(data.draw(st.permutations([one.id for one in situation.triggers])))
    report = checker.why(situation.text(), ", ".join(typed), rules="tcg")
    orders = legal_orders(situation, BOOKS["tcg"])
    assert (not report.broken) == (typed in orders)
    if report.broken:
        best = min(distance(order, typed) for order in orders)
        assert report.moved == best
        assert report.nearest
        for order in report.nearest:
            assert order.links in orders
            assert distance(order.links, typed) == best


def test_the_memory_of_a_walk_does_not_hold_orders() -> None:
    text = "\n".join(f'A triggers mandatory "T{index}" as t{index}' for index in range(8))
    orders = checker.explore(text).orders
    first: Order = next(orders)
    assert first.links == tuple(f"t{index}" for index in range(8))
    assert sum(1 for _ in orders) == 40_319


def test_copies_that_nobody_named_count_once() -> None:
    text = 'A triggers mandatory 3 "X"\nA triggers optional 2 "Y"\nB triggers optional "Z"\n'
    report = checker.explore(text)
    assert report.count == 6
    assert len(list(report.orders)) == 6
