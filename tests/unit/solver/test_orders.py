"""Orders: counted, listed, judged and approached the same way, against plain enumeration in Python."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import checker
from checker.domain.report import Order

RULES = ("tcg", "ocg", "tcg-classic", "tcg with trigger-order within-group")
SOME = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Trigger = tuple[str, bool, int, str]  # player, mandatory, moment, place
TRIGGERS = st.lists(
    st.tuples(st.sampled_from("AB"), st.booleans(), st.integers(0, 1), st.sampled_from(["", "from hand"])),
    min_size=1,
    max_size=5,
)


def story(triggers: list[Trigger]) -> str:
    """The triggers as a depth-1 story, ids t0, t1, …"""
    lines = ["players A, B"]
    for moment in (0, 1):
        if moment:
            lines.append("then")
        for index, (player, mandatory, when, place) in enumerate(triggers):
            if when == moment:
                nature = "mandatory" if mandatory else "optional"
                lines.append(f'{player} triggers {nature} "N{index}" as t{index} {place}')
    if lines[1] == "then" or lines[-1] == "then":
        lines.remove("then")
    return "\n".join(lines) + "\n"


def legal(order: tuple[int, ...], triggers: list[Trigger], rules: str) -> bool:
    """Whether an order is legal, by the rules as one would tell them to a friend."""
    classic = rules == "tcg-classic"
    within = "within-group" in rules
    hidden = rules == "ocg"
    moments = {when for _, _, when, _ in triggers}

    def group(index: int) -> int:
        player, mandatory, _, place = triggers[index]
        if hidden and place and not mandatory:
            return 5
        return (1 if mandatory else 3) + (player == "B")

    def key(index: int) -> tuple[int, ...]:
        when = triggers[index][2] if len(moments) > 1 else 0
        if classic:
            return (when, group(index))
        return (group(index), when if within and group(index) < 5 else 0)

    if any(mandatory and index not in order for index, (_, mandatory, _, _) in enumerate(triggers)):
        return False
    keys = [key(index) for index in order]
    return keys == sorted(keys)


def expected(triggers: list[Trigger], rules: str) -> set[tuple[str, ...]]:
    """All legal orders by enumeration."""
    numbers = range(len(triggers))
    return {
        tuple(f"t{index}" for index in order)
        for size in range(len(triggers) + 1)
        for order in permutations(numbers, size)
        if legal(order, triggers, rules)
    }


def distance(order: tuple[str, ...], typed: tuple[str, ...]) -> int:
    """How many links were moved, left out or added: all but the longest common subsequence, and what is new."""
    table = [[0] * (len(order) + 1) for _ in range(len(typed) + 1)]
    for i, left in enumerate(typed):
        for j, right in enumerate(order):
            table[i + 1][j + 1] = table[i][j] + 1 if left == right else max(table[i][j + 1], table[i + 1][j])
    return len(typed) - table[-1][-1] + sum(effect not in typed for effect in order)


@pytest.mark.parametrize("rules", RULES)
@given(triggers=TRIGGERS)
@SOME
def test_the_orders_are_those_of_plain_enumeration(rules: str, triggers: list[Trigger]) -> None:
    report = checker.explore(story(triggers), rules=rules)
    found = [order.links for order in report.orders]
    assert found == sorted(found)
    assert len(found) == len(set(found)) == report.count
    assert set(found) == expected(triggers, rules)


@pytest.mark.parametrize("rules", RULES)
@given(triggers=TRIGGERS)
@SOME
def test_declining_removes_and_never_adds(rules: str, triggers: list[Trigger]) -> None:
    everything = list(checker.explore(story(triggers), rules=rules).orders)
    without = list(checker.explore(story(triggers), rules=rules, declines=False).orders)
    assert without == [order for order in everything if not order.declined]
    assert checker.count(story(triggers), rules=rules, declines=False).count == len(without)


@given(triggers=TRIGGERS, data=st.data())
@SOME
def test_an_order_typed_by_hand_is_judged_and_approached(
    triggers: list[Trigger], data: st.DataObject
) -> None:
    names = [f"t{index}" for index in range(len(triggers))]
    typed = tuple(data.draw(st.permutations(names)))
    report = checker.why(story(triggers), ", ".join(typed), rules="tcg")
    orders = expected(triggers, "tcg")
    assert (not report.broken) == (typed in orders)
    if report.broken:
        best = min(distance(order, typed) for order in orders)
        assert report.moved == best
        assert report.nearest
        for order in report.nearest:
            assert order.links in orders
            assert distance(order.links, typed) == best


@given(triggers=TRIGGERS)
@SOME
def test_next_agrees_with_explore(triggers: list[Trigger]) -> None:
    text = story(triggers)
    first = {order.links[0] for order in checker.explore(text, rules="ocg").orders if order.links}
    assert {may.effect for may in checker.next(text, rules="ocg").may} == first


def test_the_memory_of_a_walk_does_not_hold_orders() -> None:
    text = "\n".join(f'A triggers mandatory "T{index}" as t{index}' for index in range(9))
    orders = checker.explore(text).orders
    first: Order = next(orders)
    assert first.links == tuple(f"t{index}" for index in range(9))
    assert sum(1 for _ in orders) == 362_879


def test_copies_that_nobody_named_count_once() -> None:
    text = 'A triggers mandatory 3 "X"\nA triggers optional 2 "Y"\nB triggers optional "Z"\n'
    report = checker.explore(text)
    assert report.count == 6
    assert len(list(report.orders)) == 6
