"""A set of orders is only said as choices if they make exactly that set."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.domain.report import Order
from checker.render.layout.choices import Letter, Step, find
from checker.render.layout.tree import tree
from tests.unit import samples
from tests.unit.samples import Orders, effect


def found(given_orders: Orders) -> list[str] | None:
    effects, orders = given_orders
    choices = find(orders, effects, count=len(orders))
    return None if choices is None else [str(step) for step in choices.steps]


def test_steps() -> None:
    assert found(samples.free_groups()) == [
        "a, b in any order",
        "c, d in any order",
        "any of e, f in any order, or none",
    ]
    assert found(samples.two_each()) == ["s1", "s2", "p1 or nothing", "p2 or nothing"]
    assert found(samples.with_ban()) is None


def test_one_order_less_is_no_choice() -> None:
    effects, orders = samples.free_groups()
    assert found((effects, orders[1:])) is None


def test_the_same_number_of_other_orders_is_no_choice() -> None:
    effects = {name: effect(name, "turn-mandatory") for name in "abc"}
    orders = [Order(("a", "b", "c")), Order(("c", "b", "a"))]
    assert found((effects, orders)) is None


def test_moments_divide_a_group() -> None:
    effects = {name: effect(name, "turn-mandatory", met=met) for name, met in (("a", 1), ("b", 0), ("c", 0))}
    orders = [Order(("b", "c", "a")), Order(("c", "b", "a"))]
    assert found((effects, orders)) == ["b, c in any order", "a"]


def test_copies() -> None:
    effects = {"Sangan": effect("Sangan", "turn-mandatory"), "x": effect("x", "turn-mandatory")}
    orders = [Order(word) for word in sorted(set(permutations(["Sangan", "Sangan", "x"])))]
    assert found((effects, orders)) == ["2 × Sangan, x in any order"]


def test_a_cut_list_is_judged_by_its_number() -> None:
    effects, orders = samples.free_optional(6)
    assert find(orders[:1000], effects, count=1957) is not None
    assert find(orders[:1000], effects, count=1956) is None


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4))
def test_ways_are_counted_rightly(bounds: list[tuple[int, int]]) -> None:
    letters = tuple(Letter(name, min(b), max(b)) for name, b in zip("abcd", bounds, strict=False))
    pool = [letter.id for letter in letters for _ in range(letter.high)]
    words = {word for size in range(len(pool) + 1) for word in permutations(pool, size)}
    fitting = [w for w in words if all(letter.low <= w.count(letter.id) for letter in letters)]
    assert Step(letters).ways == len(fitting)


def test_a_tree_folds_what_is_free() -> None:
    effects = {name: effect(name, "turn-mandatory") for name in "abc"}
    free = [Order(("a", *word)) for word in permutations("bc")]
    orders = [*free, Order(("b", "a", "c"))]
    assert list(tree(orders, effects, cut=False)) == [
        "├─ Yugi: a",
        "│  ├─ Yugi: b → c",
        "│  └─ Yugi: c → b",
        "└─ Yugi: b → a → c",
    ]


@pytest.mark.parametrize("cut", [False, True])
def test_a_tree_shows_every_order(cut: bool) -> None:
    effects, orders = samples.with_ban()
    lines = list(tree(orders, effects, cut=cut))
    leaves = sum("lost" in line or line.endswith("→ a") for line in lines)
    assert leaves == len(orders)


def test_odd_names_are_quoted() -> None:
    effects = {"Tierra, Source of Destruction": effect("Tierra, Source of Destruction", "turn-mandatory")}
    assert found((effects, [Order(tuple(effects))])) == ['"Tierra, Source of Destruction"']
