"""Where the engine is known to depart from the rules: each departure predicts exactly what the engine gives instead.

A difference is explained only if the set that the engine gave is the one that departures predict, no more and no less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from checker.solver.walk import SetMember
from tests.engine.ours import Answer, Bend, Members, Order
from tests.engine.translate import Duel

# Each preset of the engine and the rule set of ours that it is compared with.
RULES = {
    "mr5": "ocg",
    "mr5+firsttrigger": "ocg with trigger-order within-group",
    "mr5+nonpublic": "tcg",
    "goat": "goat with trigger-order within-group",
}
_BY_TIME = ("mr5+firsttrigger", "goat")

LEAVES_FIRST = "leaves-first"
EACH_TIME = "each-time"
EITHER_TIME = "either-time"
DROPPED = "dropped-by-a-ban"
ONE_OF_A_HAND_CARD = "one-of-a-hand-card"
STAYS_USED = "stays-used"
MOVED_ON = "moved-on"
AFTER_ALL = "hidden-after-all"
NAMES = {
    LEAVES_FIRST: "SEGOC-3: of one move the engine raises `leaves the field` first, and counts it as an earlier event",
    EACH_TIME: "TR-8: an effect gets one link for each event in every preset of the engine",
    EITHER_TIME: "TR-8, SEGOC-3: of an effect's two events the engine lets the first be passed over, we use it",
    DROPPED: "RST-4: members and mandatory Quick effects that a ban covers when the engine tests them are dropped",
    ONE_OF_A_HAND_CARD: "TR-11: once a card in the hand was used, its triggers are gone in the engine",
    STAYS_USED: "TR-17: a negated activation does not give `once per turn` back in the engine",
    AFTER_ALL: "SEGOC-6: when a ban leaves a step nobody to choose, the engine asks hidden hand triggers later",
    MOVED_ON: "TW-10: the engine asks a card of an event where it was last, which a cost has changed meanwhile",
}


# What the engine makes of an order of ours; None if it does not give it at all.
Change = Callable[[Order, Members], Order | None]


@dataclass(frozen=True, slots=True)
class Part:
    """A rule set of ours that a prediction starts from, and what departures do to its orders."""

    rules: str
    bend: Bend | None
    changes: tuple[Change, ...]

    def predict(self, answer: Answer) -> frozenset[Order]:
        """The orders that come of those of `answer`."""
        found = answer.orders
        for change in self.changes:
            changed = (change(order, answer.members) for order in found)
            found = frozenset(order for order in changed if order is not None)
        return found


@dataclass(frozen=True, slots=True)
class Variant:
    """Some known departures. The engine should give the orders of all the parts."""

    names: tuple[str, ...]
    parts: tuple[Part, ...]


def variants(flags: str, duel: Duel, answer: Answer) -> Iterator[list[Variant]]:
    """What the departures that can matter predict under a preset: one of them, then two together, and so on.

    `answer` is ours under the rule set of the preset.
    """
    possible = _possible(flags, duel, answer)
    for number in range(1, len(possible) + 1):
        yield [_variant(flags, duel, names) for names in combinations(possible, number)]


def _possible(flags: str, duel: Duel, answer: Answer) -> list[str]:
    by_time = flags in _BY_TIME
    met_twice = any(len(member.times) > 1 for member in answer.members.values())
    holds = {
        LEAVES_FIRST: by_time and "leaves" in duel.events.values(),
        EITHER_TIME: by_time and met_twice,
        EACH_TIME: flags != "goat" and met_twice,
        DROPPED: bool(duel.bans),
        ONE_OF_A_HAND_CARD: met_twice or len(set(duel.cards_of.values())) < len(duel.cards_of),
        AFTER_ALL: flags == "mr5+nonpublic"
        and bool(duel.bans)
        and any(_hidden(member) for member in answer.members.values()),
        STAYS_USED: bool(duel.spent),
        MOVED_ON: any(names and names <= set().union(*duel.paid.values()) for names in duel.watched.values()),
    }
    return [name for name in NAMES if holds[name]]


def _variant(flags: str, duel: Duel, names: tuple[str, ...]) -> Variant:
    base, _, toggle = RULES[flags].partition(" with ")
    by_time = LEAVES_FIRST in names or EITHER_TIME in names
    toggles = ["trigger-order none" if by_time else toggle]
    toggles += ["double-trigger-same-card each"] if EACH_TIME in names else []
    changes: list[Change] = []
    if STAYS_USED in names:
        changes.append(_stays_used(duel))
    if MOVED_ON in names:
        changes.append(_moved_on(duel))
    if ONE_OF_A_HAND_CARD in names:
        changes.append(_one_of_a_hand_card(duel))
    bend = None
    if by_time or DROPPED in names:
        in_time = _in_time(duel, leaves_first=LEAVES_FIRST in names, either=EITHER_TIME in names)
        bend = Bend(in_time if by_time else None, _dropped(duel) if DROPPED in names else None)
    parts = [Part(_with(base, toggles), bend, tuple(changes))]
    if AFTER_ALL in names:
        late = [*toggles, "nonpublic-optional-rank rank7", "hand-trigger-as-ss2 yes"]
        parts.append(Part(_with(base, late), bend, (*changes, _after_all(duel))))
    return Variant(names, tuple(parts))


def _with(base: str, toggles: Sequence[str]) -> str:
    told = ", ".join(filter(None, toggles))
    return f"{base} with {told}" if told else base


def _in_time(
    duel: Duel, *, leaves_first: bool, either: bool
) -> Callable[[Order, str, Sequence[str], Members], bool]:
    """Each group goes by the time of its events; of one move, `leaves the field` may come first.

    With `either`, an effect with several events may be placed for any of them, in their order.
    """

    def times(effect: str, member: SetMember) -> list[tuple[int, int]]:
        late = 0 if leaves_first and duel.events.get(effect) == "leaves" else 1
        return [(time, late) for time in sorted(member.times)]

    def place(left: list[tuple[int, int]], newest: tuple[int, int]) -> tuple[int, int] | None:
        """Uses a time up; None if that is not possible any more."""
        usable = [time for time in left if time >= newest] if either else left[:1]
        if not usable or usable[0] < newest:
            return None
        del left[: left.index(usable[0]) + 1]
        return usable[0]

    def allowed(prefix: Order, effect: str, free: Sequence[str], members: Members) -> bool:
        member = members.get(effect)
        if member is None or member.group in ("nonpublic", "fast"):
            return True
        group = {name: times(name, other) for name, other in members.items() if other.group == member.group}
        newest = (-1, 0)
        for placed in (*prefix, effect):
            if placed in group:
                time = place(group[placed], newest)
                if time is None:
                    return placed != effect or len(times(effect, member)) == 0
                newest = time
        if not member.group.endswith("mandatory"):
            return True
        return all(group[other][0] >= newest for other in free if group.get(other))

    return allowed


def _stays_used(duel: Duel) -> Change:
    """What the story activated and negated cannot be activated again."""

    def change(order: Order, members: Members) -> Order | None:
        return None if duel.spent.intersection(order) else order

    return change


def _moved_on(duel: Duel) -> Change:
    """What happened to a card cannot be answered any more when a cost has moved the card on."""

    def change(order: Order, members: Members) -> Order | None:
        moved: set[str] = set()
        for effect in order:
            watched = duel.watched.get(effect)
            if watched and watched <= moved:
                return None
            moved |= duel.paid[effect]
        return order

    return change


def _dropped(duel: Duel) -> Callable[[Order, Members], frozenset[str]]:
    """Members, and mandatory Quick effects, that a ban covers when the engine tests them are dropped for good.

    It tests mandatory members after each link, optional members where their step begins, and as long as the turn player
    has others to choose from; mandatory Quick effects after each link that no member follows.
    """

    def lost(prefix: Order, members: Members, quick: str) -> bool:
        """Whether a mandatory Quick effect was met by a link, barred by it or a later one, and not met again."""
        monsters, opponents = duel.forced[quick]
        in_groups = [n for n, link in enumerate(prefix) if link in members and _in_group(members[link])]
        waits = gone = False
        for number, link in enumerate(prefix):
            fits = link in duel.monster_effects or not monsters
            if fits and (duel.owners[link] != duel.owners[quick] or not opponents):
                waits, gone = True, False
            if waits and number >= max(in_groups, default=0) and _barred(duel, link, quick):
                waits, gone = False, True
        return gone

    def dropped(prefix: Order, members: Members) -> frozenset[str]:
        gone: set[str] = set()
        must = [e for e, member in members.items() if member.group.endswith("mandatory")]
        may = [e for e, member in members.items() if member.group.endswith("optional")]
        begun = False
        for index, effect in enumerate(prefix):
            waiting = [other for other in (*must, *may) if other not in prefix[:index] and other not in gone]
            if effect not in must and not begun:
                begun = True
                gone.update(
                    other
                    for other in waiting
                    if other in may and index and _barred(duel, prefix[index - 1], other)
                )
            waiting = [other for other in waiting if other != effect]
            gone.update(other for other in waiting if other in must and _barred(duel, effect, other))
            rest = [other for other in waiting if other in may and other not in gone]
            if effect in may and duel.owners[effect] == 0 and any(duel.owners[other] == 0 for other in rest):
                gone.update(other for other in rest if duel.owners[other] and _barred(duel, effect, other))
        gone.update(other for other in duel.forced if other not in prefix and lost(prefix, members, other))
        return frozenset(gone)

    return dropped


def _after_all(duel: Duel) -> Change:
    """Hidden triggers come late only if nobody could choose any optional one when those steps began."""

    def change(order: Order, members: Members) -> Order | None:
        optional = [other for other, member in members.items() if not member.group.endswith("mandatory")]
        begun = next(
            (n for n, link in enumerate(order) if link not in members or link in optional), len(order)
        )
        nobody = begun > 0 and all(_barred(duel, order[begun - 1], other) for other in optional)
        return order if nobody else None

    return change


def _barred(duel: Duel, top: str, effect: str) -> bool:
    """Whether an effect may not answer that link."""
    ban = duel.bans.get(top)
    return ban == "cannot-be-responded-to" or (ban is not None and duel.owners[effect] != duel.owners[top])


def _in_group(member: SetMember) -> bool:
    return member.group.endswith(("mandatory", "optional"))


def _hidden(member: SetMember) -> bool:
    """Whether the engine sets it apart: its card waits in the hand or the deck, and it is optional."""
    return not member.public and not member.group.endswith("mandatory")


def _one_of_a_hand_card(duel: Duel) -> Change:
    """No effect of a card that waits in the hand is activated once the card has used one."""

    def change(order: Order, members: Members) -> Order | None:
        used: set[str] = set()
        for effect in order:
            if effect in members and _hidden(members[effect]) and duel.cards_of[effect] in used:
                return None
            used.add(duel.cards_of[effect])
        return order

    return change
