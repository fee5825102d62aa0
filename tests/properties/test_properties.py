"""Second opinions: what must hold of every situation. `make properties N=… SEED=…` asks many more of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import checker
from checker.domain.source import SourceFile
from tests.properties import situations
from tests.properties.by_hand import BOOKS, legal_orders
from tests.properties.situations import Situation

_CAMPAIGN = os.environ.get("SEGOC_EXAMPLES")
if _CAMPAIGN is not None and not (_CAMPAIGN.isdecimal() and int(_CAMPAIGN)):
    pytest.exit(
        f"SEGOC_EXAMPLES (the N of `make properties`) is {_CAMPAIGN}, which is no number from 1 on", 2
    )
RULES = tuple(BOOKS)


def some(number: int) -> settings:
    """So many examples, the same ones each time; in a campaign as many as it asks for, by its seed."""
    return settings(
        max_examples=int(_CAMPAIGN) if _CAMPAIGN else number,
        derandomize=_CAMPAIGN is None,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def orders(text: str, rules: str, *, responses: bool = False) -> list[tuple[str, ...]]:
    """The links of every order, as they are listed; that they are sorted, and as many as counted, is seen to."""
    report = checker.explore(text, rules=rules, responses=responses)
    found = [tuple(order.links) for order in report.orders]
    assert found == sorted(found)
    assert len(found) == len(set(found)) == report.count
    assert checker.count(text, rules=rules, responses=responses).count == len(found)
    return found


# ---------------------------------------------------------------- another way to find the orders


@given(situation=situations.of_all_kinds(), rules=st.sampled_from(RULES))
@some(24)
def test_the_orders_are_those_of_plain_enumeration(situation: Situation, rules: str) -> None:
    assert set(orders(situation.text(), rules)) == legal_orders(situation, BOOKS[rules])


@given(situation=situations.with_answers(), rules=st.sampled_from(RULES))
@some(5)
def test_what_may_come_next_is_what_some_order_goes_on_with(situation: Situation, rules: str) -> None:
    found = orders(situation.text(), rules, responses=True)
    for prefix in sorted({order[:size] for order in found for size in range(len(order) + 1)})[:8]:
        plays = [f"{situation.of(effect).player} activates {effect}" for effect in prefix]
        report = checker.next(situation.text(plays), rules=rules)
        assert not [d for d in report.diagnostics if d.severity == "error"]
        later = {
            order[len(prefix)]
            for order in found
            if order[: len(prefix)] == prefix and len(order) > len(prefix)
        }
        assert {may.effect for may in report.may} <= later


# ---------------------------------------------------------------- more freedom, more orders

FREER = [
    ("tcg", "segoc-groups", ("yes", "no")),
    ("tcg", "trigger-order", ("within-group", "none")),
    ("ocg", "trigger-order", ("within-group", "none")),
    ("tcg-classic", "ss1-below-ss2", ("within-group", "no")),
    ("tcg", "self-ss-hand-limit", ("1", "2", "none")),
    ("ocg", "self-ss-hand-limit", ("1", "2", "none")),
    ("tcg", "response-ban-in-segoc", ("yes", "no")),
]


@pytest.mark.parametrize(("rules", "toggle", "values"), FREER)
@given(situation=situations.optional())
@some(2)
def test_a_freer_reading_keeps_every_order(
    rules: str, toggle: str, values: Sequence[str], situation: Situation
) -> None:
    """From the strictest value to the freest. Nothing is mandatory here: what must be placed may forbid as well."""
    sets = [set(orders(situation.text(), f"{rules} with {toggle} {value}")) for value in values]
    for strict, free in pairwise(sets):
        assert strict <= free


# ---------------------------------------------------------------- what changes nothing

_NAMES = ["Sangan", "影依の原核", "A, B", "Ω", 'a \\"b\\"', "order", "x" * 60, "-1", "t0", "mandatory"]


@given(situation=situations.of_all_kinds(), rules=st.sampled_from(RULES), data=st.data())
@some(6)
def test_names_mean_nothing(situation: Situation, rules: str, data: st.DataObject) -> None:
    """Of players, cards, effects and the file."""
    names = sorted({one.name or one.id for one in situation.triggers})
    new_names = dict(zip(names, data.draw(st.permutations(_NAMES)), strict=False))
    ids = {one.id: f"e{number}x" for number, one in enumerate(reversed(situation.triggers))}
    text = situation.renamed(ids, new_names).text()
    for old, new in (("A", "Yugi"), ("B", "海馬")):
        text = text.replace(f"players {old},", f"players {new},").replace(f", {old}\n", f", {new}\n")
        text = text.replace(f"\n{old} triggers", f"\n{new} triggers")
    named = checker.explore(SourceFile("遊戯.chain", text), rules=rules)
    found = {tuple(order.links) for order in named.orders}
    assert found == {tuple(ids[link] for link in order) for order in orders(situation.text(), rules)}


@given(situation=situations.with_answers(), rules=st.sampled_from(RULES))
@some(4)
def test_the_other_turn_player_mirrors(situation: Situation, rules: str) -> None:
    """B's turn with the players' effects exchanged is A's turn as it was."""
    mirrored = Situation(situation.mirrored().triggers, situation.mirrored().quick, turn="B")
    assert orders(mirrored.text(), rules, responses=True) == orders(situation.text(), rules, responses=True)


_UNRELATED = ['A field: "Bystander"', 'B hand: "Bystander"', 'B set: "Bystander"', 'A gy: 3 "Bystander"']


@given(situation=situations.with_answers(), rules=st.sampled_from(RULES), line=st.sampled_from(_UNRELATED))
@some(4)
def test_a_card_that_has_nothing_to_do_with_it_changes_nothing(
    situation: Situation, rules: str, line: str
) -> None:
    with_it = orders(situation.text([line]), rules, responses=True)
    assert with_it == orders(situation.text(), rules, responses=True)


# ---------------------------------------------------------------- declining


@given(situation=situations.of_all_kinds(), rules=st.sampled_from(RULES))
@some(6)
def test_declining_removes_and_never_adds(situation: Situation, rules: str) -> None:
    text = situation.text()
    everything = list(checker.explore(text, rules=rules).orders)
    without = list(checker.explore(text, rules=rules, declines=False).orders)
    assert without == [order for order in everything if not order.declined]
    assert checker.count(text, rules=rules, declines=False).count == len(without)
    optional = {one.id for one in situation.triggers if not one.mandatory}
    for order in everything:
        assert set(order.declined) <= optional - set(order.links)


@given(situation=situations.plain(), rules=st.sampled_from(RULES))
@some(4)
def test_an_order_without_an_optional_effect_is_an_order_of_the_rest(
    situation: Situation, rules: str
) -> None:
    """Where nothing excludes anything: declining an effect is as if it had not been triggered."""
    found = set(orders(situation.text(), rules))
    for left_out in situation.triggers:
        rest = tuple(one for one in situation.triggers if one is not left_out)
        if not left_out.mandatory and rest:
            expected = {order for order in found if left_out.id not in order}
            assert set(orders(Situation(rest).text(), rules)) == expected
