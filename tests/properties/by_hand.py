"""The legal orders of a set of triggers by plain enumeration, from the rules ledger alone.

It tries every order of every subset and keeps those that break none of the sentences below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from tests.properties.situations import Situation, Trigger

Links = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """What a rule set says, as the table of variants in the ledger has it."""

    earlier_first: str = "none"  # SEGOC-3: none, within_group, global
    slow_below_fast: bool = False  # SEGOC-4
    hidden_last: bool = False  # SEGOC-6
    self_summons: int | None = 1  # SEGOC-13


BOOKS = {
    "tcg": Book(),
    "ocg": Book(hidden_last=True),
    "tcg-classic": Book(earlier_first="global", slow_below_fast=True),
    "ocg-classic": Book(),
    "edison": Book(earlier_first="global"),
    "goat": Book(earlier_first="global", self_summons=None),
    "mr1": Book(hidden_last=True),
    "mr5": Book(hidden_last=True),
    "tcg with trigger-order within-group": Book(earlier_first="within_group"),
    "ocg with trigger-order within-group": Book(earlier_first="within_group", hidden_last=True),
}


def legal_orders(situation: Situation, book: Book) -> set[Links]:
    """Every legal order, links from the bottom to the top; what is not in it is declined or lost."""
    found = set()
    for size in range(len(situation.triggers) + 1):
        for chosen in combinations(situation.triggers, size):
            left = [one for one in situation.triggers if one not in chosen]
            # Only what is mandatory as well comes so early that it can take a mandatory effect's use.
            spent = [other for other in chosen if other.mandatory]
            if any(one.mandatory and not any(_excludes(other, one) for other in spent) for one in left):
                continue
            for order in permutations(chosen):
                if not any(_broken(order, situation, book)):
                    found.add(tuple(one.id for one in order))
    return found


def _excludes(placed: Trigger, other: Trigger) -> bool:
    """TR-16: what may be used once per turn by name cannot be used again, and then need not be."""
    same = placed.by_name and other.by_name and placed.player == other.player
    return same and (placed.name or placed.id) == (other.name or other.id)


def _broken(order: tuple[Trigger, ...], situation: Situation, book: Book) -> Iterator[bool]:
    def group(one: Trigger) -> int:
        """SEGOC-1: turn player's mandatory, the other's mandatory, then optional ones; SEGOC-6: hidden ones last."""
        if book.hidden_last and one.place == "hand" and not one.mandatory:
            return 5
        return (1 if one.mandatory else 3) + (one.player != situation.turn)

    summoned = [one for one in order if one.summons_itself and one.place == "hand" and not one.mandatory]
    for lower, upper in combinations(order, 2):
        first, second = group(lower), group(upper)
        if book.earlier_first == "global" and lower.moment != upper.moment:
            yield upper.moment < lower.moment
        else:
            yield second < first
        if book.earlier_first == "within_group" and first == second < 5:
            yield upper.moment < lower.moment
        if book.slow_below_fast and first == second and lower.moment == upper.moment:
            yield upper.speed < lower.speed
        yield _excludes(lower, upper)
        if book.self_summons is not None and lower in summoned and upper in summoned:
            yield lower.player == upper.player and book.self_summons == 1
