"""A walk through every order of a story, step by step, with reasons at each step. Plain data, no wording of layout."""

from __future__ import annotations

from collections.abc import Mapping

from checker.domain.data import dataclass, field
from checker.domain.report import (
    CompareReport,
    ExploreReport,
    LinkReport,
    Order,
    Reason,
    RulesUsed,
    TraceReport,
)


@dataclass(frozen=True, slots=True)
class Option:
    """An effect that waits: why it may be the next link, or why not. `to` is the fork after it (None: cut off)."""

    effect: str
    grounds: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()  #: empty: it may be placed
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Fork:
    """A place on the way: which effects may come next, and what it would mean to stop.

    `stop` is the order of those who stop here, with what that declines or loses; `against` says why they may not.
    """

    options: tuple[Option, ...]
    stop: Order | None
    against: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """One rule set: the story as it went, and the forks; the first is where the story ends.

    Ways that lead to the same place share its fork, so that `links` of its `stop` are those of one of them. `whole`
    tells that no fork was cut off. `resolutions` maps the links of an order to those of its chain, with what resolving
    each of them does; it holds the first `resolved` orders only.
    """

    rules: RulesUsed
    trace: TraceReport
    explore: ExploreReport
    orders: tuple[Order, ...]
    forks: tuple[Fork, ...]
    whole: bool
    resolutions: Mapping[tuple[str, ...], tuple[LinkReport, ...]] = field(default_factory=dict)
    resolved: int = 0


@dataclass(frozen=True, slots=True)
class Tour:
    """Walks through one story under several rule sets, its own first, and what those disagree on.

    `left_out` are the rule sets for which too many effects wait.
    """

    walks: tuple[Walkthrough, ...]
    compared: CompareReport
    left_out: tuple[str, ...] = ()
