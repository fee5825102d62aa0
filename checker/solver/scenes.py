"""Scenes: a long story is judged stretch by stretch, so that the time it takes grows with its length and no faster.

A scene ends where no chain can be under way. The next one begins with the fluents that hold there and with the events
that came before; otherwise it is grounded and solved on its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator

from checker.domain.data import dataclass
from checker.domain.fact import Term
from checker.domain.story import Story

LENGTH = 30  # nodes that a scene has at least, unless it is the last

# Facts that belong to a node, named in their first argument; all others hold for the whole story.
_OF_A_NODE = frozenset(
    {
        "slot",
        "next",
        "deciding",
        "activates",
        "option",
        "told_target",
        "told_cost",
        "against",
        "at_once",
        "passes",
        "both_pass",
        "declines",
        "action",
        "summoned",
        "material",
        "discarded",
        "happens",
        "later",
        "meets",
        "met",
        "opening",
        "closes",
        "resolves",
        "in_resolution",
        "finishes",
        "settles",
        "pause",
        "clearing",
        "implied_by",
    }
)
_OF_THE_BEGINNING = frozenset(("start", "init"))


@dataclass(frozen=True, slots=True)
class Scene:
    """The nodes `first` to `last` and the facts of the slots between them; `whole` are the facts of the whole story."""

    first: int
    last: int
    facts: tuple[Term, ...]

    def holds(self, moment: int) -> bool:
        """Whether a question about that moment is asked in this scene."""
        return self.first < moment <= self.last or (moment == 0 and self.first == 0)


def scenes(story: Story) -> Iterator[Scene]:
    """The scenes of a story in order; a short story is one."""
    ends = list(_ends(story))
    always = tuple(fact for fact in story.facts if fact.name not in _OF_A_NODE | _OF_THE_BEGINNING)
    opening = tuple(fact for fact in story.facts if fact.name in _OF_THE_BEGINNING)
    slots: dict[int, list[Term]] = defaultdict(list)
    for fact in story.facts:
        if fact.name in _OF_A_NODE:
            slots[bisect_left(ends, _node(fact) + 1)].append(fact)
    first = 0
    for index, last in enumerate(ends):
        begin = (Term("beginning"), *opening) if index == 0 else (Term("start", (first,)),)
        yield Scene(first, last, (*always, *begin, *slots[index]))
        first = last


def _ends(story: Story) -> Iterable[int]:
    before = 0
    for cut in story.cuts:
        if cut - before >= LENGTH and story.end - cut >= LENGTH:
            yield cut
            before = cut
    yield story.end


def _node(fact: Term) -> int:
    node = fact.args[0]
    assert isinstance(node, int)
    return node
