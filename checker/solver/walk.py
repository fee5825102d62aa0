"""Walking through every legal order from a moment: at each node the program says what may come next.

The program answers for one prefix at a time; what it said is kept by what has been placed, so that orders that lead to
the same place share it, and effects that nothing tells apart share it too. Nothing grows with the number of orders.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import NamedTuple

import clingo

from checker.domain.data import dataclass
from checker.domain.fact import Term, Value
from checker.domain.report import Lost, Order
from checker.laws import law_of
from checker.solver.ask import TimeUpError
from checker.solver.terms import value

Prefix = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """What the program says at one node: what may be placed next, whether the chain may close, what would be left."""

    free: tuple[str, ...]
    may_close: bool
    declined: tuple[str, ...]
    lost: tuple[Lost, ...]


class Answer(NamedTuple):
    """An atom that answers, kept apart from clingo's own, which do not outlive a solve call."""

    arguments: list[clingo.Symbol]
    literal: int
    is_fact: bool

    def holds(self, model: clingo.Model) -> bool:
        """Whether the atom is in the model; a fact has no literal of its own."""
        return self.is_fact or bool(model.is_true(self.literal))


@dataclass(frozen=True, slots=True)
class Survey:
    """All that the program says at one node, for telling it.

    `against` are the laws that forbid an effect, or `close`, with the details of each; `grounds` what speaks for one
    that may be placed, as a word and the effect that it names.
    """

    stop: Stop
    against: Mapping[str, Mapping[str, Mapping[str, list[Value]]]]
    grounds: Mapping[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class SetMember:
    """An effect as the program describes it at the start of a walk."""

    effect: str
    group: str
    public: bool
    times: tuple[int, ...]  # the nodes at which it was triggered


class Walk:
    """All orders from one moment of a story, as a graph that is asked for lazily.

    `base` is the first node of the branch, `length` the number of picks it has room for. `copies` maps the effects of
    cards that nobody can tell apart to the effect of the first of them and their own number: exchanging them gives the
    same order, which is listed and counted once, with the copies in their own order.
    """

    def __init__(
        self,
        solver: clingo.Control,
        base: int,
        length: int,
        facts: Iterable[Term],
        pickable: Sequence[str],
        copies: Mapping[str, tuple[str, int]],
    ) -> None:
        self._solver = solver
        self._base = base
        self._length = length
        self._pickable = pickable
        self._copies = copies
        self._open = frozenset(pickable)  # the branch may offer more than this walk asks for
        self._facts = facts
        self._crossings: dict[Prefix, Crossing] = {}
        self.deadline: float | None = (
            None  # a time of `time.monotonic` after which `ask` raises `TimeUpError`
        )
        self.sensitive: set[str] = set()  # toggles on which the answers so far could depend
        self._picked: list[clingo.Symbol] = []
        self._classes: dict[str, list[str]] | None = None
        self._kind_of: dict[str, str] = {}
        self._details: dict[tuple[int, Value, str], dict[str, list[Value]]] = {}
        self._complete: dict[Prefix, int] = {}
        self._read: dict[str, dict[int, list[Answer]]] = {}
        self._members: list[SetMember] | None = None
        self._groups: dict[str, str] = {}

    @property
    def base(self) -> int:
        """The first node of the branch: link 1 is placed there."""
        return self._base

    # ------------------------------------------------------------ asking the program

    def _atoms(self, name: str, arity: int, node: int) -> list[Answer]:
        """The atoms of a predicate at a node (its last argument but the subject's is the node), read once."""
        if name not in self._read:
            found: dict[int, list[Answer]] = defaultdict(list)
            place = 1 if name in ("blocked", "detail", "sensitive") else 0
            for atom in self._solver.symbolic_atoms.by_signature(name, arity):
                arguments = atom.symbol.arguments
                where = arguments[place].number
                if self._base <= where <= self._base + self._length:
                    found[where].append(Answer(arguments, atom.literal, atom.is_fact))
            self._read[name] = found
        return self._read[name][node]

    def _pick(self, prefix: Prefix) -> int:
        """Sets the picks of a prefix and gives the node after it."""
        wanted = [
            clingo.Function("pick", [clingo.Number(self._base + index), clingo.String(effect)])
            for index, effect in enumerate(prefix)
        ]
        for atom in self._picked:
            self._solver.assign_external(atom, False)
        for atom in wanted:
            self._solver.assign_external(atom, True)
        self._picked = wanted
        return self._base + len(prefix)

    def ask(self, prefix: Prefix) -> Stop:
        """What the program says after the links of `prefix` (chain link 1 first)."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise TimeUpError
        node = self._pick(prefix)
        free: list[str] = []
        declined: set[str] = set()
        lost: dict[str, str] = {}
        may_close = False
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                free = [a.arguments[1].string for a in self._atoms("free", 2, node) if a.holds(model)]
                free = [effect for effect in free if effect in self._open]
                may_close = any(a.holds(model) for a in self._atoms("may_close", 1, node))
                self._note(model, node)
                for answer in self._atoms("remains", 3, node):
                    if not answer.holds(model):
                        continue
                    _, effect, fate = answer.arguments
                    if fate.name == "declined":
                        declined.add(effect.string)
                    else:
                        word = _law(fate.arguments[0])
                        lost[effect.string] = min(word, lost.get(effect.string, word))
        self._pick(())
        if len(prefix) >= self._length:
            free = []
        return Stop(
            tuple(sorted(free)),
            may_close,
            tuple(sorted(declined - set(lost))),
            tuple(Lost(effect, law) for effect, law in sorted(lost.items())),
        )

    def _note(self, model: clingo.Model, node: int) -> None:
        for answer in self._atoms("sensitive", 2, node):
            if answer.holds(model):
                self.sensitive.add(answer.arguments[0].name.replace("_", "-"))

    def judge(self, prefix: Prefix, *, details: bool = False) -> list[tuple[int, str, str]]:
        """Every law that an order breaks, as (link from 1, effect, law); link 0 stands for closing the chain.

        With `details`, what the sentences about them need is kept for `details`.
        """
        node = self._pick(prefix)
        wanted = {(self._base + index): effect for index, effect in enumerate(prefix)}
        broken: list[tuple[int, str, str]] = []
        self._details = {}
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                for where in range(self._base, node + 1):
                    self._note(model, where)
                    closing = where == node
                    broken.extend(self._forbidden(model, where, wanted.get(where), closing=closing))
                    if details:
                        self._detail(model, where, wanted.get(where), closing=closing)
        self._pick(())
        return sorted(broken, key=lambda entry: (entry[0] == 0, entry))

    def _forbidden(
        self, model: clingo.Model, node: int, effect: str | None, *, closing: bool
    ) -> Iterator[tuple[int, str, str]]:
        """The laws against what an order does at a node."""
        link = 0 if closing else node - self._base + 1
        for answer in self._atoms("blocked", 3, node):
            law, _, subject = answer.arguments
            if _is_about(subject, effect, closing=closing) and answer.holds(model):
                yield link, effect or "", _law(law)

    def _detail(self, model: clingo.Model, node: int, effect: str | None, *, closing: bool) -> None:
        """Keeps the details of those findings."""
        link = 0 if closing else node - self._base + 1
        for answer in self._atoms("detail", 5, node):
            law, _, subject, role, thing = answer.arguments
            if _is_about(subject, effect, closing=closing) and answer.holds(model):
                key = (link, effect or "", _law(law))
                self._details.setdefault(key, {}).setdefault(role.name, []).append(value(thing))

    @property
    def pickable(self) -> Sequence[str]:
        """The effects that an order may hold if the program lets it."""
        return self._pickable

    def survey(self, prefix: Prefix) -> Survey:
        """What may follow the links of `prefix`, why, and why the rest may not; needs `grounds`."""
        stop = self.stop(prefix)
        node = self._pick(prefix)
        subjects = {*self._pickable, "close"}
        against: dict[str, dict[str, dict[str, list[Value]]]] = defaultdict(dict)
        grounds: dict[str, list[tuple[str, str]]] = defaultdict(list)
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                for answer in self._atoms("blocked", 3, node):
                    law, _, subject = answer.arguments
                    if answer.holds(model) and _word(subject) in subjects:
                        against[_word(subject)].setdefault(_law(law), {})
                for answer in self._atoms("detail", 5, node):
                    law, _, subject, role, thing = answer.arguments
                    if answer.holds(model) and _law(law) in against.get(_word(subject), ()):
                        against[_word(subject)][_law(law)].setdefault(role.name, []).append(value(thing))
                for answer in self._atoms("ground", 3, node):
                    if answer.holds(model):
                        _, effect, ground = answer.arguments
                        grounds[effect.string].append(ground_of(ground))
        self._pick(())
        return Survey(stop, dict(against), {effect: sorted(found) for effect, found in grounds.items()})

    def details(self, link: int, effect: str, law: str) -> dict[str, list[Value]]:
        """The details of a finding of the last `judge`: role → what it names."""
        return self._details.get((link, effect, law), {})

    def members(self) -> list[SetMember]:
        """The effects of the set, as they are before anything is placed."""
        if self._members is not None:
            return self._members
        node = self._pick(())
        groups: dict[str, str] = {}
        hidden: set[str] = set()
        times: dict[str, list[int]] = defaultdict(list)
        inside: set[str] = set()
        with self._solver.solve(yield_=True) as handle:
            for model in handle:
                public = {a.arguments[1].string for a in self._atoms("known", 2, node) if a.holds(model)}
                hidden = {a.arguments[1].string for a in self._atoms("unknown", 2, node) if a.holds(model)}
                inside = public | hidden
                for answer in self._atoms("group", 3, node):
                    if answer.holds(model):
                        effect, group = answer.arguments[1].string, answer.arguments[2].name.replace("_", "-")
                        assert groups.setdefault(effect, group) == group, effect
                for answer in self._atoms("member", 3, node):
                    if answer.holds(model):
                        times[answer.arguments[1].string].append(answer.arguments[2].number)
        self._groups = groups
        self._members = [
            SetMember(effect, groups.get(effect, ""), effect not in hidden, tuple(sorted(times[effect])))
            for effect in sorted(inside)
        ]
        return self._members

    def group(self, effect: str) -> str:
        """The group of a triggered effect, also of one that is not in the set at the start of the walk."""
        self.members()
        return self._groups.get(effect, "")

    # ------------------------------------------------------------ sharing answers

    def _kinds(self) -> dict[str, list[str]]:
        """Effects that nothing tells apart, by the first of them, sorted."""
        if self._classes is None:
            self._classes = defaultdict(list)
            first = interchangeable(self._facts, self._pickable)
            # Copies are alike only among themselves: they do not count as others do.
            group = {effect: self._copies.get(effect, ("", 0))[0] for effect in self._pickable}
            lead: dict[tuple[str, str], str] = {}
            for effect in self._pickable:
                kind = lead.setdefault((first[effect], group[effect]), effect)
                self._classes[kind].append(effect)
                self._kind_of[effect] = kind
        return self._classes

    def _crossing(self, prefix: Prefix) -> Crossing:
        """The crossing that a prefix leads to, remembered.

        What may follow depends on what has been placed and on the newest link. In `prefix` like effects are taken in
        their own order.
        """
        key = (*sorted(prefix[:-1]), *prefix[-1:])
        found = self._crossings.get(key)
        if found is None:
            found = self._crossings[key] = self._describe(prefix, self.ask(prefix))
        return found

    def _describe(self, prefix: Prefix, stop: Stop) -> Crossing:
        """What the program said, by kinds of effects where it holds for all that have not been placed."""
        placed = set(prefix)

        def sort(effects: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
            fresh = dict.fromkeys(self._kind_of[effect] for effect in effects if effect not in placed)
            return tuple(fresh), tuple(effect for effect in effects if effect in placed)

        return Crossing(
            prefix,
            stop.may_close,
            *sort(stop.free),
            *sort(stop.declined),
            tuple((self._kind_of[lost.effect], lost.law) for lost in stop.lost if lost.effect not in placed),
            {},
        )

    def _next(self, crossing: Crossing, effect: str) -> Crossing:
        """The crossing after one more link; `effect` is in its own order."""
        found = crossing.roads.get(effect)
        if found is None:
            found = crossing.roads[effect] = self._crossing((*crossing.prefix, effect))
        return found

    def stop(self, prefix: Prefix) -> Stop:
        """What follows a prefix, from what is remembered if possible."""
        trail = Trail(self._kinds())
        crossing = self._crossing(())
        for effect in prefix:
            crossing = self._next(crossing, trail.take(effect, self._kind_of[effect]))
        return trail.stop(crossing)

    # ------------------------------------------------------------ the questions

    def orders(self, *, declines: bool = True) -> Iterator[Order]:
        """Every legal order, sorted; without `declines` only those in which nothing is declined."""
        trail = Trail(self._kinds())
        yield from self._orders(self._crossing(()), (), trail, declines)

    def has(self, order: Prefix, *, declines: bool = True) -> bool:
        """Whether an order is one of `orders`, found without listing those before it."""
        trail = Trail(self._kinds())
        crossing = self._crossing(())
        for effect in order:
            if effect not in trail.free(crossing):
                return False
            crossing = self._next(crossing, trail.take(effect, self._kind_of[effect]))
        return crossing.may_close and (declines or not crossing.declines)

    def _orders(self, crossing: Crossing, prefix: Prefix, trail: Trail, declines: bool) -> Iterator[Order]:
        if not declines and not self._count(crossing, declines, self._complete):
            return
        if crossing.may_close and (declines or not crossing.declines):
            stop = trail.stop(crossing)
            yield Order(prefix, stop.declined, stop.lost)
        for effect in self._distinct(trail.free(crossing), prefix):
            own = trail.take(effect, self._kind_of[effect])
            yield from self._orders(self._next(crossing, own), (*prefix, effect), trail, declines)
            trail.put_back(effect, self._kind_of[effect])

    def found(self) -> set[str]:
        """The effects that may be placed somewhere on the ways looked at so far: on all of them after `count`."""
        kinds = {kind for crossing in self._crossings.values() for kind in crossing.free}
        again = {effect for crossing in self._crossings.values() for effect in crossing.again}
        return again.union(*(self._kinds()[kind] for kind in kinds))

    def choices(self, prefix: Prefix) -> list[str]:
        """The effects that may come next, sorted; of copies that have not been placed only the first."""
        return list(self._distinct(self.stop(prefix).free, prefix))

    def _distinct(self, free: Iterable[str], prefix: Prefix) -> Iterator[str]:
        """Of copies that have not been placed only the first."""
        placed = set(prefix)
        lowest: dict[str, tuple[int, str]] = {}
        for effect in free:
            if effect in self._copies and effect not in placed:
                first, number = self._copies[effect]
                lowest[first] = min(lowest.get(first, (number, effect)), (number, effect))
        chosen = {effect for _, effect in lowest.values()}
        return (e for e in free if e not in self._copies or e in placed or e in chosen)

    def count(self, *, declines: bool = True) -> int:
        """How many orders there are, counted without listing them."""
        self._kinds()
        return self._count(self._crossing(()), declines, {} if declines else self._complete)

    def _count(self, crossing: Crossing, declines: bool, known: dict[Prefix, int]) -> int:
        key = (*sorted(crossing.prefix[:-1]), *crossing.prefix[-1:])
        if key not in known:
            total = int(crossing.may_close and (declines or not crossing.declines))
            placed = set(crossing.prefix)
            for kind in crossing.free:
                fresh = [effect for effect in self._kinds()[kind] if effect not in placed]
                ways = 1 if kind in self._copies else len(fresh)
                total += ways * self._count(self._next(crossing, fresh[0]), declines, known)
            for effect in crossing.again:
                total += self._count(self._next(crossing, effect), declines, known)
            known[key] = total
        return known[key]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A place in the graph of orders: what may follow, by kinds of effects and by effects that may be placed again."""

    prefix: Prefix  # a way that leads here
    may_close: bool
    free: tuple[str, ...]
    again: tuple[str, ...]
    declined: tuple[str, ...]
    declined_again: tuple[str, ...]
    lost: tuple[tuple[str, str], ...]  # kind, law
    roads: dict[str, Crossing]

    @property
    def declines(self) -> bool:
        """Whether closing the chain here would decline something."""
        return bool(self.declined or self.declined_again)


class Trail:
    """Which effect of each kind has been taken for which: like effects share what the program said of one of them."""

    def __init__(self, kinds: Mapping[str, Sequence[str]]) -> None:
        self._kinds = kinds
        self._left = {kind: list(members) for kind, members in kinds.items()}
        self._own: dict[str, list[str]] = {}  # effect → the one it was taken for, as often as it was taken
        self._effect: dict[str, str] = {}  # the one it was taken for → effect

    def take(self, effect: str, kind: str) -> str:
        """Places an effect; returns the effect of its kind that stands for it."""
        if effect in self._own:
            own = self._own[effect][0]
            self._own[effect].append(own)
            return own
        left = self._left[kind]
        own = self._kinds[kind][len(self._kinds[kind]) - len(left)]
        left.remove(effect)
        self._own[effect] = [own]
        self._effect[own] = effect
        return own

    def put_back(self, effect: str, kind: str) -> None:
        """Undoes the last `take` of an effect."""
        own = self._own[effect].pop()
        if not self._own[effect]:
            del self._own[effect], self._effect[own]
            insort(self._left[kind], effect)

    def free(self, crossing: Crossing) -> list[str]:
        """The effects that may be placed next, sorted."""
        found = [self._effect[own] for own in crossing.again]
        for kind in crossing.free:
            found += self._left[kind]
        found.sort()
        return found

    def stop(self, crossing: Crossing) -> Stop:
        """The crossing in terms of the effects that were taken."""
        declined = [self._effect[own] for own in crossing.declined_again]
        for kind in crossing.declined:
            declined += self._left[kind]
        declined.sort()
        lost = [Lost(effect, law) for kind, law in crossing.lost for effect in self._left[kind]]
        lost.sort(key=lambda entry: entry.effect)
        return Stop(tuple(self.free(crossing)), crossing.may_close, tuple(declined), tuple(lost))


def interchangeable(facts: Iterable[Term], effects: Sequence[str]) -> dict[str, str]:
    """Which effects can change places with one another without changing any fact: effect → first of its kind.

    Two effects are exchanged together with their cards and, where the names are theirs alone, their names.
    """
    mentions: dict[str, set[Term]] = defaultdict(set)
    card_of: dict[str, str] = {}
    name_of: dict[str, str] = {}
    key_of: dict[str, str] = {}
    everything: set[Term] = set()
    for fact in map(_marked, facts):
        everything.add(fact)
        for word in _strings(fact):
            mentions[word].add(fact)
        if fact.name == "of":
            card_of[str(fact.args[0])] = str(fact.args[1])
        elif fact.name == "name":
            name_of[str(fact.args[0])] = str(fact.args[1])
        elif fact.name == "key":
            key_of[str(fact.args[0])] = str(fact.args[1])
    by_name = {
        str(arg.args[0])
        for fact in everything
        for arg in fact.args
        if isinstance(arg, Term) and arg.name == "named"
    }
    first: dict[str, str] = {}
    kinds: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for effect in effects:
        card = card_of[effect]
        shape = tuple(sorted(fact.name for fact in mentions[effect] | mentions[card]))
        first[effect] = effect
        if name_of[card] in by_name:
            continue  # of several cards of a name an operation takes the first, so they are not alike
        for other in kinds[shape]:
            swap = _swap(effect, other, card_of, name_of, key_of)
            concerned = set().union(*(mentions[word] for word in swap))
            if all(_replace(fact, swap) in everything for fact in concerned):
                first[effect] = first[other]
                break
        kinds[shape].append(effect)
    return first


def _marked(fact: Term) -> Term:
    """The fact with names marked, so that a card's name is not taken for a card's id of the same spelling."""
    if fact.name in ("name", "key"):
        return Term(fact.name, (fact.args[0], f"{fact.name}: {fact.args[1]}"))
    return Term(fact.name, tuple(_marked_value(arg) for arg in fact.args))


def _marked_value(value: Value) -> Value:
    if not isinstance(value, Term):
        return value
    if value.name == "named":
        return Term("named", (f"name: {value.args[0]}", *value.args[1:]))
    return Term(value.name, tuple(_marked_value(arg) for arg in value.args))


def _swap(
    one: str, other: str, card_of: Mapping[str, str], name_of: Mapping[str, str], key_of: Mapping[str, str]
) -> dict[str, str]:
    pairs = [
        (one, other),
        (card_of[one], card_of[other]),
        (name_of[card_of[one]], name_of[card_of[other]]),
        (key_of[one], key_of[other]),
    ]
    swap: dict[str, str] = {}
    for left, right in pairs:
        swap[left] = right
        swap[right] = left
    return swap


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Term):
        for arg in value.args:
            yield from _strings(arg)


def _replace(value: Term, swap: Mapping[str, str]) -> Term:
    return Term(value.name, tuple(_replaced(arg, swap) for arg in value.args))


def _replaced(value: Value, swap: Mapping[str, str]) -> Value:
    if isinstance(value, str):
        return swap.get(value, value)
    if isinstance(value, Term):
        return _replace(value, swap)
    return value


def ground_of(term: clingo.Symbol) -> tuple[str, str]:
    """A ground as the word of the program and the effect that it names, if it names one."""
    return term.name, term.arguments[0].string if term.arguments else ""


def _word(subject: clingo.Symbol) -> str:
    return subject.string if subject.type is clingo.SymbolType.String else subject.name


def _law(term: clingo.Symbol) -> str:
    return law_of(term.name, term.arguments[0].name)


def _is_about(subject: clingo.Symbol, effect: str | None, *, closing: bool) -> bool:
    if subject.type is clingo.SymbolType.String:
        return not closing and subject.string == effect
    return closing and subject.name == "close"
