"""The orders as a tree of decisions: which link may follow, and whose choice that is. What pictures are drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from checker.domain.data import dataclass, field
from checker.domain.language import either, plural, say
from checker.domain.report import (
    ContestedReading,
    EffectInfo,
    ExploreReport,
    NextReport,
    Order,
    TraceReport,
    WhyReport,
)
from checker.render.layout.orders import GROUPS, merged
from checker.render.layout.tree import Node, fates, grow


@dataclass(slots=True)
class Decision:
    """A place in the tree: the effect that is placed there as link number `place`, and what may follow.

    At the beginning there is no effect and `place` is 0. `ends` is the order that ends here, `number` its number in
    the list of all orders. `choosers` are the players among whose effects the next link is chosen; none if only one
    thing can come next.
    """

    effect: EffectInfo | None
    place: int
    ends: Order | None = None
    number: int = 0
    choosers: tuple[str, ...] = ()
    then: list[Decision] = field(default_factory=list)

    def walk(self) -> Iterator[Decision]:
        """This place and all that follow, each before what follows it."""
        yield self
        for after in self.then:
            yield from after.walk()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tree of `orders`, the first of `total` (None: not counted in time); `whole` tells that none are left out."""

    root: Decision
    orders: tuple[Order, ...]
    total: int | None
    whole: bool

    @property
    def note(self) -> str:
        """What is not drawn, in a sentence; empty if everything is."""
        if self.whole:
            return ""
        if self.total is None:
            return say("only the first {number} orders are drawn", number=f"{len(self.orders):,}")
        return say(
            "only the first {number} of {total} orders are drawn",
            number=f"{len(self.orders):,}",
            total=f"{self.total:,}",
        )


def decisions(report: ExploreReport, *, most: int) -> Drawn:
    """The tree of the first `most` orders of a report (whose iterator is used up as far as that)."""
    return tree_of(islice(report.orders, most), report)


def tree_of(listed: Iterable[Order], report: ExploreReport) -> Drawn:
    """The tree of some orders, the first of those that the report speaks of."""
    orders = tuple(merged(listed, report.alike))
    whole = report.complete and len(orders) == report.count
    numbers = {order: number for number, order in enumerate(orders, start=1)}
    root = grow(orders, cut=not whole)
    return Drawn(_decision(root, None, 0, report.effects, numbers), orders, report.count, whole)


def _decision(
    node: Node,
    effect: EffectInfo | None,
    place: int,
    effects: Mapping[str, EffectInfo],
    numbers: Mapping[Order, int],
) -> Decision:
    then = [_decision(after, effects[link], place + 1, effects, numbers) for link, after in node.next.items()]
    following = sorted((one.effect for one in then if one.effect is not None), key=_rank)
    choosers = tuple(dict.fromkeys(one.player for one in following))
    if len(then) + (node.ends is not None) < 2:
        choosers = ()
    number = numbers[node.ends] if node.ends is not None else 0
    return Decision(effect, place, node.ends, number, choosers, then)


def _rank(effect: EffectInfo) -> int:
    return list(GROUPS).index(effect.group)


def called(effect: EffectInfo) -> str:
    """An effect by its card, with its id where that says more: `Sangan (mine)`."""
    return effect.card if effect.id == effect.card else f"{effect.card} ({effect.id})"


def nature(effect: EffectInfo) -> str:
    """Whose effect it is, whether it must be used, and its Spell Speed."""
    must = say("mandatory") if effect.mandatory else say("optional")
    return f"{effect.player} · {must} · {speed(effect.speed)}"


def speed(number: int) -> str:
    """A Spell Speed in words."""
    return say("Spell Speed {number}", number=number)


def choice(decision: Decision) -> str:
    """Who decides what comes next: `then Yugi or Kaiba chooses`; empty if there is nothing to choose."""
    return say("then {player} chooses", player=either(decision.choosers)) if decision.choosers else ""


def under(report: ExploreReport | NextReport | TraceReport | WhyReport) -> str:
    """Which story is drawn, under which rules."""
    return say("{file} under {rules}", file=report.source.name, rules=str(report.rules))


def beginning(report: ExploreReport | NextReport) -> str:
    """Where the tree begins: the window, and who is to act."""
    return say("{window}; {player} is to act", window=report.window, player=report.to_act or say("nobody"))


def how_many(drawn: Drawn) -> str:
    """How many orders there are, in words."""
    if drawn.total is None:
        return say("an unknown number of legal orders")
    return plural("{number} legal order", "{number} legal orders", drawn.total)


def ending(decision: Decision) -> list[str]:
    """The end of an order in words: its number, and what became of the rest."""
    assert decision.ends is not None
    if not (decision.place or decision.ends.declined or decision.ends.lost):
        return [say("nothing to order here")]
    stop = (
        say("order {number} ends here")
        if decision.place
        else say("order {number}: nobody activates anything")
    )
    return [stop.format(number=decision.number), *fates(decision.ends)]


def lines(place: Decision, start: str) -> list[str]:
    """What is written in a box of the tree; `start` says where the tree begins."""
    if place.effect is None:
        said = [say("The chain begins"), start]
    else:
        said = [
            f"{place.place}. {called(place.effect)}",
            nature(place.effect),
            say(GROUPS[place.effect.group]),
        ]
    if place.choosers:
        return [*said, choice(place)]
    return [*said, *ending(place)] if place.ends is not None else said


def disputed(reading: ContestedReading) -> str:
    """A toggle on which sources disagree and this answer depends, in a sentence."""
    text = say("sources disagree on `{toggle}`, and this answer depends on it", toggle=reading.toggle)
    used = say(
        "used here: {used}; with `{toggle} {other}`: {effect}",
        used=reading.used,
        toggle=reading.toggle,
        other=reading.other,
        effect=reading.effect,
    )
    return f"{text}; {used}"
