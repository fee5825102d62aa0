"""A set of orders said as choices ("these first, in any order, then any of those"), where that is exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import comb, prod
from typing import get_args

from checker.domain.data import dataclass
from checker.domain.language import say
from checker.domain.report import EffectInfo, Group, Lost, Order
from checker.render.layout.names import shown

_RANK: dict[str, int] = {group: rank for rank, group in enumerate(get_args(Group))}

# What may decide which effects come first; a division is only shown if it reproduces the set.
_DIVISIONS: tuple[Callable[[EffectInfo], tuple[int, ...]], ...] = (
    lambda e: (_RANK[e.group],),
    lambda e: (_RANK[e.group], e.met),
    lambda e: (e.met, _RANK[e.group]),
    lambda e: (e.met,),
    lambda e: (_RANK[e.group], e.speed),
    lambda e: (_RANK[e.group], -e.speed),
    lambda _: (),
)


@dataclass(frozen=True, slots=True)
class Letter:
    """An effect and how often it is placed, from `low` to `high` times."""

    id: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Step:
    """Effects that are placed one after another, in any order among themselves."""

    letters: tuple[Letter, ...]

    @property
    def ways(self) -> int:
        """How many sequences this step allows."""
        words = [1]
        for letter in self.letters:
            longer = [0] * (len(words) + letter.high)
            for size, number in enumerate(words):
                for copies in range(letter.low, letter.high + 1):
                    longer[size + copies] += number * comb(size + copies, copies)
            words = longer
        return sum(words)

    def __str__(self) -> str:
        must = [_times(letter.id, letter.low) for letter in self.letters if letter.low]
        may = [
            _times(letter.id, letter.high - letter.low) for letter in self.letters if letter.high > letter.low
        ]
        if not may:
            return say("{names} in any order", names=", ".join(must)) if len(must) > 1 else must[0]
        if not must and len(self.letters) == 1 and self.letters[0].high == 1:
            return say("{name} or nothing", name=may[0])
        if not must:
            return say("any of {names} in any order, or none", names=", ".join(may))
        return say("{names} and any of {others}, in any order", names=", ".join(must), others=", ".join(may))


@dataclass(frozen=True, slots=True)
class Choices:
    """Steps, one after another. `lost` is what is lost in every one of the orders."""

    steps: tuple[Step, ...]
    lost: tuple[Lost, ...]

    @property
    def ways(self) -> int:
        """How many orders these choices make."""
        return prod(step.ways for step in self.steps)

    def admit(self, orders: Iterable[Order]) -> bool:
        """True if each of the orders can be made with these choices."""
        where = {letter.id: number for number, step in enumerate(self.steps) for letter in step.letters}
        letters = [letter for step in self.steps for letter in step.letters]
        for order in orders:
            at = [where.get(link, -1) for link in order.links]
            if order.lost != self.lost or -1 in at or at != sorted(at):
                return False
            used = Counter(order.links)
            if not all(letter.low <= used[letter.id] <= letter.high for letter in letters):
                return False
        return True


def find(
    orders: Sequence[Order], effects: Mapping[str, EffectInfo], *, count: int, declines: bool = True
) -> Choices | None:
    """The choices that make exactly the given orders, or None.

    Where `orders` is only the first part of `count` orders, each of them must fit and the number must
    agree; then whether an effect may be left out is read from `effects` and `declines`.
    """
    if not orders or len({order.links for order in orders}) < len(orders):
        return None
    letters = _letters(orders, effects, whole=len(orders) == count, declines=declines)
    tried = set()
    for division in _DIVISIONS:
        choices = Choices(_divide(letters, effects, division), orders[0].lost)
        if choices in tried:
            continue
        tried.add(choices)
        if choices.ways == count and choices.admit(orders):
            return choices
    return None


def _letters(
    orders: Iterable[Order], effects: Mapping[str, EffectInfo], *, whole: bool, declines: bool
) -> list[Letter]:
    used = [Counter(order.links) for order in orders]
    ids = [name for name in effects if any(name in counter for counter in used)]
    if whole:
        return [Letter(i, min(c[i] for c in used), max(c[i] for c in used)) for i in ids]
    return [_by_nature(i, max(c[i] for c in used), must=effects[i].mandatory or not declines) for i in ids]


def _by_nature(name: str, high: int, *, must: bool) -> Letter:
    return Letter(name, high if must else 0, high)


def _divide(
    letters: Iterable[Letter],
    effects: Mapping[str, EffectInfo],
    division: Callable[[EffectInfo], tuple[int, ...]],
) -> tuple[Step, ...]:
    def key(letter: Letter) -> tuple[int, ...]:
        return division(effects[letter.id])

    return tuple(Step(tuple(part)) for _, part in groupby(sorted(letters, key=key), key))


def players(step: Step, effects: Mapping[str, EffectInfo]) -> Iterator[str]:
    """The players who place the effects of a step, each once."""
    return iter(dict.fromkeys(effects[letter.id].player for letter in step.letters))


def _times(name: str, number: int) -> str:
    return shown(name) if number == 1 else f"{number} × {shown(name)}"
