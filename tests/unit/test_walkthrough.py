"""Walks through the orders of a story: the forks lead to exactly the orders, and everything has its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker import app, files
from checker.domain.report import Order
from checker.domain.source import SourceFile
from checker.domain.walkthrough import Walkthrough
from checker.verdict import walkthrough

ROOT = Path(__file__).resolve().parents[2]
STORIES = [
    *(ROOT / "examples" / f"{name}.chain" for name in ("four-groups", "mystic-tomatoes")),
    # A trigger that is not in the set joins; a mandatory Quick effect does.
    ROOT / "tests" / "stories" / "classics" / "raidraptor-avenge-vulture.chain",
    ROOT / "tests" / "stories" / "language" / "mandatory-quick-at-depth-1.chain",
    *sorted((ROOT / "tests" / "stories" / "discriminators").glob("*.chain"))[::20],
]
RESPONSES = SourceFile(
    "responses.chain",
    """players Yugi, Kaiba
Yugi triggers mandatory "Sangan" as s1
Kaiba triggers optional "Peten" as p1
Yugi may use "Book of Moon" as book speed 2 from set
Kaiba may use "Solemn Judgment" as solemn speed 3 from set
""",
)


def ways(walk: Walkthrough) -> set[tuple[str, ...]]:
    """The links of every way through the forks on which one may stop."""
    found = set()
    todo: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while todo:
        number, links = todo.pop()
        fork = walk.forks[number]
        if fork.stop is not None:
            found.add(links)
        todo += [(o.to, (*links, o.effect)) for o in fork.options if o.to is not None]
    return found


def only(source: SourceFile, *, base: Path | None = None, responses: bool = False) -> Walkthrough:
    (walk,) = app.tour(source, [app.rules_of(source)], base=base, responses=responses, most=500).walks
    return walk


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_forks_lead_to_exactly_the_orders(path: Path) -> None:
    walk = only(files.read(str(path)), base=path.parent)
    assert walk.whole
    assert ways(walk) == {order.links for order in walk.orders}
    for fork in walk.forks:
        assert fork.stop is not None or fork.against
        for option in fork.options:
            assert bool(option.grounds) != bool(option.against)
            for reason in (*option.grounds, *option.against):
                assert not set("{}?") & set(reason.text)
    assert all(link.grounds for link in walk.trace.links)
    for links, chain in walk.resolutions.items():
        assert tuple(link.effect for link in chain)[-len(links) :] == links
        assert {link.outcome for link in chain} <= {"resolved", "no-effect", "negated"}


def test_fast_effects_join_with_their_reasons() -> None:
    walk = only(RESPONSES, responses=True)
    assert walk.explore.effects["solemn"].group == "fast"
    assert ways(walk) == {order.links for order in walk.orders}
    answered = next(fork for fork in walk.forks if fork.stop and fork.stop.links == ("s1", "book"))
    options = {option.effect: option for option in answered.options}
    assert options["solemn"].grounds[0].text == (
        "it answers `Book of Moon` (`book`): Spell Speed 3 may be added on top of Spell Speed 2"
    )
    assert {reason.law for reason in options["p1"].against} == {"segoc/declined", "segoc/interleaved"}


def test_ways_are_cut_off_far_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walkthrough, "MOST_FORKS", 3)
    walk = only(RESPONSES, responses=True)
    assert not walk.whole
    assert len(walk.forks) == 3
    assert ways(walk) < {order.links for order in walk.orders}


def waiting(number: int, how: str = "mandatory") -> SourceFile:
    told = "".join(f'A1 triggers {how} "C{i}" as c{i}\n' for i in range(number))
    return SourceFile("many.chain", f"players A1, B1\n{told}")


def test_the_work_for_a_page_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of long chains fewer are resolved, at fewer forks it is asked, and one rule set has to do."""
    assert len(walkthrough._affordable((Order(("e",) * 8),) * 12)) == 9
    assert walkthrough._affordable((Order(("e",) * 40),)) == ()
    monkeypatch.setattr(walkthrough, "_RESOLVED_WORK", 8)
    monkeypatch.setattr(walkthrough, "_FORK_WORK", 54)
    walk = only(waiting(3))
    assert (walk.resolved, walk.resolutions, len(walk.forks), walk.whole) == (0, {}, 2, False)
    monkeypatch.setattr(app, "_MOST_COMPARED", 1)
    tour = app.tour(waiting(2), ["tcg", "ocg"])
    assert [str(found.rules) for found in tour.walks] == ["tcg"]
    assert tour.left_out == ("ocg",)
    assert tour.compared.columns == app.compare(waiting(2), ["tcg"]).columns


def test_what_the_rule_sets_disagree_on() -> None:
    path = ROOT / "examples" / "zaborg-in-the-old-tcg.chain"
    tour = app.tour(files.read(str(path)), ["tcg-classic", "ocg"], base=path.parent)
    assert [str(walk.rules) for walk in tour.walks] == ["tcg-classic", "ocg"]
    assert [len(walk.orders) for walk in tour.walks] == [1, 2]
    (difference,) = tour.compared.differences
    assert difference.laws == ("segoc/trigger-time",)
